// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { maxScale, moved, whole, within, zoomed } from './zoom'

const frame = { width: 800, height: 600 }
const picture = { width: 1600, height: 900 }

describe('A picture in its frame', () => {
  test('zooms around the point under the pointer, which stays in place', () => {
    const at = { x: 100, y: -50 }
    const view = zoomed({ scale: 2, x: 30, y: 10 }, 1.5, at)
    const pointBefore = (at.x - 30) / 2
    expect((at.x - view.x) / view.scale).toBeCloseTo(pointBefore)
    expect(view.scale).toBe(3)
  })

  test('is never smaller than fitted and never larger than eight times', () => {
    expect(zoomed(whole, 0.1).scale).toBe(1)
    expect(zoomed(whole, 100).scale).toBe(maxScale)
  })

  test('cannot be moved out of view', () => {
    // Fitted it is 800 by 450; zoomed twice, 1600 by 900.
    expect(within(moved({ ...whole, scale: 2 }, 5_000, -5_000), frame, picture)).toEqual({ scale: 2, x: 400, y: -150 })
    expect(within(moved(whole, 50, 50), frame, picture)).toEqual(whole)
  })

  test('that is smaller than its frame is not treated as larger', () => {
    expect(within({ scale: 2, x: 90, y: 0 }, frame, { width: 200, height: 100 })).toEqual({ scale: 2, x: 0, y: 0 })
  })
})
