import type { Body } from '#shared/contract/endpoint'
import type {
  addBranch,
  Branch,
  deleteBranch,
  editBranch,
  listBranches,
  manageBranchUsers,
  restoreBranch,
} from '#shared/contract/organisations'
import { refuse } from '#shared/errors'
import { undeleteWithin } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import * as store from './branch-store'
import { lockRights, requireApart, requireMembers, requireOpenedHeld } from './rights'
import { unlessTaken } from './unless-taken'

function branchFrom({ organization_id }: MemberScene, row: store.BranchRow): Branch {
  return {
    id: row.id,
    branch_name: row.name,
    branch_description: row.description,
    branch_organization: organization_id,
    branch_address: row.address,
    branch_city: row.city,
    branch_country: row.country,
    branch_created: row.created_at,
    branch_softdelete: row.deleted_at !== null,
    branch_deleted: row.deleted_at,
    createdby: row.created_by,
    created_timestamp: row.created_at,
    updatedby: row.updated_by,
    updated_timestamp: row.updated_at,
    is_open_branch: row.is_open,
    is_primary_branch: row.is_primary,
    users: row.users,
  }
}

/** Deleted before this, a branch can no longer be brought back. */
const restorableSince = ({ now }: MemberScene) => new Date(Date.parse(now) - undeleteWithin).toISOString()
const unlessNameTaken = <T>(writing: Promise<T>) => unlessTaken('branches_name', 'branch.name_taken', writing)

/** The branches that the caller may see [D3]. */
export async function branchesFor(at: MemberScene): Promise<Branch[]> {
  const rows = await store.visibleBranches(at)
  return rows.map(row => branchFrom(at, row))
}

/** As above; owners who ask for them also get the deleted ones that they can bring back. */
export async function list(at: MemberScene, { include_deleted }: Body<typeof listBranches>): Promise<Branch[]> {
  if (!include_deleted || at.member.standing !== 'owner') return branchesFor(at)
  const rows = await store.visibleBranches(at, restorableSince(at))
  return rows.map(row => branchFrom(at, row))
}

async function lockVisible(at: MemberScene, by: Parameters<typeof store.lockVisible>[1]) {
  const branch = await store.lockVisible(at, by)
  if (!branch) throw refuse('branch.not_found')
  return branch
}

interface Change {
  kind: string
  details: Record<string, unknown>
  /** Who could see it before, where it was there. */
  before?: Seers
}

type Seers = Awaited<ReturnType<typeof store.whoSees>>

/**
 * Tells those of a change who could see the branch before or can now, writes it down, and answers the branch as it is now. To others a
 * closed branch does not exist.
 */
async function changed(at: MemberScene, branch_id: number, { kind, details, before }: Change) {
  const after = await store.whoSees(at, branch_id)
  const isForAll = after.everyone || before?.everyone
  const user_ids = [...new Set([...(before?.user_ids ?? []), ...after.user_ids])]
  at.record({ kind: 'branch.changed', branch_id }, isForAll ? { to: 'organisation' } : { to: 'users', user_ids })
  await at.audit({ kind, subject: `branch:${branch_id}`, details })
  return branchFrom(at, await store.findBranch(at, branch_id))
}

export async function add(at: MemberScene, body: Body<typeof addBranch>): Promise<Branch> {
  const fields = {
    name: body.branch_name,
    description: body.branch_description || null,
    address: body.branch_address || null,
    city: body.branch_city || null,
    country: body.branch_country || null,
    is_open: body.is_open_branch,
  }
  const branch_id = await unlessNameTaken(store.insertBranch(at, fields))
  return changed(at, branch_id, { kind: 'branch.added', details: fields })
}

export async function edit(at: MemberScene, body: Body<typeof editBranch>): Promise<Branch> {
  const branch = await lockVisible(at, namedIn(body))
  const changes = {
    ...(body.new_branch_name !== undefined && { name: body.new_branch_name }),
    ...(body.new_branch_description !== undefined && { description: body.new_branch_description || null }),
    ...(body.branch_address !== undefined && { address: body.branch_address || null }),
    ...(body.branch_city !== undefined && { city: body.branch_city || null }),
    ...(body.branch_country !== undefined && { country: body.branch_country || null }),
    ...(body.is_open_branch !== undefined && { is_open: body.is_open_branch }),
  }
  if (Object.keys(changes).length === 0) return branchFrom(at, await store.findBranch(at, branch.id))
  const before = await store.whoSees(at, branch.id)
  await unlessNameTaken(store.updateBranch(at, branch.id, changes))
  return changed(at, branch.id, { kind: 'branch.edited', details: { was: branch.name, ...changes }, before })
}

function namedIn({ branch_id, branch_name }: Body<typeof editBranch>) {
  if (branch_id !== undefined) return { branch_id }
  if (branch_name !== undefined) return { branch_name }
  throw refuse('request.invalid', {
    issues: [{ path: 'branch_id', message: 'Name the branch by branch_id or branch_name.' }],
  })
}

/** Deletes softly [D3]. */
export async function remove(at: MemberScene, body: Body<typeof deleteBranch>): Promise<Branch> {
  const branch = await lockVisible(at, body)
  if (branch.is_primary) throw refuse('branch.primary')
  await store.updateBranch(at, branch.id, { deleted_at: at.now })
  return changed(at, branch.id, { kind: 'branch.deleted', details: { name: branch.name } })
}

export async function restore(at: MemberScene, { branch_id }: Body<typeof restoreBranch>): Promise<Branch> {
  const branch = await store.lockRestorable(at, branch_id, restorableSince(at))
  if (!branch) throw refuse('branch.not_found')
  if (branch.deleted_at === null) return branchFrom(at, await store.findBranch(at, branch_id))
  await unlessNameTaken(store.updateBranch(at, branch_id, { deleted_at: null }))
  return changed(at, branch_id, { kind: 'branch.restored', details: { name: branch.name } })
}

export async function manageUsers(at: MemberScene, body: Body<typeof manageBranchUsers>): Promise<Branch> {
  const { users_to_be_added: added, users_to_be_removed: removed } = body
  requireApart(added, removed)
  const member = await lockRights(at, { can: 'branches.manage' })
  const branch = await lockVisible({ ...at, member }, body)
  await requireMembers(at, added)
  const { users } = await store.findBranch(at, branch.id)
  if (added.some(user_id => !users.some(one => one.user_id === user_id)))
    await requireOpenedHeld(at, { kind: 'branch', id: branch.id })
  const before = await store.whoSees(at, branch.id)
  await store.addPeople(at, branch.id, added)
  await store.removePeople(at, branch.id, removed)
  const details = { name: branch.name, added, removed }
  return changed(at, branch.id, { kind: 'branch.people_changed', details, before })
}
