import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDocument, fetchDocument, grantAccess, updateDocument } from '#shared/contract/documents/endpoints'
import {
  addBranch,
  deleteBranch,
  editBranch,
  listBranches,
  manageBranchUsers,
  restoreBranch,
} from '#shared/contract/organisations/branches'
import { listOrganisations, organisationInfo } from '#shared/contract/organisations/endpoints'
import { addAdmins } from '#shared/contract/organisations/people'
import { day } from '#shared/limits'
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

beforeEach(async () => {
  server.clock.advance(60_000)
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom, 'Manager')
  await maya.invites(dev)
})

const names = async (who: Actor) => (await who.call(listBranches, {})).map(branch => branch.branch_name)

describe('Branches [3.3]', () => {
  test('have an address, a creator and a time', async () => {
    const yard = await maya.call(addBranch, {
      branch_name: 'Canal yard',
      branch_description: 'Rentals',
      branch_address: '4 Lock Road',
      branch_city: 'Ridgeway',
      branch_country: '',
    })
    const now = new Date(server.clock.now()).toISOString()
    expect(yard).toMatchObject({
      branch_name: 'Canal yard',
      branch_description: 'Rentals',
      branch_organization: maya.organization_id,
      branch_address: '4 Lock Road',
      branch_city: 'Ridgeway',
      branch_country: null,
      branch_created: now,
      branch_softdelete: false,
      branch_deleted: null,
      createdby: maya.user_id,
      is_open_branch: true,
      is_primary_branch: false,
      users: [{ user_id: maya.user_id }],
    })
  })

  test('are edited by id, or by name as older clients do [7.18]', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard', branch_city: 'Ridgeway' })
    server.clock.advance(1_000)
    const renamed = await tom.call(editBranch, { branch_id: yard.id, new_branch_name: 'Canal yard' })
    expect(renamed).toMatchObject({ branch_name: 'Canal yard', branch_city: 'Ridgeway', updatedby: tom.user_id })
    expect(renamed.updated_timestamp > yard.updated_timestamp).toBe(true)

    const described = await tom.call(editBranch, { branch_name: 'canal YARD', new_branch_description: 'Rentals' })
    expect(described).toMatchObject({ id: yard.id, branch_name: 'Canal yard', branch_description: 'Rentals' })
    await expect(tom.call(editBranch, { new_branch_name: 'Nowhere' })).rejects.toMatchObject({ status: 400 })
  })

  test('have unique names, ignoring case', async () => {
    await maya.call(addBranch, { branch_name: 'Yard' })
    const shop = await maya.call(addBranch, { branch_name: 'Shop' })
    const taken = { status: 409, code: 'branch.name_taken' }
    await expect(maya.call(addBranch, { branch_name: 'YARD' })).rejects.toMatchObject(taken)
    await expect(maya.call(editBranch, { branch_id: shop.id, new_branch_name: 'yard' })).rejects.toMatchObject(taken)
  })

  test('added twice at the same moment under one name are one branch', async () => {
    const outcomes = await Promise.allSettled([
      maya.call(addBranch, { branch_name: 'Depot' }),
      tom.call(addBranch, { branch_name: 'depot' }),
    ])
    expect(outcomes.filter(outcome => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'branch.name_taken' } },
    ])
  })
})

describe('A closed branch [D3]', () => {
  test('is seen by its members, owners and admins; an open one by everybody', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard', is_open_branch: false })
    await maya.call(addBranch, { branch_name: 'Shop' })
    expect(await names(dev)).toEqual(['Main', 'Shop'])
    await maya.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [dev.user_id] })
    expect(await names(dev)).toEqual(['Main', 'Shop', 'Yard'])
    expect(await names(maya)).toEqual(['Main', 'Shop', 'Yard'])
    expect(await names(tom)).toEqual(['Main', 'Shop'])
    expect((await tom.call(organisationInfo, {})).branches.map(branch => branch.branch_name)).toEqual(['Main', 'Shop'])
    const counts = async (who: Actor) =>
      (await who.call(listOrganisations, {})).find(
        organisation => organisation.organization_id === maya.organization_id,
      )?.branch_count
    expect([await counts(maya), await counts(tom), await counts(dev)]).toEqual([3, 2, 3])
  })

  test('does not exist for others who may manage branches [D6]', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard', is_open_branch: false })
    const missing = { status: 404, code: 'branch.not_found' }
    await expect(tom.call(editBranch, { branch_id: yard.id, new_branch_name: 'Mine' })).rejects.toMatchObject(missing)
    await expect(tom.call(editBranch, { branch_name: 'Yard', new_branch_name: 'Mine' })).rejects.toMatchObject(missing)
    await expect(tom.call(deleteBranch, { branch_id: yard.id })).rejects.toMatchObject(missing)
    await expect(
      tom.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [tom.user_id] }),
    ).rejects.toMatchObject(missing)
  })

  test('is seen by a manager who created it', async () => {
    await tom.call(addBranch, { branch_name: 'Workshop', is_open_branch: false })
    expect(await names(tom)).toContain('Workshop')
  })
})

describe('The people of a branch', () => {
  test('can be added and removed, and only members of the organisation can be added', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard' })
    const change = (users_to_be_added: number[], users_to_be_removed: number[] = []) =>
      tom.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added, users_to_be_removed })

    expect((await change([dev.user_id, dev.user_id], [maya.user_id])).users).toEqual([{ user_id: dev.user_id }])
    expect((await change([dev.user_id])).users).toEqual([{ user_id: dev.user_id }])
    const stranger = await server.person({ name: 'Ines Duarte', email: `ines.${yard.id}@ridgeway.example` })
    await expect(change([stranger.user_id])).rejects.toMatchObject({ status: 404, code: 'person.not_found' })
    await expect(change([dev.user_id], [dev.user_id])).rejects.toMatchObject({ status: 400 })
  })
})

describe('Deleting a branch [D3]', () => {
  test('hides it; an owner still sees it and restores it with its people', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard' })
    const deleted = await tom.call(deleteBranch, { branch_id: yard.id })
    expect(deleted).toMatchObject({
      branch_softdelete: true,
      branch_deleted: new Date(server.clock.now()).toISOString(),
    })
    expect(await names(maya)).toEqual(['Main'])
    await expect(tom.call(editBranch, { branch_id: yard.id })).rejects.toMatchObject({ code: 'branch.not_found' })

    const withDeleted = async (who: Actor) => (await who.call(listBranches, { include_deleted: true })).length
    expect([await withDeleted(maya), await withDeleted(tom)]).toEqual([2, 1])
    await expect(tom.call(restoreBranch, { branch_id: yard.id })).rejects.toMatchObject({ code: 'permission.missing' })
    const restored = await maya.call(restoreBranch, { branch_id: yard.id })
    expect(restored).toMatchObject({ branch_softdelete: false, users: [{ user_id: maya.user_id }] })
    expect(await names(dev)).toEqual(['Main', 'Yard'])
  })

  test('can be undone for 30 days and no longer', async () => {
    const [yard, shop] = [
      await maya.call(addBranch, { branch_name: 'Yard' }),
      await maya.call(addBranch, { branch_name: 'Shop' }),
    ]
    await maya.call(deleteBranch, { branch_id: yard.id })
    server.clock.advance(1_000)
    await maya.call(deleteBranch, { branch_id: shop.id })
    server.clock.advance(30 * day - 1_000)
    await signInAgain(maya)

    await expect(maya.call(restoreBranch, { branch_id: yard.id })).rejects.toMatchObject({ code: 'branch.not_found' })
    expect((await maya.call(listBranches, { include_deleted: true })).map(branch => branch.branch_name)).toEqual([
      'Main',
      'Shop',
    ])
    expect(await maya.call(restoreBranch, { branch_id: shop.id })).toMatchObject({ branch_softdelete: false })
    await Promise.all([signInAgain(tom), signInAgain(dev)])
  })

  test('frees its name; it cannot be restored while another branch has it', async () => {
    const yard = await maya.call(addBranch, { branch_name: 'Yard' })
    await maya.call(deleteBranch, { branch_id: yard.id })
    await maya.call(addBranch, { branch_name: 'Yard' })
    await expect(maya.call(restoreBranch, { branch_id: yard.id })).rejects.toMatchObject({ code: 'branch.name_taken' })
  })

  test('is refused for the primary branch', async () => {
    const [main] = await maya.call(listBranches, {})
    await expect(maya.call(deleteBranch, { branch_id: main?.id ?? 0 })).rejects.toMatchObject({
      status: 409,
      code: 'branch.primary',
    })
  })
})

describe('A closed branch [D3]', () => {
  /** Who received events about a branch, oldest first: everybody, or the named people. */
  const heard = async (branch_id: number) => {
    const rows = await server.asOwner<{ audience: { to: string; user_ids?: number[] } }>(
      `select audience from events where kind = 'branch.changed' and (payload ->> 'branch_id')::int = $1 order by seq`,
      [branch_id],
    )
    return rows.map(({ audience }) => audience.user_ids?.toSorted() ?? audience.to)
  }

  test('is changed without revealing its id to those who may not see it', async () => {
    const ida = await server.person({ name: 'Ida Lund' })
    await maya.invites(ida)
    await maya.call(addAdmins, { user_ids: [ida.user_id] })
    const cellar = (await maya.call(addBranch, { branch_name: 'Cellar', is_open_branch: false })).id
    const managers = [maya.user_id, ida.user_id].toSorted()
    await maya.call(manageBranchUsers, { branch_id: cellar, users_to_be_added: [dev.user_id] })
    await maya.call(editBranch, { branch_id: cellar, branch_city: 'Ridgeway' })
    // A person who is removed receives one last event.
    await maya.call(manageBranchUsers, { branch_id: cellar, users_to_be_removed: [dev.user_id] })
    await maya.call(deleteBranch, { branch_id: cellar })
    await maya.call(restoreBranch, { branch_id: cellar })
    const withDev = [...managers, dev.user_id].toSorted()
    expect(await heard(cellar)).toEqual([managers, withDev, withDev, withDev, managers, managers])
  })

  test('is announced to everybody when it opens, and when it closes', async () => {
    const shed = (await maya.call(addBranch, { branch_name: 'Shed', is_open_branch: false })).id
    await maya.call(editBranch, { branch_id: shed, is_open_branch: true })
    await maya.call(editBranch, { branch_id: shed, is_open_branch: false })
    expect(await heard(shed)).toEqual([[maya.user_id], 'organisation', 'organisation'])
  })

  test('is not named in a document that somebody outside it may read', async () => {
    const vault = (await maya.call(addBranch, { branch_name: 'Vault', is_open_branch: false })).id
    const params = { document_name: 'Stock', document_type: 'logbook', access: 'branch', branch_id: vault } as const
    const { doc_id } = await maya.call(createDocument, params)
    await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: dev.user_id, level: 'editor' })
    expect(await dev.call(fetchDocument, { doc_id })).toMatchObject({ access: 'branch', branch_id: null })
    expect(await maya.call(fetchDocument, { doc_id })).toMatchObject({ branch_id: vault })
    // Changing the document keeps its branch.
    expect(await dev.call(updateDocument, { doc_id, document_name: 'Stock list' })).toMatchObject({ branch_id: null })
    expect(await maya.call(fetchDocument, { doc_id })).toMatchObject({ document_name: 'Stock list', branch_id: vault })
    await maya.call(manageBranchUsers, { branch_id: vault, users_to_be_added: [dev.user_id] })
    expect(await dev.call(fetchDocument, { doc_id })).toMatchObject({ branch_id: vault })
  })
})

/** Tokens expire when the clock jumps. */
async function signInAgain(who: Actor): Promise<void> {
  await who.signIn(who.address)
}
