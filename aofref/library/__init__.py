"""The library: the objects of `import aofref`, immutable and thin over the rooms below.

`docs/library.md` teaches it.  The names are loaded when they are first asked for.
"""
