import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { addAdmins } from '#shared/contract/organisations/people'
import { addRole, deleteRole, editRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import { Capability } from '#shared/rules/capabilities'
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
})

/** Maya owns the organisation, Tom is a manager, Dev a plain member. */
beforeEach(async () => {
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom, 'Manager')
  await maya.invites(dev)
})

const tooMuch = { status: 403, code: 'grant.too_much' }
const role = async (role_name: string) => {
  const found = (await maya.call(organisationInfo, {})).roles.find(candidate => candidate.role_name === role_name)
  if (!found) throw new Error(`There is no role ${role_name}.`)
  return found
}

describe('Roles [3.4] [6.5]', () => {
  test('are added, edited and deleted', async () => {
    const lead = await maya.call(addRole, { role_name: 'Lead', capabilities: ['tasks.assign', 'tasks.assign'] })
    expect(lead).toMatchObject({ role_name: 'Lead', capabilities: ['tasks.assign'], users: [] })
    expect(await maya.call(editRole, { role_id: lead.role_id, role_name: 'Bay lead' })).toMatchObject({
      role_name: 'Bay lead',
      capabilities: ['tasks.assign'],
    })
    expect(await maya.call(editRole, { role_id: lead.role_id, capabilities: [] })).toMatchObject({ capabilities: [] })
    expect(await maya.call(deleteRole, { role_id: lead.role_id })).toBeNull()
    await expect(maya.call(deleteRole, { role_id: lead.role_id })).rejects.toMatchObject({ code: 'role.not_found' })
  })

  test('have unique names, ignoring case', async () => {
    const taken = { status: 409, code: 'role.name_taken' }
    await expect(maya.call(addRole, { role_name: 'manager' })).rejects.toMatchObject(taken)
    const { role_id } = await role('Member')
    await expect(maya.call(editRole, { role_id, role_name: 'Manager' })).rejects.toMatchObject(taken)
    expect(await maya.call(editRole, { role_id, role_name: 'MEMBER' })).toMatchObject({ role_name: 'MEMBER' })
  })

  test('of another organisation look missing [D6]', async () => {
    const { role_id } = await role('Member')
    const noor = await server.person({ name: 'Noor Haddad', email: `noor.${role_id}@ridgeway.example` })
    await noor.createOrganisation('Tidewater Rowing Club')
    const missing = { status: 404, code: 'role.not_found' }
    await expect(noor.call(editRole, { role_id, role_name: 'Mine' })).rejects.toMatchObject(missing)
    await expect(noor.call(manageRoleUsers, { role_id, users_to_be_added: [noor.user_id] })).rejects.toMatchObject(
      missing,
    )
  })

  test('can be given to people and taken from others', async () => {
    const [manager, member] = [await role('Manager'), await role('Member')]
    await maya.call(manageRoleUsers, { role_id: member.role_id, users_to_be_removed: [dev.user_id] })
    const { users } = await maya.call(manageRoleUsers, { role_id: manager.role_id, users_to_be_added: [dev.user_id] })
    expect(users).toEqual([{ user_id: tom.user_id }, { user_id: dev.user_id }])
    expect((await role('Member')).users).toEqual([])
  })

  test("that are deleted leave their people members, without the role's capabilities [4.14]", async () => {
    const { role_id } = await role('Manager')
    await maya.call(deleteRole, { role_id })
    const { roles, all_users } = await tom.call(organisationInfo, {})
    expect(roles.map(held => held.role_name)).toEqual(['Member'])
    expect(all_users.find(all_user => all_user.user_id === tom.user_id)).toMatchObject({
      org_role: 'member',
      role_ids: [],
    })
    await expect(tom.call(addRole, { role_name: 'Lead' })).rejects.toMatchObject({ code: 'permission.missing' })
  })

  test('that are deleted remove the invites to them', async () => {
    const lead = await maya.call(addRole, { role_name: 'Lead' })
    await maya.call(invitePeople, { invites: [{ email_id: 'ida@ridgeway.example', role_id: lead.role_id }] })
    await maya.call(deleteRole, { role_id: lead.role_id })
    const invites = await maya.call(listInvites, {})
    expect(invites.filter(invite => invite.status === 'pending')).toEqual([])
  })

  test('are taken from and given to members only', async () => {
    const { role_id } = await role('Member')
    const stranger = await server.person({ name: 'Ines Duarte', email: `ines.${role_id}@ridgeway.example` })
    await expect(maya.call(manageRoleUsers, { role_id, users_to_be_added: [stranger.user_id] })).rejects.toMatchObject({
      status: 404,
      code: 'person.not_found',
    })
  })
})

describe('Nobody gives more than they have [D41]', () => {
  test('a manager cannot add or extend a role with a capability they lack', async () => {
    const { role_id } = await role('Member')
    await expect(tom.call(addRole, { role_name: 'Coder', capabilities: ['jobs.custom_code'] })).rejects.toMatchObject(
      tooMuch,
    )
    await expect(tom.call(editRole, { role_id, capabilities: ['jobs.custom_code'] })).rejects.toMatchObject(tooMuch)
    expect(await tom.call(addRole, { role_name: 'Lead', capabilities: ['tasks.assign'] })).toBeTruthy()
  })

  test('a manager can rename a role with more capabilities than they have, without extending it', async () => {
    const { role_id } = await maya.call(addRole, { role_name: 'Coder', capabilities: ['jobs.custom_code'] })
    expect(await tom.call(editRole, { role_id, role_name: 'Developer' })).toMatchObject({
      role_name: 'Developer',
      capabilities: ['jobs.custom_code'],
    })
    expect(await tom.call(editRole, { role_id, capabilities: ['jobs.custom_code', 'jobs.create'] })).toMatchObject({
      capabilities: ['jobs.custom_code', 'jobs.create'],
    })
  })

  test('a manager cannot add anybody to a role with a capability they lack', async () => {
    const { role_id } = await maya.call(addRole, { role_name: 'Coder', capabilities: ['jobs.custom_code'] })
    for (const user_id of [tom.user_id, dev.user_id]) {
      await expect(tom.call(manageRoleUsers, { role_id, users_to_be_added: [user_id] })).rejects.toMatchObject(tooMuch)
    }
    await expect(
      tom.call(invitePeople, { invites: [{ email_id: 'ida@ridgeway.example', role_id }] }),
    ).resolves.toMatchObject([{ status: 403, code: 'grant.too_much' }])
    expect((await role('Coder')).users).toEqual([])
  })

  test('an admin can give every capability [D1]', async () => {
    await maya.call(addAdmins, { user_ids: [dev.user_id] })
    const all = await dev.call(addRole, { role_name: 'Everything', capabilities: [...Capability.options] })
    expect(all.capabilities).toEqual(Capability.options)
  })
})
