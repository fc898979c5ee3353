"""The only place that knows git and the file system."""
