import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import {
  createJoinLink,
  joinByLink,
  listJoinLinks,
  readJoinLink,
  revokeJoinLink,
} from '#shared/contract/organisations/join-links'
import { joinLinks as limits } from '#shared/contract/organisations/limits'
import { removeUser } from '#shared/contract/organisations/people'
import { addRole, editRole } from '#shared/contract/organisations/roles'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { allRefused } from '../tasks/test-tasks'

let server: TestServer
let maya: Actor
let tom: Actor
let dev: Actor
let roleIds: { manager: number; member: number }
const gone = { status: 404, code: 'join_link.not_found' }

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  dev = await server.person({ name: 'Dev Anand' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom, 'Manager')
  await maya.invites(dev)
  const { roles } = await maya.call(organisationInfo, {})
  const idOf = (name: string) => roles.find(role => role.role_name === name)?.role_id ?? 0
  roleIds = { manager: idOf('Manager'), member: idOf('Member') }
})

let people = 0
const newcomer = () => {
  people += 1
  return server.person({ name: `Ida ${people}`, email: `ida.${people}@ridgeway.example` })
}
const linkTo = (role_id: number, more: { expires_in_days?: number; max_uses?: number } = {}, who = maya) =>
  who.call(createJoinLink, { role_id, ...more })

describe('A join link [D5]', () => {
  test('lets whoever has it join with its role, as often as it says', async () => {
    const { token: join_token, link } = await linkTo(roleIds.member, { max_uses: 2 })
    const [ida, max, eve] = [await newcomer(), await newcomer(), await newcomer()]
    expect(await ida.call(readJoinLink, { join_token })).toMatchObject({
      organization_name: 'Ridgeway Cycles',
      role_name: 'Member',
      invited_by: 'Maya Okafor',
      is_member: false,
    })
    const joined = await ida.call(joinByLink, { join_token })
    expect(joined).toMatchObject({ organization_id: maya.organization_id, org_role: 'member' })
    // Joining again uses nothing up.
    await ida.call(joinByLink, { join_token })
    const outcomes = await Promise.allSettled([max, eve].map(who => who.call(joinByLink, { join_token })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: gone })
    const listed = (await maya.call(listJoinLinks, {})).find(({ link_id }) => link_id === link.link_id)
    expect(listed).toMatchObject({ uses: 2, max_uses: 2, status: 'used_up' })
    const { all_users } = await maya.call(organisationInfo, {})
    expect(all_users.find(({ user_id }) => user_id === ida.user_id)?.role_ids).toEqual([roleIds.member])
    const [entry] = await maya.call(readAudit, { kind: 'invite.accepted', actor: ida.user_id })
    expect(entry?.details).toMatchObject({ link_id: link.link_id, role_id: roleIds.member })
  })

  test('ends when it expires or is revoked, and says nothing of a wrong one', async () => {
    const ida = await newcomer()
    const revoked = await linkTo(roleIds.member)
    await maya.call(revokeJoinLink, { link_id: revoked.link.link_id })
    const expired = await linkTo(roleIds.member, { expires_in_days: 1 })
    const open = await linkTo(roleIds.member)
    server.clock.advance(day)
    for (const who of [maya, tom, dev, ida]) await who.signIn(who.address)
    const tokens = [revoked.token, expired.token, `${open.token.slice(0, -1)}${open.token.endsWith('A') ? 'B' : 'A'}`]
    for (const join_token of [...tokens, `9${open.token}`, 'nothing', ''])
      await allRefused(gone, [ida.call(readJoinLink, { join_token }), ida.call(joinByLink, { join_token })])
    expect((await ida.call(readJoinLink, { join_token: open.token })).is_member).toBe(false)
  })

  test('gives no more than its creator may give, then and later [D41]', async () => {
    const inviter = await maya.call(addRole, { role_name: 'Inviter', capabilities: ['people.invite'] })
    const lena = await newcomer()
    await maya.invites(lena, 'Inviter')
    const wide = await maya.call(addRole, { role_name: 'Coder', capabilities: ['jobs.custom_code'] })
    await allRefused({ status: 403, code: 'grant.too_much' }, [linkTo(wide.role_id, {}, lena)])
    const secret = await maya.call(addRole, { role_name: 'Readers' })
    const toSecret = await linkTo(secret.role_id, {}, lena)
    const { doc_id } = await maya.call(createDocument, {
      document_name: 'Wages',
      document_type: 'document',
      access: 'private',
    })
    const ida = await newcomer()
    const plain = await maya.call(addRole, { role_name: 'Plain' })
    const toPlain = await linkTo(plain.role_id, {}, lena)
    const owner_needed = { status: 403, code: 'invite.owner_needed' }
    // The role opens a document that Lena cannot see.
    const grantee = { grantee_kind: 'role', grantee_id: secret.role_id } as const
    await maya.call(grantAccess, { doc_id, ...grantee, level: 'viewer' })
    await allRefused(owner_needed, [ida.call(joinByLink, { join_token: toSecret.token })])
    await allRefused({ status: 403, code: 'grant.owner_needed' }, [linkTo(secret.role_id, {}, lena)])
    // The role got a capability that Lena does not have.
    await maya.call(editRole, { role_id: plain.role_id, capabilities: ['jobs.custom_code'] })
    await allRefused(owner_needed, [ida.call(joinByLink, { join_token: toPlain.token })])
    // Lena may no longer invite anybody.
    const helper = await maya.call(addRole, { role_name: 'Helper' })
    const toHelper = await linkTo(helper.role_id, {}, lena)
    await maya.call(editRole, { role_id: inviter.role_id, capabilities: [] })
    await allRefused(owner_needed, [ida.call(joinByLink, { join_token: toHelper.token })])
  })

  test('is created, listed and revoked by those who may invite, in their organisation', async () => {
    const zoe = await server.person({ name: 'Zoe Hart' })
    await zoe.createOrganisation('Hart Bikes')
    const { link } = await linkTo(roleIds.member, {}, tom)
    const { link_id } = link
    await allRefused({ status: 403, code: 'permission.missing' }, [
      linkTo(roleIds.member, {}, dev),
      dev.call(listJoinLinks, {}),
      dev.call(revokeJoinLink, { link_id }),
    ])
    await allRefused({ status: 401 }, [
      server.stranger().call(listJoinLinks, {}),
      server.stranger().call(joinByLink, { join_token: 'x' }),
    ])
    await allRefused(gone, [zoe.call(revokeJoinLink, { link_id })])
    await allRefused({ status: 404, code: 'role.not_found' }, [linkTo(roleIds.member, {}, zoe)])
    expect(await zoe.call(listJoinLinks, {})).toEqual([])
  })

  test('is open in a limited number, and its creator’s leaving ends it', async () => {
    const ida = await newcomer()
    await maya.invites(ida, 'Manager')
    const { token: join_token } = await linkTo(roleIds.member, {}, ida)
    await maya.call(removeUser, { user_to_be_removed: ida.user_id })
    const max = await newcomer()
    await allRefused({ status: 403, code: 'invite.owner_needed' }, [max.call(joinByLink, { join_token })])
    const open = (await maya.call(listJoinLinks, {})).filter(({ status }) => status === 'open').length
    for (let count = open; count < limits.open; count += 1) await linkTo(roleIds.member, {}, maya)
    await allRefused({ status: 409, code: 'join_link.too_many' }, [linkTo(roleIds.member)])
  })
})
