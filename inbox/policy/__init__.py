"""What holds between memories: sources, status, rules. Pure functions of values."""
