"""Batch: records of many sources, judged one by one or in several processes."""
