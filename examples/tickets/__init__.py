"""Made-up services and support tickets with planted failures of known truth, for the seed S1."""
