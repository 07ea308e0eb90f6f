import { describe, expect, test } from 'vitest'
import { createSettings } from './settings'

const maya = { user_id: 7, organization_id: 3 }
const agreed = { agreed_at: '2026-05-04T08:00:00.000Z', start_with_computer: true }

function settings(kept: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(kept))
  return createSettings({ get: name => values.get(name), set: (name, value) => void values.set(name, value) })
}

describe('Settings of this computer', () => {
  test('by default capture may start by itself, and nobody has consented to anything [9.3b, D34]', () => {
    const fresh = settings()
    expect(fresh.get('autoStart')).toBe(true)
    expect(fresh.get('server')).toBeNull()
    expect(fresh.consent(maya).agreed_at).toBeNull()
    expect(fresh.consent(null).agreed_at).toBeNull()
  })

  test('consent is for one person in one organisation, and can be withdrawn [D34]', () => {
    const kept = settings()
    kept.setConsent(maya, agreed)
    expect(kept.consent(maya)).toEqual(agreed)
    expect(kept.consent({ ...maya, organization_id: 4 }).agreed_at).toBeNull()
    expect(kept.consent({ ...maya, user_id: 8 }).agreed_at).toBeNull()
    expect(kept.setConsent(maya, null).agreed_at).toBeNull()
    expect(kept.consent(maya).agreed_at).toBeNull()
  })

  test('a stop by hand outlives the program [4.11d]', () => {
    const kept = settings()
    kept.setStopped(maya, true)
    expect(kept.isStopped(maya)).toBe(true)
    expect(kept.isStopped({ ...maya, user_id: 8 })).toBe(false)
    kept.setStopped(maya, false)
    expect(kept.isStopped(maya)).toBe(false)
  })

  test('a damaged file contains no consent', () => {
    const broken = settings({ consents: { '7 in 3': { agreed_at: 'yes' } }, stopped: 7, window: 'big', server: 'x' })
    expect(broken.consent(maya).agreed_at).toBeNull()
    expect(broken.get('window')).toBeNull()
    expect(broken.get('server')).toBeNull()
  })
})
