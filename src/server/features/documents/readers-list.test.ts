import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createDocument,
  deleteDocument,
  fetchDocument,
  grantAccess,
  listReaders,
  type Reader,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { addBranch, deleteBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { addAdmins } from '#shared/contract/organisations/people'
import { addRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { notFound, openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
beforeEach(() => workshop.server.clock.advance(1_000))

const told = async (who: Actor, doc_id: number) => (await who.call(listReaders, { doc_id })) as Reader[]
const named = (readers: readonly Reader[]) =>
  Object.fromEntries(
    readers.map(reader => [reader.person.user_displayname, { may: reader.may, reasons: reader.reasons }]),
  )

describe('Who can see a document, and why [D21] [D41]', () => {
  test('is listed by name, with every reason and the rights of each', async () => {
    const { maya, tom, ana, lena, yard, server } = workshop
    const { role_id } = await maya.call(addRole, { role_name: 'Mechanic' })
    await maya.call(manageRoleUsers, { role_id, users_to_be_added: [ana.user_id, lena.user_id] })
    const doc_id = await workshop.logbook('Yard log', { access: 'branch', branch_id: yard })
    const until = new Date(server.clock.now() + 60_000).toISOString()
    await tom.call(grantAccess, {
      doc_id,
      grantee_kind: 'role',
      grantee_id: role_id,
      level: 'viewer',
      expires_at: until,
    })
    await workshop.gives(doc_id, ana, 'editor')
    await tom.call(grantAccess, { doc_id, grantee_kind: 'branch', grantee_id: yard, level: 'viewer' })
    const added = { by: 'Maya Okafor', at: expect.any(String) }
    const byRole = { kind: 'grant', grantee_kind: 'role', name: 'Mechanic', level: 'viewer', expires_at: until, added }
    const readers = await told(lena, doc_id)
    expect(readers.map(reader => reader.person.user_displayname)).toEqual([
      ...['Ana Lima', 'Dev Anand', 'Lena Fuchs', 'Maya Okafor', 'Tom Reyes'],
    ])
    expect(named(readers)).toEqual({
      'Ana Lima': {
        may: 'edit',
        reasons: [
          { kind: 'branch', name: 'Canal yard', added },
          { kind: 'grant', grantee_kind: 'user', name: null, level: 'editor', expires_at: null },
          byRole,
          { kind: 'grant', grantee_kind: 'branch', name: 'Canal yard', level: 'viewer', expires_at: null, added },
        ],
      },
      'Dev Anand': { may: 'manage', reasons: [{ kind: 'manager', name: 'Manager' }] },
      'Lena Fuchs': { may: 'read', reasons: [byRole] },
      'Maya Okafor': { may: 'manage', reasons: [{ kind: 'owner' }] },
      'Tom Reyes': { may: 'manage', reasons: [{ kind: 'creator' }] },
    })
    server.clock.advance(60_000)
    const later = named(await told(ana, doc_id))
    expect(Object.keys(later)).not.toContain('Lena Fuchs')
    expect(later['Ana Lima']?.reasons).not.toContainEqual(byRole)
    expect(later['Ana Lima']?.reasons).toHaveLength(3)
  })

  test('is everybody if the organisation has access', async () => {
    const doc_id = await workshop.logbook('For all', { access: 'organisation' })
    const readers = named(await told(workshop.lena, doc_id))
    expect(Object.keys(readers)).toHaveLength(5)
    expect(readers['Lena Fuchs']).toEqual({ may: 'write', reasons: [{ kind: 'organisation' }] })
    expect(readers['Dev Anand']?.reasons).toEqual([{ kind: 'manager', name: 'Manager' }, { kind: 'organisation' }])
  })

  test('hides names of closed branches from those who may not see them, unless they manage its access', async () => {
    const { maya, tom, ana, lena } = workshop
    const cellar = await maya.call(addBranch, { branch_name: 'Cellar', is_open_branch: false })
    await maya.call(manageBranchUsers, {
      branch_id: cellar.id,
      users_to_be_added: [ana.user_id],
      users_to_be_removed: [maya.user_id],
    })
    const inCellar = { document_name: 'Of the cellar', document_type: 'logbook', access: 'branch' } as const
    const { doc_id } = await maya.call(createDocument, { ...inCellar, branch_id: cellar.id })
    await maya.call(grantAccess, { doc_id, grantee_kind: 'branch', grantee_id: cellar.id, level: 'viewer' })
    await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: lena.user_id, level: 'viewer' })
    const names = async (who: Actor) =>
      named(await told(who, doc_id))['Ana Lima']?.reasons.map(entry => 'name' in entry && entry.name)
    expect(await names(lena)).toEqual([null, null])
    expect(JSON.stringify(await told(lena, doc_id))).not.toContain('Cellar')
    for (const who of [ana, maya]) expect(await names(who)).toEqual(['Cellar', 'Cellar'])
    const ofTom = await workshop.logbook('Of Tom')
    await maya.call(grantAccess, { doc_id: ofTom, grantee_kind: 'branch', grantee_id: cellar.id, level: 'viewer' })
    const [reason] = named(await told(tom, ofTom))['Ana Lima']?.reasons ?? []
    expect(reason).toMatchObject({ name: 'Cellar' })
    await maya.call(deleteBranch, { branch_id: cellar.id })
    expect(Object.keys(named(await told(lena, doc_id)))).toEqual(['Dev Anand', 'Lena Fuchs', 'Maya Okafor'])
  })

  test('is visible to its readers', async () => {
    const { tom, ana, lena, zoe, server } = workshop
    const doc_id = await workshop.logbook('Private')
    for (const who of [ana, zoe]) expect(await who.reply(listReaders, { doc_id })).toMatchObject(notFound)
    await workshop.gives(doc_id, lena, 'viewer', new Date(server.clock.now() + 60_000).toISOString())
    expect(await lena.reply(listReaders, { doc_id })).toMatchObject({ status: 200 })
    server.clock.advance(60_000)
    expect(await lena.reply(listReaders, { doc_id })).toMatchObject(notFound)
    await tom.call(deleteDocument, { doc_id })
    expect(await tom.reply(listReaders, { doc_id })).toMatchObject(notFound)
  })

  test('is paged without losing or repeating anybody', async () => {
    const doc_id = await workshop.logbook('Paged', { access: 'organisation' })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await workshop.ana.reply(listReaders, { doc_id, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.data.map(reader => reader.person.user_displayname))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['Ana Lima', 'Dev Anand', 'Lena Fuchs', 'Maya Okafor', 'Tom Reyes'])
    expect(await workshop.ana.reply(listReaders, { doc_id, cursor: 'eyJhdCI6MX0' })).toMatchObject({ status: 400 })
  })
})

/** A person's right on a document, observed through calls. */
async function mayOf(who: Actor, doc_id: number): Promise<Reader['may'] | null> {
  const found = await who.reply(fetchDocument, { doc_id })
  if (found.status !== 200) return null
  const { access, prompt } = found.data
  if ((await who.reply(updateDocument, { doc_id, access })).status === 200) return 'manage'
  if ((await who.reply(updateDocument, { doc_id, prompt: prompt ?? '' })).status === 200) return 'edit'
  return found.data.read_only ? 'read' : 'write'
}

test('The list is exactly those who can open it, with their rights, for any mix of grants [D21] [D41]', async () => {
  const { server, maya, dev, tom, ana, lena } = workshop
  const { organization_id } = maya
  const people = [maya, dev, tom, ana, lena]
  const branches: number[] = []
  for (const branch_name of ['North', 'South', 'Hidden']) {
    branches.push((await maya.call(addBranch, { branch_name, is_open_branch: branch_name !== 'Hidden' })).id)
  }
  await maya.call(deleteBranch, { branch_id: branches[1] ?? 0 })
  const roles: number[] = []
  for (const role_name of ['Reader', 'Keeper of logs']) {
    const capabilities = role_name === 'Reader' ? [] : (['logbooks.manage_all'] as const)
    roles.push((await maya.call(addRole, { role_name, capabilities: [...capabilities] })).role_id)
  }
  await maya.call(addAdmins, { user_ids: [dev.user_id] })
  const doc_id = await workshop.logbook('Mixed')
  const ids = people.map(someone => someone.user_id)

  const person = fc.constantFrom(...ids)
  const grantee = fc.oneof(
    fc.record({ kind: fc.constant('user'), id: person }),
    fc.record({ kind: fc.constant('role'), id: fc.constantFrom(...roles) }),
    fc.record({ kind: fc.constant('branch'), id: fc.constantFrom(...branches) }),
  )
  const world = fc.record({
    access: fc.constantFrom('private', 'branch', 'organisation'),
    branch: fc.constantFrom(...branches),
    creator: fc.option(person),
    orgRoles: fc.record({ dev: fc.constantFrom('admin', 'member'), ana: fc.constantFrom('owner', 'admin', 'member') }),
    inBranches: fc.uniqueArray(fc.tuple(fc.constantFrom(...branches), person), { selector: String, maxLength: 5 }),
    inRoles: fc.uniqueArray(fc.tuple(fc.constantFrom(...roles), person), { selector: String, maxLength: 3 }),
    grants: fc.uniqueArray(
      fc.record({ to: grantee, level: fc.constantFrom('viewer', 'editor'), minutes: fc.constantFrom(null, -1, 0, 5) }),
      { selector: ({ to }) => `${to.kind} ${to.id}`, maxLength: 4 },
    ),
  })
  const all = { people: 0, kinds: new Set<string>(), rights: new Set<string>() }

  await fc.assert(
    fc.asyncProperty(world, async setup => {
      // The caller's membership is cached for a second.
      server.clock.advance(1_001)
      const rows = (table: string, values: readonly (readonly unknown[])[]) =>
        values.map(row => `insert into ${table} values (${[organization_id, ...row].join()})`)
      const grants = setup.grants.map(({ to, level, minutes }) => {
        const expires_at =
          minutes === null ? 'null' : `'${new Date(server.clock.now() + minutes * 60_000).toISOString()}'`
        return [`'document'`, doc_id, `'${to.kind}'`, to.id, `'${level}'`, expires_at, maya.user_id, 'now()']
      })
      const statements = [
        `update documents set access = '${setup.access}', branch_id = ${setup.branch}, created_by = ${setup.creator} where id = ${doc_id}`,
        `update memberships set org_role = '${setup.orgRoles.dev}' where user_id = ${dev.user_id}`,
        `update memberships set org_role = '${setup.orgRoles.ana}' where user_id = ${ana.user_id}`,
        `delete from branch_members where branch_id in (${branches.join()})`,
        `delete from role_members where role_id in (${roles.join()})`,
        `delete from grants where subject_id = ${doc_id}`,
        ...rows('branch_members', setup.inBranches),
        ...rows('role_members', setup.inRoles),
        ...rows('grants', grants),
      ]
      await server.asOwner(statements.join(';'))

      const readers = await told(maya, doc_id)
      const listed = new Map(readers.map(reader => [reader.person.user_id, reader.may]))
      for (const who of people) expect(await mayOf(who, doc_id), who.name).toBe(listed.get(who.user_id) ?? null)
      expect(listed.size, 'nobody else').toBe(readers.length)
      all.people += readers.length
      for (const { may, reasons } of readers) {
        all.rights.add(may)
        for (const { kind } of reasons) all.kinds.add(kind)
      }
    }),
    { numRuns: 30, seed: 7 },
  )
  expect(all.people).toBeGreaterThan(30)
  expect([...all.rights].sort()).toEqual(['edit', 'manage', 'read', 'write'])
  expect([...all.kinds].sort()).toEqual(['admin', 'branch', 'creator', 'grant', 'manager', 'organisation', 'owner'])
})
