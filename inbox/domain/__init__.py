"""The values everything else is about; no files, no clock, no network, no screen."""
