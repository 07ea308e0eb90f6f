import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import {
  createOrganisation,
  listOrganisations,
  Organisation,
  organisationInfo,
  updateOrganisation,
} from '#shared/contract/organisations/endpoints'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { addRole } from '#shared/contract/organisations/roles'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { picture } from '#shared/contract/profile/limits'
import { Capability } from '#shared/rules/capabilities'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor

beforeAll(async () => {
  server = await openTestServer({ settings: { BILLING: 'sandbox' } })
  maya = await server.person({ name: 'Maya Okafor' })
})

describe('A new organisation', () => {
  test('belongs to its creator, who works in it [D1]', async () => {
    const noor = await server.person({ name: 'Noor Haddad' })
    const made = await noor.call(createOrganisation, {
      organization_name: '  Tidewater Rowing Club ',
      organization_description: '',
    })

    expect(made).toMatchObject({
      organization_name: 'Tidewater Rowing Club',
      organization_description: null,
      is_premium: false,
      org_role: 'owner',
      branch_count: 1,
      member_count: 1,
    })
    expect(await noor.profile()).toMatchObject({
      selected_organizationId: made.organization_id,
      is_owner: true,
      branch_info: [{ branch_name: 'Main' }],
    })
  })

  test('has one open primary branch and the roles Manager and Member [D2] [D3]', async () => {
    await maya.createOrganisation('Ridgeway Cycles')
    const info = await maya.call(organisationInfo, {})

    expect(info.owners).toEqual([{ user_id: maya.user_id }])
    expect(info.branches).toMatchObject([{ branch_name: 'Main', is_primary_branch: true, is_open_branch: true }])
    expect(info.roles.map(role => role.role_name)).toEqual(['Manager', 'Member'])
    expect(info.roles[0]?.capabilities).toEqual(Capability.options.filter(option => option !== 'jobs.custom_code'))
    expect(info.roles[1]?.capabilities).toEqual(['logbooks.create', 'jobs.create'])
  })

  test('needs a name that is not empty', async () => {
    await expect(maya.call(createOrganisation, { organization_name: '   ' })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'organization_name' }],
    })
  })

  test('is made once when the call is repeated with its key', async () => {
    const ana = await server.person({ name: 'Ana Brandt' })
    const params = { organization_name: 'Lakeside Physio Clinic' }
    const first = await ana.call(createOrganisation, params, { key: 'one wish' })
    const again = await ana.call(createOrganisation, params, { key: 'one wish' })

    expect(again).toEqual(first)
    expect(await ana.call(listOrganisations, {})).toHaveLength(1)
  })
})

test('Creating one answers with data, status and message [3.19]', async () => {
  const reply = await maya.reply(createOrganisation, { organization_name: 'Old Market Bakery' })
  expect(reply).toMatchObject({ data: { organization_name: 'Old Market Bakery' }, status: 200, message: 'OK' })
})

describe('The list of organisations', () => {
  test('has the shape of organisations, last opened first, each with its own numbers [3.2a] [5.3]', async () => {
    const [tom, dev] = [await server.person({ name: 'Tom Reyes' }), await server.person({ name: 'Dev Anand' })]
    const club = await tom.createOrganisation('Northport Freight')
    await tom.invites(dev)
    server.clock.advance(1_000)
    const shop = await tom.createOrganisation('Harbour Bikes')

    const before = await tom.call(listOrganisations, {})
    expect(before.every(organisation => Organisation.safeParse(organisation).success)).toBe(true)
    expect(before).toMatchObject([
      { organization_id: shop, member_count: 1, org_role: 'owner' },
      { organization_id: club, member_count: 2, org_role: 'owner' },
    ])
    server.clock.advance(1_000)
    await tom.call(updateProfile, { selected_organizationId: club })
    const [latest] = await tom.call(listOrganisations, {})
    expect(latest).toMatchObject({ organization_id: club, opened_at: new Date(server.clock.now()).toISOString() })
    expect(await dev.call(listOrganisations, {})).toMatchObject([
      { organization_id: club, member_count: 2, branch_count: 1, org_role: 'member' },
    ])
  })

  test('never contains an organisation that the person does not belong to [D6]', async () => {
    const stranger = await server.person({ name: 'Ines Duarte' })
    expect(await stranger.call(listOrganisations, {})).toEqual([])
    await expect(stranger.call(updateProfile, { selected_organizationId: maya.organization_id })).rejects.toMatchObject(
      { status: 403, code: 'organization.not_member' },
    )
  })
})

describe('An organisation in detail', () => {
  test('has owners, people with their roles and branches, branches and roles [1.1a, 1.1b, 3.2b]', async () => {
    const lena = await server.person({ name: 'Lena Fischer' })
    const omar = await server.person({ name: 'Omar Farouk' })
    await lena.createOrganisation('Canal Street Bikes')
    await lena.invites(omar, 'Manager')
    const { branches } = await lena.call(organisationInfo, {})
    const main = branches[0]?.id ?? 0
    await lena.call(manageBranchUsers, { branch_id: main, users_to_be_added: [omar.user_id] })

    const info = await omar.call(organisationInfo, {})
    const manager = info.roles.find(role => role.role_name === 'Manager')
    expect(info).toMatchObject({ org_role: 'member', member_count: 2, owners: [{ user_id: lena.user_id }] })
    expect(info.all_users).toMatchObject([
      { user_displayname: 'Lena Fischer', org_role: 'owner', role_ids: [], branch_ids: [main] },
      { user_displayname: 'Omar Farouk', org_role: 'member', role_ids: [manager?.role_id], branch_ids: [main] },
    ])
    expect(manager?.users).toEqual([{ user_id: omar.user_id }])
  })

  test('can be renamed and described by an owner, and its description can be removed', async () => {
    const described = await maya.call(updateOrganisation, {
      updated_organization_name: 'Ridgeway Cycles Ltd',
      updated_organization_description: 'Repairs and rentals',
    })
    expect(described).toMatchObject({
      organization_name: 'Ridgeway Cycles Ltd',
      organization_description: 'Repairs and rentals',
    })
    expect(await maya.call(updateOrganisation, { updated_organization_description: null })).toMatchObject({
      organization_name: 'Ridgeway Cycles Ltd',
      organization_description: null,
    })
  })
})

describe('The picture of an organisation [D23]', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 4, 5, 6])
  const sent = (bytes: Buffer, type = 'image/png') => ({
    updated_organization_image: `data:${type};base64,${bytes.toString('base64')}`,
  })
  const load = (address: string | null) => fetch(new URL(address ?? '/no-address', server.url))
  const keys = async ({ organization_id }: Actor) => {
    const found: string[] = []
    for await (const key of server.app.context.objects.list(`organisations/${organization_id}`)) found.push(key)
    return found
  }
  let owner: Actor
  let member: Actor

  beforeAll(async () => {
    owner = await server.person({ name: 'Vera Lind' })
    member = await server.person({ name: 'Wim Lind' })
    await owner.createOrganisation('Lind Cycles')
    await owner.invites(member)
  })

  test('is served to members with the type of its bytes, whatever it declares', async () => {
    const { organization_image } = await owner.call(updateOrganisation, sent(jpeg, 'image/webp'))
    const served = await load(organization_image)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await served.arrayBuffer())).toEqual(jpeg)
    expect((await load(organization_image?.split('?')[0] ?? null)).status).toBe(404)
    expect(await member.call(listOrganisations, {})).toMatchObject([{ organization_image }])
    expect(await member.call(organisationInfo, {})).toMatchObject({ organization_image })
  })

  test('leaves nothing behind when it is replaced, and when it is removed', async () => {
    const { organization_image: first } = await owner.call(updateOrganisation, sent(jpeg))
    const { organization_image: second } = await owner.call(updateOrganisation, sent(png))
    await expect.poll(async () => (await load(first)).status).toBe(404)
    expect((await load(second)).headers.get('content-type')).toBe('image/png')
    expect(await keys(owner)).toEqual([expect.stringMatching(/\.png$/)])
    const renamed = await owner.call(updateOrganisation, { updated_organization_name: 'Lind Cycles Ltd' })
    expect(renamed.organization_image).toBe(second)
    const without = await owner.call(updateOrganisation, { updated_organization_image: null })
    expect(without.organization_image).toBeNull()
    await expect.poll(() => keys(owner)).toEqual([])
    expect(await member.call(listOrganisations, {})).toMatchObject([{ organization_image: null }])
  })

  test.each([
    ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing in SVG that calls itself a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['more than 300 kB', Buffer.concat([png, Buffer.alloc(picture.bytes)])],
  ])('that is %s is refused, and the old one stays', async (_what, bytes) => {
    const { organization_image } = await owner.call(updateOrganisation, sent(png))
    await expect(owner.call(updateOrganisation, sent(bytes))).rejects.toMatchObject({
      status: 400,
      code: 'profile.picture_invalid',
    })
    expect(await owner.call(organisationInfo, {})).toMatchObject({ organization_image })
    expect((await load(organization_image)).status).toBe(200)
  })

  test('is changed by admins, but by no member and nobody of another organisation [D1, D6]', async () => {
    const admin = await server.person({ name: 'Xenia Lind' })
    await owner.invites(admin)
    await owner.call(addAdmins, { user_ids: [admin.user_id] })
    const { organization_image } = await admin.call(updateOrganisation, sent(png))
    const outsider = await server.person({ name: 'Yuri Lind' })
    await outsider.createOrganisation('Yuri Cycles')
    outsider.organization_id = owner.organization_id
    for (const [who, code] of [
      [member, 'permission.missing'],
      [outsider, 'organization.not_member'],
    ] as const)
      for (const change of [sent(jpeg), { updated_organization_image: null }])
        await expect(who.call(updateOrganisation, change)).rejects.toMatchObject({ status: 403, code })
    expect(await owner.call(organisationInfo, {})).toMatchObject({ organization_image })
    expect(await keys(owner)).toHaveLength(1)
  })
})

describe('Leaving and returning', () => {
  test('somebody who left works in no organisation, and has none of their roles when they return [6.5]', async () => {
    const [pia, sam] = [await server.person({ name: 'Pia Holm' }), await server.person({ name: 'Sam Hill' })]
    const organization_id = await pia.createOrganisation('Mill Lane Cycles')
    await pia.invites(sam, 'Manager')
    await sam.call(updateProfile, { selected_organizationId: organization_id })
    await sam.call(removeUser, { user_to_be_removed: sam.user_id })

    expect(await sam.profile()).toMatchObject({ selected_organizationId: -1, role_info: [] })
    await pia.invites(sam)
    const back = (await pia.call(organisationInfo, {})).all_users.find(all_user => all_user.user_id === sam.user_id)
    expect(back?.role_ids).toHaveLength(1)
  })
})

describe('The event log', () => {
  test('tells members everything that changed, and only owners and admins about invites', async () => {
    const [zoe, kai] = [await server.person({ name: 'Zoe Marsh' }), await server.person({ name: 'Kai Lund' })]
    const organization_id = await zoe.createOrganisation('Weir Cycles')
    await zoe.invites(kai)
    const { id: branch_id } = await zoe.call(addBranch, { branch_name: 'Yard' })
    const { role_id } = await zoe.call(addRole, { role_name: 'Lead' })
    await zoe.call(addAdmins, { user_ids: [kai.user_id] })
    await zoe.call(updateOrganisation, { updated_organization_name: 'Weir Cycles Ltd' })
    await kai.call(removeUser, { user_to_be_removed: kai.user_id })

    const events = await server.asOwner<{ seq: number; audience: { to: string }; payload: unknown }>(
      'select seq::int, audience, payload from events where organization_id = $1 order by seq',
      [organization_id],
    )
    const { user_id } = kai
    const invite = { kind: 'invite.changed', invite_id: expect.any(Number) }
    expect(events.map(event => [event.seq, event.audience.to, event.payload])).toEqual([
      [1, 'managers', invite],
      [2, 'organisation', { kind: 'member.joined', user_id, user_displayname: 'Kai Lund' }],
      [3, 'managers', invite],
      [4, 'organisation', { kind: 'branch.changed', branch_id }],
      [5, 'organisation', { kind: 'role.changed', role_id }],
      [6, 'organisation', { kind: 'member.changed', user_id }],
      [7, 'organisation', { kind: 'organisation.updated', organization_name: 'Weir Cycles Ltd' }],
      [8, 'organisation', { kind: 'member.removed', user_id }],
    ])
  })
})

describe('A server without billing', () => {
  test('makes every organisation premium [D31]', async () => {
    const own = await openTestServer({ settings: { BILLING: 'off' } })
    const jo = await own.person({ name: 'Jo Lind' })
    expect(await jo.call(createOrganisation, { organization_name: 'Lind & Co' })).toMatchObject({ is_premium: true })
    expect(await jo.call(listOrganisations, {})).toMatchObject([{ is_premium: true }])
  })
})
