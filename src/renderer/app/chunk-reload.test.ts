import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadForChunk } from './chunk-reload'

const reload = vi.hoisted(() => vi.fn())
vi.mock('../platform/reload', () => ({ reload, reloadToRoot: vi.fn() }))

beforeEach(() => reload.mockClear())
afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

describe('A module that does not load [4.18b]', () => {
  test('reloads the page in place', () => {
    history.replaceState(null, '', '/#/docs/3')
    expect(reloadForChunk()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
    expect(location.hash).toBe('#/docs/3')
  })

  test.each(['#/home', '#/home/messages/4'])('goes to the start of Home first from %s', hash => {
    history.replaceState(null, '', `/${hash}`)
    reloadForChunk()
    expect(location.hash).toBe('#/home/spaces')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('does not reload repeatedly', () => {
    expect(reloadForChunk(1_000_000)).toBe(true)
    expect(reloadForChunk(1_059_999)).toBe(false)
    expect(reloadForChunk(1_060_000)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
