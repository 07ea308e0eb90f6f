import { describe, expect, test } from 'vitest'
import { availableEntries, bottomEntries, entriesFor, isActive, type NavEntry } from './nav-entries'

const order = ['chat', 'home', 'mytasks', 'activity', 'docs', 'jobs', 'feed', 'dashboard']
const all = availableEntries
const ids = (entries: readonly NavEntry[]) => entries.map(entry => entry.id)

describe('The navigation', () => {
  test('has eight places with their routes [2.6] [2.7] [2.8] [2.9] [2.10] [2.11] [2.12] [2.13]', () => {
    expect(all.map(({ id, route }) => [id, route])).toEqual([
      ['chat', '/chat'],
      ['home', '/home/spaces'],
      ['mytasks', '/mytasks'],
      ['activity', '/activity'],
      ['docs', '/docs'],
      ['jobs', '/jobs'],
      ['feed', '/feed'],
      ['dashboard', '/dashboard'],
    ])
  })

  test('shows Activity and My Tasks only in a premium workspace, and all else to everybody who is signed in [2.14, 6.2, 6.3]', () => {
    expect(ids(entriesFor(false, all))).toEqual(['chat', 'home', 'docs', 'jobs', 'feed', 'dashboard'])
    expect(ids(entriesFor(true, all))).toEqual(order)
  })

  test('marks the entry whose first segment begins the path [2.15]', () => {
    const home = { route: '/home/spaces' }
    expect(isActive(home, '/home/messages/4')).toBe(true)
    expect(isActive(home, '/home')).toBe(true)
    expect(isActive(home, '/homework')).toBe(false)
    expect(isActive(home, '/chat')).toBe(false)
  })

  test('has four places and More at the bottom, others without premium', () => {
    expect(ids(bottomEntries(true, all).shown)).toEqual(['chat', 'home', 'mytasks', 'activity'])
    expect(ids(bottomEntries(false, all).shown)).toEqual(['chat', 'home', 'docs', 'feed'])
    expect(ids(bottomEntries(false, all).more)).toEqual(['jobs', 'dashboard'])
  })

  test('fills the bottom with what is available', () => {
    const few = all.filter(entry => entry.id === 'chat' || entry.id === 'docs')
    expect(ids(bottomEntries(true, few).shown)).toEqual(['chat', 'docs'])
    expect(bottomEntries(true, few).more).toEqual([])
  })
})
