import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { auditKinds } from '#shared/contract/audit/kinds'
import { addBranch, deleteBranch } from '#shared/contract/organisations/branches'
import { updateOrganisation } from '#shared/contract/organisations/endpoints'
import { invitePeople } from '#shared/contract/organisations/invites'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { addRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let tom: Actor
let dev: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  dev = await server.person({ name: 'Dev Anand' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom, 'Manager')
  await maya.invites(dev)
})

describe('The audit log [D8]', () => {
  test('records who did what to which row, when and from where, newest first', async () => {
    server.clock.advance(1_000)
    const yard = await tom.call(addBranch, { branch_name: 'Yard' })
    const [entry] = await maya.call(readAudit, {})
    expect(entry).toMatchObject({
      actor_id: tom.user_id,
      actor_name: 'Tom Reyes',
      kind: 'branch.added',
      subject: `branch:${yard.id}`,
      details: { name: 'Yard' },
      ip: tom.ip,
      at: new Date(server.clock.now()).toISOString(),
    })
  })

  test('covers the organisation, membership, roles, branches and invites', async () => {
    const { role_id } = await maya.call(addRole, { role_name: 'Lead' })
    await maya.call(manageRoleUsers, { role_id, users_to_be_added: [dev.user_id] })
    await maya.call(addAdmins, { user_ids: [tom.user_id] })
    await maya.call(updateOrganisation, { updated_organization_name: 'Ridgeway Cycles Ltd' })
    const { id } = await maya.call(addBranch, { branch_name: 'Shop' })
    await maya.call(deleteBranch, { branch_id: id })
    await maya.call(invitePeople, { invites: [{ email_id: 'ida@ridgeway.example', role_id }] })
    await dev.call(removeUser, { user_to_be_removed: dev.user_id })

    const kinds = (await maya.call(readAudit, { limit: 8 })).map(entry => entry.kind)
    expect(kinds).toEqual([
      'member.left',
      'invite.sent',
      'branch.deleted',
      'branch.added',
      'organisation.updated',
      'member.org_role_changed',
      'role.people_changed',
      'role.added',
    ])
  })

  test('is filtered by person, by time and by the beginning of the kind', async () => {
    expect(new Set((await maya.call(readAudit, { actor: tom.user_id })).map(entry => entry.actor_id))).toEqual(
      new Set([tom.user_id]),
    )
    const branches = await maya.call(readAudit, { kind: 'branch.' })
    expect(branches.length).toBeGreaterThan(0)
    expect(branches.every(branch => branch.kind.startsWith('branch.'))).toBe(true)
    expect(await maya.call(readAudit, { kind: 'branch%' })).toEqual([])

    server.clock.advance(60_000)
    const from = new Date(server.clock.now()).toISOString()
    await maya.call(addRole, { role_name: 'Late' })
    expect((await maya.call(readAudit, { from })).map(entry => entry.kind)).toEqual(['role.added'])
    expect((await maya.call(readAudit, { to: from })).map(entry => entry.details)).not.toContainEqual({
      name: 'Late',
      capabilities: [],
    })
  })

  test('pages without a gap', async () => {
    const all = await maya.call(readAudit, { limit: 100 })
    const first = await maya.reply(readAudit, { limit: 4 })
    const second = await maya.reply(readAudit, { limit: 100, cursor: first.next_cursor ?? '' })
    expect([...first.data, ...second.data]).toEqual(all)
    expect(second.next_cursor).toBeNull()
    await expect(maya.call(readAudit, { cursor: 'bm9uZQ' })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
    })
  })

  test('is exported as a file with the same filters, and the export is recorded', async () => {
    const text = await fileOf(maya, 'kind=branch.')
    const [heading, first] = text.replace('\ufeff', '').split('\r\n')
    expect(heading).toBe('time,person,kind,subject,details,address')
    expect(first).toMatch(/,Maya Okafor,branch\.deleted,branch:\d+,/)
    expect(text).not.toContain('role.added')
    expect((await maya.call(readAudit, { limit: 1 }))[0]).toMatchObject({
      kind: 'audit.exported',
      details: { kind: 'branch.' },
    })
    await expect(fileOf(tom, '')).rejects.toThrow('403')
  })

  test('includes sign-ins of members', async () => {
    await tom.signIn(tom.address)
    const [entry] = await maya.call(readAudit, { kind: 'session.signed_in', actor: tom.user_id })
    expect(entry?.subject).toBe(`user:${tom.user_id}`)
  })

  test('is for owners, and separate for each organisation', async () => {
    await expect(tom.call(readAudit, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    const noor = await server.person({ name: 'Noor Haddad' })
    await noor.createOrganisation('Tidewater Rowing Club')
    expect((await noor.call(readAudit, {})).map(entry => entry.kind)).toEqual(['organisation.created'])
  })

  test('knows every kind that is in it, so that the app has words and a filter for it', async () => {
    const rows = await server.asOwner<{ kind: string }>('select distinct kind from audit order by kind')
    const known = Object.entries(auditKinds).flatMap(([group, names]) => names.map(name => `${group}.${name}`))
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.map(({ kind }) => kind).filter(kind => !known.includes(kind))).toEqual([])
  })

  test('cannot be changed by the server, nor by the owner of the database', async () => {
    const client = await server.pool.connect()
    try {
      await expect(client.query('delete from audit')).rejects.toThrow('permission denied')
    } finally {
      client.release()
    }
    await expect(server.asOwner('update audit set kind = $1', ['nothing'])).rejects.toThrow('append-only')
  })
})

/** The log as a file, as a browser downloads it. */
async function fileOf(who: Actor, filter: string): Promise<string> {
  const common = `organization_id=${who.organization_id}&user_id=${who.user_id}&origin_id=${who.user_id}`
  const reply = await fetch(`${server.url}/audit/export?${common}&format=csv&${filter}`, {
    headers: { authorization: `Bearer ${who.tokens?.IdToken}` },
  })
  if (!reply.ok) throw new Error(String(reply.status))
  // `text` would remove the byte order mark.
  return Buffer.from(await reply.arrayBuffer()).toString()
}
