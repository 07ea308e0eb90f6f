import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getTokens } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { endSession, useSession } from './session'
import { FakeDesktop } from './test-desktop'
import { freshTokens, serve, signInAs, withServer } from './test-server'
import { usableTokens } from './tokens'

withServer()

let held: ReturnType<typeof signInAs>
beforeEach(() => {
  held = signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

describe('In the browser [8.2b, 8.2c]', () => {
  test('each refresh uses the refresh token of the previous one, and keeps all three tokens [7.16b]', async () => {
    const renewed = [
      { ...freshTokens(), RefreshToken: 'second' },
      { ...freshTokens(), RefreshToken: 'third' },
    ]
    const waiting = [...renewed]
    const calls = serve(getTokens, () => waiting.shift() ?? apiError('session.refresh_refused'))
    expect(await usableTokens(held.IdToken)).toEqual({ ok: true, tokens: renewed[0] })
    expect(useSession.getState().tokens).toEqual(renewed[0])
    expect(await usableTokens(renewed[0]?.IdToken)).toEqual({ ok: true, tokens: renewed[1] })
    expect(calls.map(({ body }) => body)).toEqual([{ refresh_token: held.RefreshToken }, { refresh_token: 'second' }])
  })

  test.each([
    ['is refused', apiError('session.refresh_refused')],
    ['brings no ID token', { AccessToken: 'a', RefreshToken: 'r' } as never],
  ])('a refresh that %s signs the person out [8.2b] [8.2c]', async (_, answer) => {
    vi.spyOn(console, 'error').mockReturnValue()
    serve(getTokens, answer)
    expect(await usableTokens(held.IdToken)).toMatchObject({ ok: false })
    expect(useSession.getState().tokens).toBeNull()
  })
})

describe('In the desktop app', () => {
  test('the main process renews the tokens, so that no refresh token is used twice [4.1c, D9]', async () => {
    const renewed = freshTokens()
    const app = new FakeDesktop({ freshTokens: () => renewed })
    vi.stubGlobal('wheelhouse', app.bridge)
    const calls = serve(getTokens, freshTokens())
    expect(await usableTokens(held.IdToken)).toEqual({ ok: true, tokens: renewed })
    expect(useSession.getState().tokens).toEqual(renewed)
    expect(app.callsOn('freshTokens')).toEqual([{ force: true }])
    expect(calls).toEqual([])
  })

  test('the page renews them itself while the main process knows no session', async () => {
    vi.stubGlobal('wheelhouse', new FakeDesktop({ freshTokens: () => null }).bridge)
    const renewed = freshTokens()
    serve(getTokens, renewed)
    expect(await usableTokens(held.IdToken)).toEqual({ ok: true, tokens: renewed })
  })

  test('a main process without a network signs nobody out', async () => {
    const fails = () => Promise.reject(new Error('The network is away.'))
    vi.stubGlobal('wheelhouse', new FakeDesktop({ freshTokens: fails }).bridge)
    expect(await usableTokens(held.IdToken)).toEqual({ ok: false, why: 'offline' })
    expect(useSession.getState().tokens).not.toBeNull()
  })
})
