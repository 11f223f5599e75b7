"""Speed of aofref beside its peers, as ratios of interleaved rounds."""
