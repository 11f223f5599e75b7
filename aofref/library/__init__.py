"""The library: the objects of `import aofref`, immutable, with little code of their own.

`docs/library.md` is the tutorial.
"""
