import { describe, expect, test } from 'vitest'
import type { DesktopSession } from '#shared/contract/desktop'
import { TestClock } from '../platform/test-clock'
import { askForGrant, checkServer, type Fetch, refreshTokens } from './server'
import { Session, type Tokens } from './session'
import { createVault } from './vault'

const hour = 3_600
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const tokens = (name: string, iat = 0): Tokens => ({
  IdToken: jwt({ iat, exp: iat + hour, name }),
  AccessToken: `access ${name}`,
  RefreshToken: `refresh ${name}`,
})
const maya: DesktopSession = {
  user_id: 7,
  organization_id: 3,
  organization_name: 'Ridgeway',
  tokens: tokens('first', 1),
}

function computer(kept: DesktopSession | null = null) {
  const clock = new TestClock()
  const world = {
    vault: kept ? JSON.stringify(kept) : (null as string | null),
    refreshed: [] as string[],
    answer: async (): Promise<Tokens | null> => tokens('second', hour + 2),
    changes: [] as (number | undefined)[],
    told: [] as (string | undefined)[],
  }
  const session = new Session({
    clock,
    vault: {
      read: () => world.vault,
      write(text) {
        world.vault = text
      },
    },
    refresh(token) {
      world.refreshed.push(token)
      return world.answer()
    },
    onChange: now => world.changes.push(now?.organization_id),
    onTokens: now => world.told.push(now?.AccessToken),
  })
  return { clock, world, session }
}

describe('The session of this computer [4.1, D9]', () => {
  test('tokens are renewed when exp has passed, once for all concurrent callers [4.1b, 4.1c]', async () => {
    const { session, clock, world } = computer()
    session.set(maya)
    expect((await session.fresh({ force: false }))?.AccessToken).toBe('access first')
    await clock.pass((hour + 1) * 1000)
    const all = await Promise.all([1, 2, 3].map(() => session.fresh({ force: false })))
    expect(all.map(renewed => renewed?.AccessToken)).toEqual(['access second', 'access second', 'access second'])
    expect(world.refreshed).toEqual(['refresh first'])
    expect(world.told).toEqual(['access second'])
    expect(world.vault).toContain('refresh second')
  })

  test('a refused refresh ends the session; a missing network does not [4.1d]', async () => {
    const { session, world } = computer()
    session.set(maya)
    world.answer = async () => {
      throw new Error('offline')
    }
    await expect(session.fresh({ force: true })).rejects.toThrow('offline')
    expect(session.current?.user_id).toBe(7)
    world.answer = async () => null
    expect(await session.fresh({ force: true })).toBeNull()
    expect(session.current).toBeNull()
    expect(world).toMatchObject({ vault: null, told: [undefined], changes: [3, undefined] })
  })

  test('outdated tokens from the page do not replace renewed ones: the old refresh token would end the session', async () => {
    const { session, world } = computer()
    session.set(maya)
    await session.fresh({ force: true })
    session.set(maya)
    expect(session.current?.tokens.RefreshToken).toBe('refresh second')
    expect(world.told).toEqual(['access second', 'access second'])
    session.set({ ...maya, user_id: 8 })
    expect(session.current?.tokens.RefreshToken).toBe('refresh first')
  })

  test('a reply that arrives after signing out is discarded', async () => {
    const { session, world } = computer()
    session.set(maya)
    let give = (_: Tokens | null) => {}
    world.answer = () =>
      new Promise(resolve => {
        give = resolve
      })
    const asked = session.fresh({ force: true })
    session.set(null)
    give(tokens('late', hour + 9))
    expect(await asked).toBeNull()
    expect(session.current).toBeNull()
  })

  test('a stored session is there after a restart; an unreadable one counts as none', () => {
    expect(computer(maya).session.current).toEqual(maya)
    expect(computer({ ...maya, user_id: -1 }).session.current).toBeNull()
  })

  test('changing the organisation is a change, renewed tokens of the same one are not', () => {
    const { session, world } = computer()
    session.set(maya)
    session.set({ ...maya, tokens: tokens('newer', 5) })
    session.set({ ...maya, organization_id: 4 })
    expect(world.changes).toEqual([3, 4])
  })
})

describe('The storage of the session', () => {
  function vault({ backend = 'gnome_libsecret', isAvailable = true } = {}) {
    const world = { sealed: null as string | null, said: 0 }
    const kept = createVault({
      platform: 'linux',
      safeStorage: {
        isEncryptionAvailable: () => isAvailable,
        encryptString: text => Buffer.from(text.split('').reverse().join('')),
        decryptString: sealed => sealed.toString().split('').reverse().join(''),
        getSelectedStorageBackend: () => backend as 'basic_text',
      },
      read: () => world.sealed,
      write(sealed) {
        world.sealed = sealed
      },
      onPlain() {
        world.said += 1
      },
    })
    return { kept, world }
  }

  test('is encrypted by the system, and the person is told if the system protects nothing', () => {
    const good = vault()
    good.kept.write('secret')
    expect(good.world).toEqual({ sealed: Buffer.from('terces').toString('base64'), said: 0 })
    expect(good.kept.read()).toBe('secret')
    const plain = vault({ backend: 'basic_text' })
    plain.kept.write('secret')
    expect(plain.world.said).toBe(1)
  })

  test('is not used if nothing can be encrypted', () => {
    const { kept, world } = vault({ isAvailable: false })
    kept.write('secret')
    expect(world.sealed).toBeNull()
    expect(kept.read()).toBeNull()
  })
})

describe('The server [7.3]', () => {
  const answering =
    (answers: Record<string, [number, unknown]>): Fetch =>
    async input => {
      const { url } = new Request(input)
      const found = Object.entries(answers).find(([start]) => url.startsWith(start))
      if (!found) throw new Error('ECONNREFUSED')
      const [status, body] = found[1]
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
    }
  const live = [200, { data: { live: true }, status: 200, message: 'OK' }] as [number, unknown]

  test.each([
    ['wheelhouse.example', { 'https://wheelhouse.example/healthcheck': live }, 'https://wheelhouse.example'],
    ['192.168.1.5:4780', { 'http://192.168.1.5:4780/healthcheck': live }, 'http://192.168.1.5:4780'],
    [' https://w.example/docs/ ', { 'https://w.example/healthcheck': live }, 'https://w.example'],
  ])('%s is found by its health check', async (typed, answers, address) => {
    expect(await checkServer(typed, answering(answers))).toEqual({ ok: true, address })
  })

  test.each([
    ['', 'not_an_address'],
    ['not an address', 'not_an_address'],
    ['file:///etc/passwd', 'not_an_address'],
    ['https://maya:secret@w.example', 'not_an_address'],
    ['nobody.example', 'unreachable'],
    ['https://other.example', 'not_wheelhouse'],
    ['https://broken.example', 'not_wheelhouse'],
  ])('%s is refused: %s', async (typed, reason) => {
    const fetch = answering({
      'https://other.example': [200, '<html>'],
      'https://broken.example': [503, { data: { live: true } }],
    })
    expect(await checkServer(typed, fetch)).toEqual({ ok: false, reason })
  })

  test('an error of the server differs from an unreachable server', async () => {
    const server = 'https://w.example'
    const good = {
      'https://w.example/user/authentication/getTokens': [200, { data: tokens('new') }] as [number, unknown],
    }
    expect(await refreshTokens(server, 'x', answering(good))).toEqual(tokens('new'))
    const refused = answering({ [server]: [401, { data: null }] })
    expect(await refreshTokens(server, 'x', refused)).toBeNull()
    await expect(refreshTokens(server, 'x', answering({ [server]: [503, {}] }))).rejects.toThrow('503')
    await expect(refreshTokens(server, 'x', answering({}))).rejects.toThrow()
  })

  test('permission for a picture is requested with its length, as the signed-in person', async () => {
    const seen: unknown[] = []
    const grant = { id: crypto.randomUUID(), url: 'x', method: 'PUT', headers: {}, key: 'k', expires_in: 60 }
    const fetch: Fetch = async (input, init) => {
      const request = new Request(input, init)
      seen.push(request.url, request.headers.get('authorization'), await request.json())
      return Response.json({ data: grant })
    }
    const caller = { user_id: 7, organization_id: 3, IdToken: 'id' }
    expect(await askForGrant('https://w.example', caller, 1234, fetch)).toEqual(grant)
    expect(seen).toEqual([
      'https://w.example/frame?user_id=7&origin_id=7&organization_id=3',
      'Bearer id',
      { kind: 'screenshot', content_length: 1234, user_id: 7, origin_id: 7, organization_id: 3 },
    ])
  })
})
