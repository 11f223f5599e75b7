"""Games from files: the format, read, and the games that come with aofref as files."""
