"""Made-up restaurants and reviews with planted incidents of known truth, for the seed G1a."""
