import { describe, expect, test } from 'vitest'
import { mostScale, moved, whole, within, zoomed } from './zoom'

const frame = { width: 800, height: 600 }
const picture = { width: 1600, height: 900 }

describe('A picture in its frame', () => {
  test('is enlarged around the point under the pointer, which stays where it is', () => {
    const at = { x: 100, y: -50 }
    const view = zoomed({ scale: 2, x: 30, y: 10 }, 1.5, at)
    const pointBefore = (at.x - 30) / 2
    expect((at.x - view.x) / view.scale).toBeCloseTo(pointBefore)
    expect(view.scale).toBe(3)
  })

  test('is never smaller than whole and never larger than eight times', () => {
    expect(zoomed(whole, 0.1).scale).toBe(1)
    expect(zoomed(whole, 100).scale).toBe(mostScale)
  })

  test('cannot be moved out of sight', () => {
    // Whole it is 800 by 450; twice as large 1600 by 900.
    expect(within(moved({ ...whole, scale: 2 }, 5_000, -5_000), frame, picture)).toEqual({ scale: 2, x: 400, y: -150 })
    expect(within(moved(whole, 50, 50), frame, picture)).toEqual(whole)
  })

  test('that is smaller than its frame is not taken for larger', () => {
    expect(within({ scale: 2, x: 90, y: 0 }, frame, { width: 200, height: 100 })).toEqual({ scale: 2, x: 0, y: 0 })
  })
})
