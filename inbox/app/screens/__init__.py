"""The screens: each owns what is on show; everything slow happens in a worker."""
