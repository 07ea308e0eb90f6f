// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { decideRoute, type Place, pathToRemember, type RoutingState } from './guards'

const place = (path: string): Place => {
  const { pathname, search, hash } = new URL(path, 'http://app.example')
  return { pathname, search, hash }
}
const maya: RoutingState = { isSignedIn: true, displayName: 'Maya', organizationId: 3, remembered: null }
const nobody: RoutingState = { isSignedIn: false, displayName: null, organizationId: -1, remembered: null }
const to = (path: string) => ({ go: 'to', path })
const show = { go: 'show' }

describe('Signed in', () => {
  test.each(['', '   '])('a display name of %j leads to /profile [4.2a] [5.2a]', displayName => {
    const unnamed = { ...maya, displayName, organizationId: -1 }
    expect(decideRoute(place('/chat'), unnamed)).toEqual(to('/profile'))
    expect(decideRoute(place('/workspace'), unnamed)).toEqual(to('/profile'))
    expect(decideRoute(place('/profile'), unnamed)).toEqual(show)
  })

  test('no selected organisation leads to /workspace [4.2b] [5.2b]', () => {
    const homeless = { ...maya, organizationId: -1 }
    expect(decideRoute(place('/chat'), homeless)).toEqual(to('/workspace'))
    expect(decideRoute(place('/profile'), homeless)).toEqual(to('/workspace'))
    expect(decideRoute(place('/workspace'), homeless)).toEqual(show)
  })

  test('/ leads to the remembered path with hash and query, by default to /chat [4.2c]', () => {
    expect(decideRoute(place('/'), maya)).toEqual(to('/chat'))
    expect(decideRoute(place('/'), { ...maya, remembered: '/docs/3?log=9#org' })).toEqual(to('/docs/3?log=9#org'))
  })

  test.each(['/admin', '/verify?admin', '/verify?email=a&admin'])('%s leads to the operator’s page [D7]', path => {
    for (const organizationId of [maya.organizationId, -1])
      expect(decideRoute(place(path), { ...maya, organizationId })).toEqual(to('/operate'))
    expect(decideRoute(place(path), { ...maya, displayName: '' })).toEqual(to('/profile'))
  })

  test('the operator’s page is shown without a workspace too, and to nobody who is signed out [D7]', () => {
    for (const organizationId of [maya.organizationId, -1])
      expect(decideRoute(place('/operate'), { ...maya, organizationId })).toEqual(show)
    expect(decideRoute(place('/operate'), nobody)).toEqual(to('/login'))
  })

  test.each(['/login', '/verify'])('%s is complete and leads into the app', path => {
    expect(decideRoute(place(path), maya)).toEqual(to('/chat'))
  })

  test.each(['/chat', '/docs/3', '/profile', '/workspace', '/nothing-here', '/logout'])('%s is shown', path => {
    expect(decideRoute(place(path), maya)).toEqual(show)
  })

  test('the app waits for the profile, but signing out is always possible', () => {
    expect(decideRoute(place('/chat'), { ...maya, displayName: null })).toEqual({ go: 'wait' })
    expect(decideRoute(place('/logout'), { ...maya, displayName: null })).toEqual(show)
  })
})

test('the guests’ page leads into the app, even before the profile has loaded', () => {
  expect(decideRoute(place('/chat-guest'), maya)).toEqual(to('/chat'))
  expect(decideRoute(place('/chat-guest'), { ...maya, displayName: null, remembered: '/docs/3' })).toEqual(
    to('/docs/3'),
  )
})

describe('Signed out', () => {
  test('a guest’s recording is carried to the sign-in, and nothing else [3.20, 8.4b]', () => {
    expect(decideRoute(place('/chat?batchId=0622c69b&code=123456'), nobody)).toEqual(to('/login?batchId=0622c69b'))
  })

  test.each(['/', '/chat', '/docs/3', '/profile', '/verifying'])('%s leads to /login [4.3b]', path => {
    expect(decideRoute(place(path), nobody)).toEqual(to('/login'))
  })

  test.each(['/login', '/verify', '/meeting', '/chat-guest', '/admin', '/logout'])(
    '%s is shown [4.3b] [2.3a]',
    path => {
      expect(decideRoute(place(path), nobody)).toEqual(show)
    },
  )

  test.each(['/docs/3?log=9#org', '/feed', '/workspace'])('%s is remembered [4.3a]', path => {
    expect(pathToRemember(place(path), false, ['/chat'])).toBe(path)
  })

  test.each(['/login', '/verify?email=a', '/meeting', '/chat-guest', '/admin', '/', '/logout'])(
    '%s is not [4.3a]',
    path => {
      expect(pathToRemember(place(path), false, ['/chat'])).toBeNull()
    },
  )
})

test('while signed in, / leads back to the pages of the navigation', () => {
  const places = ['/chat', '/docs']
  expect(pathToRemember(place('/docs/3#org'), true, places)).toBe('/docs/3#org')
  expect(pathToRemember(place('/profile'), true, places)).toBeNull()
  expect(pathToRemember(place('/intro'), true, places)).toBeNull()
})
