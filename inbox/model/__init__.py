"""Asking a language model: the one door for everything that does (design, resolver.md §6)."""
