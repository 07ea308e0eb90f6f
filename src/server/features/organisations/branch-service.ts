import type { AuditKind } from '#shared/contract/audit/kinds'
import { undeleteWithin } from '#shared/contract/documents/limits'
import type { Body } from '#shared/contract/endpoint'
import type {
  addBranch,
  deleteBranch,
  editBranch,
  listBranches,
  manageBranchUsers,
  restoreBranch,
} from '#shared/contract/organisations/branches'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import * as store from './branch-store'
import { lockRights, requireDisjoint, requireMembers, requireOwnAccess } from './rights'
import { unlessTaken } from './unless-taken'

function branchFrom({ organization_id }: MemberContext, row: store.BranchRow): Branch {
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

/** A branch deleted before this instant can no longer be restored. */
const restorableSince = ({ now }: MemberContext) => new Date(Date.parse(now) - undeleteWithin).toISOString()
const unlessNameTaken = <T>(writing: Promise<T>) => unlessTaken('branches_name', 'branch.name_taken', writing)

/** The branches that the caller may see [D3]. */
export async function branchesFor(ctx: MemberContext): Promise<Branch[]> {
  const rows = await store.visibleBranches(ctx)
  return rows.map(row => branchFrom(ctx, row))
}

/** The same; owners who ask for it also get the deleted branches that they can restore. */
export async function list(ctx: MemberContext, { include_deleted }: Body<typeof listBranches>): Promise<Branch[]> {
  if (!include_deleted || ctx.member.org_role !== 'owner') return branchesFor(ctx)
  const rows = await store.visibleBranches(ctx, restorableSince(ctx))
  return rows.map(row => branchFrom(ctx, row))
}

async function lockVisible(ctx: MemberContext, by: Parameters<typeof store.lockVisible>[1]) {
  const branch = await store.lockVisible(ctx, by)
  if (!branch) throw apiError('branch.not_found')
  return branch
}

interface Change {
  kind: AuditKind
  details: Record<string, unknown>
  /** Who could see the branch before, if it existed. */
  before?: Audience
}

type Audience = Awaited<ReturnType<typeof store.whoSees>>

/**
 * Announces a change to those who could see the branch before or can now, writes the audit entry, and returns the
 * current branch. For others, a closed branch does not exist.
 */
async function announceChange(ctx: MemberContext, branch_id: number, { kind, details, before }: Change) {
  const after = await store.whoSees(ctx, branch_id)
  const isForAll = after.everyone || before?.everyone
  const user_ids = [...new Set([...(before?.user_ids ?? []), ...after.user_ids])]
  ctx.record({ kind: 'branch.changed', branch_id }, isForAll ? { to: 'organisation' } : { to: 'users', user_ids })
  await ctx.audit({ kind, subject: `branch:${branch_id}`, details })
  return branchFrom(ctx, await store.findBranch(ctx, branch_id))
}

export async function add(ctx: MemberContext, body: Body<typeof addBranch>): Promise<Branch> {
  const fields = {
    name: body.branch_name,
    description: body.branch_description || null,
    address: body.branch_address || null,
    city: body.branch_city || null,
    country: body.branch_country || null,
    is_open: body.is_open_branch,
  }
  const branch_id = await unlessNameTaken(store.insertBranch(ctx, fields))
  return announceChange(ctx, branch_id, { kind: 'branch.added', details: fields })
}

export async function edit(ctx: MemberContext, body: Body<typeof editBranch>): Promise<Branch> {
  const branch = await lockVisible(ctx, namedIn(body))
  const changes = {
    ...(body.new_branch_name !== undefined && { name: body.new_branch_name }),
    ...(body.new_branch_description !== undefined && { description: body.new_branch_description || null }),
    ...(body.branch_address !== undefined && { address: body.branch_address || null }),
    ...(body.branch_city !== undefined && { city: body.branch_city || null }),
    ...(body.branch_country !== undefined && { country: body.branch_country || null }),
    ...(body.is_open_branch !== undefined && { is_open: body.is_open_branch }),
  }
  if (Object.keys(changes).length === 0) return branchFrom(ctx, await store.findBranch(ctx, branch.id))
  const before = await store.whoSees(ctx, branch.id)
  await unlessNameTaken(store.updateBranch(ctx, branch.id, changes))
  return announceChange(ctx, branch.id, { kind: 'branch.edited', details: { was: branch.name, ...changes }, before })
}

function namedIn({ branch_id, branch_name }: Body<typeof editBranch>) {
  if (branch_id !== undefined) return { branch_id }
  if (branch_name !== undefined) return { branch_name }
  throw apiError('request.invalid', {
    issues: [{ path: 'branch_id', message: 'Name the branch by branch_id or branch_name.' }],
  })
}

/** Marks the branch as deleted [D3]. */
export async function remove(ctx: MemberContext, body: Body<typeof deleteBranch>): Promise<Branch> {
  const branch = await lockVisible(ctx, body)
  if (branch.is_primary) throw apiError('branch.primary')
  await store.updateBranch(ctx, branch.id, { deleted_at: ctx.now })
  return announceChange(ctx, branch.id, { kind: 'branch.deleted', details: { name: branch.name } })
}

export async function restore(ctx: MemberContext, { branch_id }: Body<typeof restoreBranch>): Promise<Branch> {
  const branch = await store.lockRestorable(ctx, branch_id, restorableSince(ctx))
  if (!branch) throw apiError('branch.not_found')
  if (branch.deleted_at === null) return branchFrom(ctx, await store.findBranch(ctx, branch_id))
  await unlessNameTaken(store.updateBranch(ctx, branch_id, { deleted_at: null }))
  return announceChange(ctx, branch_id, { kind: 'branch.restored', details: { name: branch.name } })
}

/** Adds a person who accepted an invite into a branch; nothing happens if the branch was deleted meanwhile. */
export async function addInvited(
  ctx: OrganizationContext,
  { branch_id, invited_by }: { branch_id: number; invited_by: number },
): Promise<void> {
  if (!(await store.addSelf(ctx, branch_id, invited_by))) return
  const { everyone, user_ids } = await store.whoSees(ctx, branch_id)
  ctx.record({ kind: 'branch.changed', branch_id }, everyone ? { to: 'organisation' } : { to: 'users', user_ids })
}

export async function manageUsers(ctx: MemberContext, body: Body<typeof manageBranchUsers>): Promise<Branch> {
  const { users_to_be_added: added, users_to_be_removed: removed } = body
  requireDisjoint(added, removed)
  const member = await lockRights(ctx, { can: 'branches.manage' })
  const branch = await lockVisible({ ...ctx, member }, body)
  await requireMembers(ctx, added)
  const { users } = await store.findBranch(ctx, branch.id)
  if (added.some(user_id => !users.some(user => user.user_id === user_id)))
    await requireOwnAccess(ctx, { kind: 'branch', id: branch.id })
  const before = await store.whoSees(ctx, branch.id)
  await store.addPeople(ctx, branch.id, added)
  await store.removePeople(ctx, branch.id, removed)
  const details = { name: branch.name, added, removed }
  return announceChange(ctx, branch.id, { kind: 'branch.people_changed', details, before })
}
