"""Text to values and back, lossless: every codec splits a text into keyed pieces."""
