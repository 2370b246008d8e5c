"""Bradley and Terry's strengths from pairwise results, with a term for going first; a tie is half a win to each."""

from typing import TypeAlias

import msgspec
import numpy as np

Array: TypeAlias = np.ndarray
# Keeps strengths finite where one side won everything, and tied to each other where nobody met.
RIDGE = 1e-4
_STEPS, _SETTLED = 200, 1e-9


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
    i: Array,
    j: Array,
    going: Array,
    won: Array,
    played: Array,
    *,
    sides: int,
    ridge: float = RIDGE,
    near: Strengths | None = None,
) -> Strengths:
    """Fit by maximum likelihood with a ridge, each row `won` (ties half) of `played` games of i against j.

    `i` and `j` are places below `sides`; `going` is 1 where i goes first, -1 where j does, 0 where it is not known.
    `near`: a fit that this one cannot be far from, to begin there.
    """
    going = np.asarray(going, dtype=float)

    def lean_of(terms: Array) -> Array:
        lean: Array = terms[i] - terms[j] + terms[-1] * going
        return lean

    terms = np.zeros(sides + 1) if near is None else np.append(near.strength, near.first)
    value = _objective(lean_of(terms), won, played, ridge, terms)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-lean_of(terms)))
        residual = won - played * chance
        gradient = -ridge * terms
        gradient[:-1] += np.bincount(i, residual, sides) - np.bincount(j, residual, sides)
        gradient[-1] += residual @ going
        step = np.linalg.solve(_curvature((i, j), going, played * chance * (1 - chance), ridge, sides), gradient)
        # Newton overshoots where a side won nearly everything.
        while np.abs(step).max() > _SETTLED and (
            _objective(lean_of(terms + step), won, played, ridge, terms + step) < value - _SETTLED
        ):
            step = step / 2
        terms = terms + step
        value = _objective(lean_of(terms), won, played, ridge, terms)
        if np.abs(step).max() < _SETTLED:
            break
    chance = 1 / (1 + np.exp(-lean_of(terms)))
    covariance = np.linalg.inv(_curvature((i, j), going, played * chance * (1 - chance), ridge, sides))
    # That all strengths are moved alike tells nothing.
    centre = np.eye(sides + 1)
    centre[:-1, :-1] -= 1 / max(sides, 1)
    return Strengths(terms[:-1] - (terms[:-1].mean() if sides else 0), float(terms[-1]), centre @ covariance @ centre)


def _curvature(pair: tuple[Array, Array], going: Array, weight: Array, ridge: float, sides: int) -> Array:
    """Second derivatives of the objective, turned; strengths are held at a sum of 0."""
    i, j = pair
    found = ridge * np.eye(sides + 1)
    found[:-1, :-1] += 1 / max(sides, 1)
    met = np.bincount(i * sides + j, weight, sides * sides).reshape(sides, sides)
    found[:-1, :-1] += np.diag(met.sum(axis=0) + met.sum(axis=1)) - met - met.T
    towards = np.bincount(i, weight * going, sides) - np.bincount(j, weight * going, sides)
    found[-1, :-1] += towards
    found[:-1, -1] += towards
    found[-1, -1] += weight @ going**2
    return found


def _objective(lean: Array, won: Array, played: Array, ridge: float, terms: Array) -> float:
    """The logarithm of the likelihood, less the ridge."""
    return float(won @ lean - played @ np.logaddexp(0, lean) - ridge * terms @ terms / 2)
