import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isChunkError, retryImport } from './retry-import'

describe('A module that does not load [4.18b]', () => {
  test.each([
    'Failed to fetch dynamically imported module: http://app.example/assets/page.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/page.css',
  ])('is recognised by the browser’s message: %s', message => {
    expect(isChunkError(new TypeError(message))).toBe(true)
  })

  test('differs from other errors', () => {
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false)
    expect(isChunkError('module script failed')).toBe(false)
  })
})

describe('A module of a page', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: http://app.example/assets/list.js')
  const load = vi.fn<() => Promise<string>>()
  const look = vi.spyOn(globalThis, 'fetch')
  const serverAnswers = () => look.mockResolvedValueOnce(new Response())
  const away = () => look.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  beforeEach(() => {
    vi.useFakeTimers()
    load.mockReset()
    look.mockReset()
  })
  afterEach(() => void vi.useRealTimers())

  test('is loaded', async () => {
    load.mockResolvedValueOnce('list')
    await expect(retryImport(load)).resolves.toBe('list')
    expect(look).not.toHaveBeenCalled()
  })

  test('waits while the server is unreachable or only its proxy answers', async () => {
    load.mockRejectedValueOnce(missing).mockResolvedValueOnce('list')
    away()
    look.mockResolvedValueOnce(new Response(null, { status: 502 }))
    away()
    serverAnswers()
    const loaded = retryImport(load)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(loaded).resolves.toBe('list')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is missing if the server is reachable', async () => {
    load.mockRejectedValue(missing)
    serverAnswers()
    await expect(retryImport(load)).rejects.toBe(missing)
  })

  test('fails at once for another reason', async () => {
    const failure = new TypeError('x is not a function')
    load.mockRejectedValue(failure)
    await expect(retryImport(load)).rejects.toBe(failure)
    expect(look).not.toHaveBeenCalled()
  })
})
