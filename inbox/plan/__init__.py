"""From a decision to the change that carries it out: the one road, and a pure one."""
