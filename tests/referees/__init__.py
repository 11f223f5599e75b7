"""Second programs: referees, players and readers written apart from aofref."""
