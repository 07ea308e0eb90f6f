import { beforeEach, describe, expect, test, vi } from 'vitest'

let onFirstUse: typeof import('./first-use')['onFirstUse']

beforeEach(async () => {
  vi.resetModules()
  ;({ onFirstUse } = await import('./first-use'))
})

describe('Work that waits for the first use of the page', () => {
  test.each(['pointermove', 'pointerdown', 'keydown', 'click'])('runs once with the first %s', sign => {
    const run = vi.fn()
    onFirstUse(run)
    expect(run).not.toHaveBeenCalled()
    document.dispatchEvent(new Event(sign, { bubbles: true }))
    document.dispatchEvent(new Event('keydown', { bubbles: true }))
    expect(run).toHaveBeenCalledOnce()
  })

  test('runs at once when there was a sign of use before', () => {
    document.dispatchEvent(new Event('keydown', { bubbles: true }))
    const run = vi.fn()
    onFirstUse(run)
    expect(run).toHaveBeenCalledOnce()
  })

  test('does not run after it was cancelled', () => {
    const run = vi.fn()
    onFirstUse(run)()
    document.dispatchEvent(new Event('keydown', { bubbles: true }))
    expect(run).not.toHaveBeenCalled()
  })
})
