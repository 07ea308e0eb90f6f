import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch, deleteBranch, listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { acceptInvite, type InviteResult, invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { addRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let tom: Actor
let memberRole: number
const noBranch = { status: 404, code: 'branch.not_found' }

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  const { roles } = await maya.call(organisationInfo, {})
  memberRole = roles.find(role => role.role_name === 'Member')?.role_id ?? 0
})

const branch = async (branch_name: string, is_open_branch = false) =>
  (await maya.call(addBranch, { branch_name, is_open_branch })).id
async function invited(who: Actor, to: Actor, branch_id?: number): Promise<InviteResult> {
  const invite = { email_id: to.address, role_id: memberRole, ...(branch_id && { branch_id }) }
  const [result] = await who.call(invitePeople, { invites: [invite] })
  if (!result) throw new Error('No result came.')
  return result
}
async function accepts(who: Actor, { invite }: InviteResult): Promise<void> {
  await who.call(acceptInvite, { invite_id: invite?.invite_id ?? 0 })
  who.organization_id = maya.organization_id
}
const seenBy = async (who: Actor) => (await who.call(listBranches, {})).map(({ branch_name }) => branch_name)

describe('An invite into a branch [D3, D5]', () => {
  test('puts the person into it, and is shown with its name to those who see the branch', async () => {
    const yard = await branch('Canal yard')
    const sent = await invited(maya, tom, yard)
    expect(sent).toMatchObject({ status: 200, invite: { branch_id: yard, branch_name: 'Canal yard' } })
    await accepts(tom, sent)
    expect(await seenBy(tom)).toEqual(['Main', 'Canal yard'])
    const { all_users } = await maya.call(organisationInfo, {})
    expect(all_users.find(({ user_id }) => user_id === tom.user_id)?.branch_ids).toContain(yard)
  })

  test('joins without it if it was deleted, and without one after a new invite that names none', async () => {
    const [ana, lena] = [await server.person({ name: 'Ana Lima' }), await server.person({ name: 'Lena Fuchs' })]
    const [shed, vault] = [await branch('Shed'), await branch('Vault')]
    const sent = await invited(maya, ana, shed)
    await maya.call(deleteBranch, { branch_id: shed })
    await accepts(ana, sent)
    await invited(maya, lena, vault)
    const renewed = await invited(maya, lena)
    expect(renewed.invite).toMatchObject({ branch_id: null, branch_name: null })
    await accepts(lena, renewed)
    expect(await seenBy(ana)).toEqual(['Main'])
    expect(await seenBy(lena)).toEqual(['Main'])
  })

  test('needs the right to add people to branches, and a branch that the inviter sees [D2]', async () => {
    const [dev, zoe] = [await server.person({ name: 'Dev Anand' }), await server.person({ name: 'Zoe Hart' })]
    const [closed, open] = [await branch('Store'), await branch('Counter', true)]
    await accepts(dev, await invited(maya, dev))
    const capabilities = ['people.invite' as const]
    const { role_id } = await maya.call(addRole, { role_name: 'Host', capabilities })
    await maya.call(manageRoleUsers, { role_id, users_to_be_added: [dev.user_id] })
    expect(await invited(dev, zoe, closed)).toMatchObject(noBranch)
    expect(await invited(dev, zoe, open)).toMatchObject({ status: 403, code: 'permission.missing' })
    await expect(invited(server.stranger(), zoe, open)).rejects.toMatchObject({ status: 401 })
    await invited(maya, zoe, closed)
    // The name of a closed branch is not theirs to know.
    const [listed] = await dev.call(listInvites, {})
    expect(listed).toMatchObject({ email_id: zoe.address, branch_id: null, branch_name: null })
    await zoe.createOrganisation('Hart Bikes')
    const { roles } = await zoe.call(organisationInfo, {})
    const invites = [{ email_id: 'a@hart.example', role_id: roles[0]?.role_id ?? 0, branch_id: open }]
    expect(await zoe.call(invitePeople, { invites })).toMatchObject([noBranch])
  })
})
