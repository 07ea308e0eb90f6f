import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditEntry, readAudit } from '#shared/contract/audit/endpoints'
import { getTokens, sendEmailCode, signOut, verifyCode } from '#shared/contract/session/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let tom: Actor
let noor: Actor
beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes', email: 'tom@ridgeway.example' })
  noor = await server.person({ name: 'Noor Haddad' })
  await maya.createOrganisation('Ridgeway Cycles')
  await noor.createOrganisation('Tidewater Rowing Club')
  await maya.invites(tom)
})
beforeEach(() => server.clock.advance(60 * 60 * 1000))

const sessionsSeenBy = async (owner: Actor, params: { actor?: number; from?: string } = {}) =>
  (await owner.call(readAudit, { kind: 'session.', ...params })) as AuditEntry[]
const wrongCode = async (who: Actor, email: string) => {
  const right = await who.codeFor(email)
  return right === '000000' ? '000001' : '000000'
}

describe('Sign-ins in the owners’ audit log [D8]', () => {
  test('record who signed in, how, when and from where', async () => {
    const laptop = server.stranger()
    await laptop.signIn('tom@ridgeway.example')
    const [entry] = await sessionsSeenBy(maya)
    expect(entry).toMatchObject({
      kind: 'session.signed_in',
      actor_id: tom.user_id,
      actor_name: 'Tom Reyes',
      subject: `user:${tom.user_id}`,
      details: { by: 'code' },
      ip: laptop.ip,
      at: new Date(server.clock.now()).toISOString(),
    })
  })

  test('record wrong codes, too, whoever tried them', async () => {
    const thief = server.stranger()
    const email = 'tom@ridgeway.example'
    const from = new Date(server.clock.now()).toISOString()
    await thief.call(sendEmailCode, { email })
    const OTP = await wrongCode(thief, email)
    for (let guess = 1; guess <= 7; guess += 1) await thief.reply(verifyCode, { email, OTP })
    const failed = await sessionsSeenBy(maya, { from })
    // Attempts on a used-up code guess nothing, and must not fill the log.
    expect(failed.map(entry => [entry.kind, entry.actor_id, entry.ip])).toEqual(
      Array.from({ length: 5 }, () => ['session.sign_in_failed', tom.user_id, thief.ip]),
    )
    expect(failed[0]?.details).toEqual({ by: 'code' })
  })

  test('record sign-outs, and sessions that ended because a used token was presented', async () => {
    const from = new Date(server.clock.now()).toISOString()
    const phone = server.stranger()
    await phone.signIn('tom@ridgeway.example')
    const stolen = phone.tokens?.RefreshToken ?? ''
    phone.tokens = await phone.call(getTokens, { refresh_token: stolen })
    server.clock.advance(11_000)
    await phone.reply(getTokens, { refresh_token: stolen })
    const laptop = server.stranger()
    await laptop.signIn('tom@ridgeway.example')
    await laptop.call(signOut, { refresh_token: laptop.tokens?.RefreshToken ?? '' })
    expect((await sessionsSeenBy(maya, { from })).map(entry => entry.kind)).toEqual([
      'session.signed_out',
      'session.signed_in',
      'session.reuse_detected',
      'session.signed_in',
    ])
  })

  test('are filtered by person, like everything else', async () => {
    await server.stranger().signIn(maya.address)
    const ofMaya = await sessionsSeenBy(maya, { actor: maya.user_id })
    expect(ofMaya.map(entry => entry.kind)).toEqual(['session.signed_in'])
    expect((await sessionsSeenBy(maya, { actor: tom.user_id })).length).toBeGreaterThan(5)
  })

  test('are recorded in the organisations of the person, and in no other [D6]', async () => {
    expect(await sessionsSeenBy(noor)).toEqual([])
    await noor.invites(tom)
    tom.organization_id = maya.organization_id
    const from = new Date(server.clock.now()).toISOString()
    await server.stranger().signIn('tom@ridgeway.example')
    for (const owner of [maya, noor])
      expect((await sessionsSeenBy(owner, { from })).map(entry => entry.actor_id)).toEqual([tom.user_id])
    await expect(sessionsSeenBy(tom)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
  })

  test('answer alike for unknown addresses and others [D10]', async () => {
    const stranger = server.stranger()
    const email = 'nobody.at.all@ridgeway.example'
    await stranger.call(sendEmailCode, { email })
    const OTP = await wrongCode(stranger, email)
    const unknown = await stranger.reply(verifyCode, { email, OTP })
    await stranger.call(sendEmailCode, { email: 'tom@ridgeway.example' })
    const known = await stranger.reply(verifyCode, {
      email: 'tom@ridgeway.example',
      OTP: await wrongCode(stranger, 'tom@ridgeway.example'),
    })
    expect({ ...unknown, request_id: '' }).toEqual({ ...known, request_id: '' })
  })
})
