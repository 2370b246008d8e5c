"""Bradley and Terry's strengths from pairwise results, with a term for going first; a tie is half a win to each."""

from typing import TypeAlias

import msgspec
import numpy as np

Array: TypeAlias = np.ndarray
# Keeps strengths finite where one side won everything, and tied to each other where nobody met.
RIDGE = 1e-4
_STEPS, _SETTLED = 200, 1e-10


class Strengths(msgspec.Struct, frozen=True):
    """A fit: log-odds that i beats j are strength[i] - strength[j] + first * (1 if i is first, -1 if j is).

    `strength` adds up to 0. `covariance` of the strengths and, last, of `first`.
    """

    strength: Array
    first: float
    covariance: Array

    def chance(self, i: Array, j: Array, going: Array | float = 0.0) -> Array:
        """P(i beats j). `going`: 1 where i is first, -1 where j is, 0 for either as often."""
        result: Array = 1 / (1 + np.exp(-(self.strength[i] - self.strength[j] + self.first * going)))
        return result


def bradley_terry(
    i: Array, j: Array, going: Array, won: Array, played: Array, *, sides: int, ridge: float = RIDGE
) -> Strengths:
    """Fit by maximum likelihood with a ridge, each row `won` (ties half) of `played` games of i against j.

    `i` and `j` are places below `sides`; `going` is 1 where i goes first, -1 where j does, 0 where it is not known.
    """
    rows = np.arange(len(i))
    # Strengths add up to 0: the last is what the others lack.
    free = np.vstack([np.eye(sides - 1), -np.ones((1, sides - 1))]) if sides > 1 else np.zeros((sides, 0))
    meets = np.zeros((len(i), sides))
    np.add.at(meets, (rows, i), 1.0)
    np.add.at(meets, (rows, j), -1.0)
    design = np.hstack([meets @ free, np.asarray(going, dtype=float)[:, None]])
    penalty = ridge * np.block(
        [[free.T @ free, np.zeros((free.shape[1], 1))], [np.zeros((1, free.shape[1])), np.ones((1, 1))]]
    )
    terms = np.zeros(design.shape[1])
    value = _objective(design, won, played, penalty, terms)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(design @ terms)))
        gradient = design.T @ (won - played * chance) - penalty @ terms
        curvature = design.T @ (design * (played * chance * (1 - chance))[:, None]) + penalty
        step = np.linalg.solve(curvature, gradient)
        # Newton overshoots where a side won nearly everything.
        while (reached := _objective(design, won, played, penalty, terms + step)) < value and np.abs(
            step
        ).max() > 1e-12:
            step = step / 2
        terms, value = terms + step, reached
        if np.abs(step).max() < _SETTLED:
            break
    chance = 1 / (1 + np.exp(-(design @ terms)))
    curvature = design.T @ (design * (played * chance * (1 - chance))[:, None]) + penalty
    whole = np.block([[free, np.zeros((sides, 1))], [np.zeros((1, free.shape[1])), np.ones((1, 1))]])
    return Strengths(free @ terms[:-1], float(terms[-1]), whole @ np.linalg.inv(curvature) @ whole.T)


def _objective(design: Array, won: Array, played: Array, penalty: Array, terms: Array) -> float:
    """The logarithm of the likelihood, less the ridge."""
    lean = design @ terms
    return float(won @ lean - played @ np.logaddexp(0, lean) - terms @ penalty @ terms / 2)
