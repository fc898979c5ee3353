"""The command line: argparse, one function a command."""
