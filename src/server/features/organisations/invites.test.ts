import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import {
  acceptInvite,
  declineInvite,
  deleteInvite,
  type InviteResult,
  invitePeople,
  listInvites,
} from '#shared/contract/organisations/invites'
import { removeUser } from '#shared/contract/organisations/people'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let memberRole: number
let managerRole: number
let people = 0

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
})

beforeEach(async () => {
  // Each test has an hour of its own, so that signing in stays within the rate limit of an address.
  server.clock.advance(60 * 60 * 1_000)
  await maya.signIn(maya.address)
  await maya.createOrganisation('Ridgeway Cycles')
  const { roles } = await maya.call(organisationInfo, {})
  managerRole = roles.find(role => role.role_name === 'Manager')?.role_id ?? 0
  memberRole = roles.find(role => role.role_name === 'Member')?.role_id ?? 0
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A new person with an e-mail or a phone. */
function person(address: { email?: string; phone?: string } = {}): Promise<Actor> {
  people += 1
  return server.person({
    name: `Tom ${people}`,
    ...(address.phone ? {} : { email: `tom.${people}@ridgeway.example` }),
    ...address,
  })
}

async function invited(
  params: { email_id?: string; phone_number?: string },
  role_id = memberRole,
): Promise<InviteResult> {
  const [result] = await maya.call(invitePeople, { invites: [{ ...params, role_id }] })
  if (!result) throw new Error('No result came.')
  return result
}

async function inviteOf(who: Actor, role_id = memberRole): Promise<number> {
  const { invite } = await invited(
    who.address.includes('@') ? { email_id: who.address } : { phone_number: who.address },
    role_id,
  )
  return invite?.invite_id ?? 0
}

async function messagesTo(address: string): Promise<string[]> {
  const response = await fetch(`${server.url}/outbox.json?to=${encodeURIComponent(address)}`)
  return ((await response.json()) as { text: string; code: string | null }[]).flatMap(message =>
    message.code ? [] : [message.text],
  )
}

describe('Sending invites [6.6]', () => {
  test('by e-mail and phone, each normalised and delivered in a message with a link [3.5] [5.6a]', async () => {
    const results = await maya.call(invitePeople, {
      invites: [
        { email_id: ' Ida.Holm@Ridgeway.Example', phone_number: '', role_id: memberRole },
        { phone_number: '+1 (555) 010-0199', role_id: managerRole },
      ],
    })
    expect(results).toMatchObject([
      {
        status: 200,
        invite: {
          email_id: 'ida.holm@ridgeway.example',
          phone_number: null,
          role_name: 'Member',
          status: 'pending',
          invited_by: 'Maya Okafor',
        },
      },
      {
        status: 200,
        invite: { email_id: null, phone_number: '+15550100199', role_id: managerRole, role_name: 'Manager' },
      },
    ])
    const [mail] = await messagesTo('ida.holm@ridgeway.example')
    expect(mail).toContain('Maya Okafor invites you to Ridgeway Cycles')
    expect(mail).toContain(`${server.app.context.publicUrl()}/#/workspace`)
    expect(await messagesTo('+15550100199')).toHaveLength(1)
  })

  test('answers for each in order, and a refused one does not stop the others [D5]', async () => {
    const member = await person()
    await maya.invites(member)
    const results = await maya.call(invitePeople, {
      invites: [
        { email_id: 'not an address', role_id: memberRole },
        { email_id: 'lee@ridgeway.example', role_id: memberRole },
        { email_id: member.address.toUpperCase(), role_id: memberRole },
        { phone_number: '0555', role_id: memberRole },
        { role_id: memberRole },
        { email_id: 'kim@ridgeway.example', phone_number: '+15550100123', role_id: memberRole },
        { email_id: 'kim@ridgeway.example', role_id: 9_999 },
      ],
    })
    expect(results.map(result => [result.status, result.code])).toEqual([
      [400, 'request.invalid'],
      [200, undefined],
      [409, 'invite.already_member'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [404, 'role.not_found'],
    ])
    expect((await maya.call(listInvites, {})).filter(invite => invite.status === 'pending')).toHaveLength(1)
  })

  test('uses the language of the person who invites', async () => {
    await maya.call(updateProfile, { user_language: 'de' })
    await invited({ email_id: 'jan@ridgeway.example' })
    await maya.call(updateProfile, { user_language: 'en' })
    expect((await messagesTo('jan@ridgeway.example'))[0]).toContain('lädt dich zu Ridgeway Cycles')
  })

  test('again renews the existing invite, with the new role and the full time [D5]', async () => {
    const tom = await person()
    const first = (await invited({ email_id: tom.address })).invite
    server.clock.advance(20 * day)
    await Promise.all([maya.signIn(maya.address), tom.signIn(tom.address)])
    const second = (await invited({ email_id: tom.address }, managerRole)).invite

    expect(second).toMatchObject({ invite_id: first?.invite_id, role_name: 'Manager', status: 'pending' })
    expect(Date.parse(second?.expires_at ?? '') - server.clock.now()).toBe(30 * day)
    expect(await messagesTo(tom.address)).toHaveLength(2)
    expect(await maya.call(listInvites, {})).toHaveLength(1)
  })

  test('twice to the same address in one call is one invite and one message', async () => {
    const results = await maya.call(invitePeople, {
      invites: [
        { email_id: 'noor@ridgeway.example', role_id: memberRole },
        { email_id: 'NOOR@ridgeway.example', role_id: managerRole },
      ],
    })
    expect(results[0]?.invite).toEqual(results[1]?.invite)
    expect(results[0]?.invite?.role_name).toBe('Manager')
    expect(await messagesTo('noor@ridgeway.example')).toHaveLength(1)
  })

  test('by two people to the same address at the same moment is one invite', async () => {
    const tom = await person()
    await maya.invites(tom, 'Manager')
    const params = { invites: [{ email_id: 'ray@ridgeway.example', role_id: memberRole }] }
    const [[first], [other]] = await Promise.all([maya.call(invitePeople, params), tom.call(invitePeople, params)])
    expect(first?.invite?.invite_id).toBe(other?.invite?.invite_id)
  })

  test('keeps an invite that could not be delivered, and its result says so', async () => {
    const send = server.app.context.messenger.send
    vi.spyOn(server.app.context.messenger, 'send').mockImplementation(async message => {
      if (message.to === 'bad@ridgeway.example') throw new Error('No such mailbox.')
      await send(message)
    })
    const results = await maya.call(invitePeople, {
      invites: [
        { email_id: 'bad@ridgeway.example', role_id: memberRole },
        { email_id: 'good@ridgeway.example', role_id: memberRole },
      ],
    })
    expect(results).toMatchObject([
      { status: 502, code: 'invite.not_sent', invite: { email_id: 'bad@ridgeway.example', status: 'pending' } },
      { status: 200, invite: { email_id: 'good@ridgeway.example' } },
    ])
    expect((await maya.call(listInvites, {})).map(invite => invite.email_id)).toEqual([
      'good@ridgeway.example',
      'bad@ridgeway.example',
    ])
  })
})

describe('The list of invites', () => {
  test('pages, newest first, and shows expired ones as expired [D5]', async () => {
    await invited({ email_id: 'a@ridgeway.example' })
    server.clock.advance(30 * day)
    await maya.signIn(maya.address)
    await invited({ email_id: 'b@ridgeway.example' })
    await invited({ email_id: 'c@ridgeway.example' })

    const first = await maya.reply(listInvites, { limit: 2 })
    const rest = await maya.reply(listInvites, { limit: 2, cursor: first.next_cursor ?? '' })
    expect(first.data.map(invite => [invite.email_id, invite.status])).toEqual([
      ['c@ridgeway.example', 'pending'],
      ['b@ridgeway.example', 'pending'],
    ])
    expect(rest.data.map(invite => [invite.email_id, invite.status])).toEqual([['a@ridgeway.example', 'expired']])
    expect(rest.next_cursor).toBeNull()
  })
})

describe('Accepting an invite [D5]', () => {
  test('the invited person sees it in their profile, joins with its role, and may accept twice', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom, managerRole)
    expect((await tom.profile()).open_invites).toMatchObject([
      {
        invite_id,
        organization_id: maya.organization_id,
        organization_name: 'Ridgeway Cycles',
        role_name: 'Manager',
        invited_by: 'Maya Okafor',
      },
    ])
    const joined = await tom.call(acceptInvite, { invite_id })
    expect(joined).toMatchObject({ organization_id: maya.organization_id, org_role: 'member', member_count: 2 })
    expect(await tom.call(acceptInvite, { invite_id })).toEqual(joined)
    expect((await tom.profile()).open_invites).toEqual([])
    const { all_users } = await maya.call(organisationInfo, {})
    expect(all_users.find(all_user => all_user.user_id === tom.user_id)?.role_ids).toEqual([managerRole])
    expect(await maya.call(listInvites, {})).toMatchObject([{ status: 'accepted' }])
  })

  test('many times at the same moment makes one member', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => tom.call(acceptInvite, { invite_id })))
    expect(outcomes.every(outcome => outcome.member_count === 2)).toBe(true)
    const events = await server.asOwner(`select 1 from events where organization_id = $1 and kind = 'member.joined'`, [
      maya.organization_id,
    ])
    expect(events).toHaveLength(1)
  })

  test('works with a phone that was typed in another notation', async () => {
    const tom = await person({ phone: '+15550107788' })
    const { invite } = await invited({ phone_number: '+1 555 010-7788' })
    expect(await tom.call(acceptInvite, { invite_id: invite?.invite_id ?? 0 })).toMatchObject({ member_count: 2 })
  })

  test('is impossible with another address: for that person the invite does not exist [D6]', async () => {
    const [tom, eve] = [await person(), await person()]
    const invite_id = await inviteOf(tom)
    const missing = { status: 404, code: 'invite.not_found' }
    await expect(eve.call(acceptInvite, { invite_id })).rejects.toMatchObject(missing)
    await expect(eve.call(declineInvite, { invite_id })).rejects.toMatchObject(missing)
    expect((await eve.profile()).open_invites).toEqual([])
  })

  test('is possible until it expires', async () => {
    const [tom, ray] = [await person(), await person()]
    const early = await inviteOf(tom)
    server.clock.advance(1)
    const late = await inviteOf(ray)
    server.clock.advance(30 * day - 1)
    await Promise.all([tom.signIn(tom.address), ray.signIn(ray.address), maya.signIn(maya.address)])
    await expect(tom.call(acceptInvite, { invite_id: early })).rejects.toMatchObject({
      status: 410,
      code: 'invite.expired',
    })
    expect((await tom.profile()).open_invites).toEqual([])
    expect(await ray.call(acceptInvite, { invite_id: late })).toMatchObject({ member_count: 2 })
  })

  test('does not restore the membership of somebody who was removed since', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom)
    await tom.call(acceptInvite, { invite_id })
    await maya.call(removeUser, { user_to_be_removed: tom.user_id })
    await expect(tom.call(acceptInvite, { invite_id })).rejects.toMatchObject({ code: 'invite.not_found' })
  })

  test('by a second address adds its role, and is not offered to a member', async () => {
    const tom = await person()
    const [first, second] = [await inviteOf(tom), (await invited({ phone_number: '+15550106655' }, managerRole)).invite]
    await server.asOwner('update users set phone = $1 where id = $2', ['+15550106655', tom.user_id])
    await tom.call(acceptInvite, { invite_id: first })
    expect((await tom.profile()).open_invites).toEqual([])
    await tom.call(acceptInvite, { invite_id: second?.invite_id ?? 0 })
    const { all_users } = await maya.call(organisationInfo, {})
    expect(all_users.find(all_user => all_user.user_id === tom.user_id)?.role_ids).toEqual([managerRole, memberRole])
  })
})

describe('Declining and revoking [D5]', () => {
  test('a declined invite is gone for the person and shown to the organisation', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom)
    expect(await tom.call(declineInvite, { invite_id })).toBeNull()
    expect(await tom.call(declineInvite, { invite_id })).toBeNull()
    expect((await tom.profile()).open_invites).toEqual([])
    await expect(tom.call(acceptInvite, { invite_id })).rejects.toMatchObject({ code: 'invite.not_found' })
    expect(await maya.call(listInvites, {})).toMatchObject([{ status: 'declined' }])
    await expect(maya.call(deleteInvite, { invite_id })).rejects.toMatchObject({ status: 409, code: 'invite.answered' })
  })

  test('an invite that was accepted cannot be declined', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom)
    await tom.call(acceptInvite, { invite_id })
    await expect(tom.call(declineInvite, { invite_id })).rejects.toMatchObject({
      status: 404,
      code: 'invite.not_found',
    })
  })

  test('a revoked invite cannot be accepted, and a new one can be sent', async () => {
    const tom = await person()
    const invite_id = await inviteOf(tom)
    expect(await maya.call(deleteInvite, { invite_id })).toBeNull()
    expect(await maya.call(deleteInvite, { invite_id })).toBeNull()
    await expect(tom.call(acceptInvite, { invite_id })).rejects.toMatchObject({ code: 'invite.not_found' })
    expect(await inviteOf(tom)).not.toBe(invite_id)
  })

  test('an invite of another organisation looks missing [D6]', async () => {
    const [tom, noor] = [await person(), await person()]
    const invite_id = await inviteOf(tom)
    await noor.createOrganisation('Tidewater Rowing Club')
    await expect(noor.call(deleteInvite, { invite_id })).rejects.toMatchObject({
      status: 404,
      code: 'invite.not_found',
    })
  })
})
