"""Working memory: what a running agent knows for sure, and where it stands (design R12)."""
