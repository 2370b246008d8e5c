"""Statistics: functions from tables to tables. Docstrings say what each number means."""

from projector.statistics.results import STATISTICS, Statistic

__all__ = ["STATISTICS", "Statistic"]
