// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { neighbour } from './neighbour'

/** Two columns, below a large tile that spans both. */
const spots = [
  { left: 0, top: 0 },
  { left: 0, top: 300 },
  { left: 200, top: 300 },
  { left: 0, top: 400 },
]

describe('Arrow keys in a grid', () => {
  test.each([
    [0, 'ArrowRight', 1],
    [3, 'ArrowRight', 3],
    [0, 'ArrowLeft', 0],
    [2, 'ArrowLeft', 1],
    [0, 'ArrowDown', 1],
    [1, 'ArrowDown', 3],
    [2, 'ArrowDown', 3],
    [3, 'ArrowDown', 3],
    [3, 'ArrowUp', 1],
    [2, 'ArrowUp', 0],
    [1, 'End', 3],
    [3, 'Home', 0],
    [1, 'a', null],
    [-1, 'ArrowRight', null],
  ])('lead from %i with %s to %s', (at, key, to) => {
    expect(neighbour(spots, at, key)).toBe(to)
  })
})
