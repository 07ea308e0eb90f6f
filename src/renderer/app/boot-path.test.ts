import { afterEach, describe, expect, test } from 'vitest'
import { hashRouteOf, replacePlainPath } from './boot-path'

const routeOf = (address: string) => hashRouteOf(new URL(address, 'http://app.example'))

describe('A plain address becomes a hash route [D12]', () => {
  test.each([
    ['/', '/'],
    ['/index.html', '/'],
    ['/login', '/login'],
    ['/verify?email=maya%40ridgeway.example', '/verify?email=maya%40ridgeway.example'],
    ['/docs/3#org', '/docs/3#org'],
    ['/docs/3?log=9#org', '/docs/3?log=9#org'],
    ['/#/docs/3?log=9#org', '/docs/3?log=9#org'],
    ['/login#/chat', '/chat'],
    ['/#org', '/home/spaces#org'],
    ['/#payment', '/home/spaces#payment'],
    ['/#small', '/home/spaces#small'],
  ])('%s becomes %s', (address, route) => {
    expect(routeOf(address)).toBe(route)
  })

  afterEach(() => history.replaceState(null, '', '/'))

  test('replaces the address, so that the back button skips the plain one', () => {
    history.replaceState(null, '', '/docs/3?log=9#org')
    const { length } = history
    replacePlainPath()
    expect(location.pathname + location.search + location.hash).toBe('/#/docs/3?log=9#org')
    expect(history.length).toBe(length)
  })
})
