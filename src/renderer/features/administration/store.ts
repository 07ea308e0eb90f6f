import type { Input } from '#shared/contract/endpoint'
import {
  addBranch,
  deleteBranch,
  editBranch,
  listBranches,
  manageBranchUsers,
  restoreBranch,
} from '#shared/contract/organisations/branches'
import type { Branch, Member, Role } from '#shared/contract/organisations/endpoints'
import { addAdmins, addOwners, removeAdmins, removeOwners, removeUser } from '#shared/contract/organisations/people'
import { addRole, editRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import type { OrgRole } from '#shared/rules/capabilities'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { useDirectory } from '../organisations/store'

/** Shows at once what this person changed [4.14]; changes of others come as events. */
async function changed<T>(calling: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await calling
  if (outcome.ok) await useDirectory.getState().refresh()
  return outcome
}

/** The role that is looked at: the one that was created last, so that people can be added to it at once [4.13b]. */
export const useSelectedRole = createSlice(
  'selectedRole',
  { role_id: null as number | null },
  set => ({ select: (role_id: number | null) => set({ role_id }) }),
  { scope: 'organisation' },
)

export async function createRole(role: Input<typeof addRole>): Promise<Outcome<Role>> {
  const outcome = await changed(call(addRole, role))
  if (outcome.ok) useSelectedRole.getState().select(outcome.data.role_id)
  return outcome
}
export const changeRole = (role: Input<typeof editRole>): Promise<Outcome<Role>> => changed(call(editRole, role))

/** A column of the board: a role or a branch; null for people who have none. */
export type Place = { kind: 'role' | 'branch'; id: number | null }

/**
 * Moves somebody from one role or branch to another. The new place comes first, so that a refusal leaves everything as
 * it was.
 */
export async function move(user_id: number, from: Place, to: Place): Promise<Outcome<unknown>> {
  const added = to.id === null ? null : await changePeople({ kind: to.kind, id: to.id }, [user_id], [])
  if (added?.ok === false) return added
  const removed = from.id === null ? null : await changePeople({ kind: from.kind, id: from.id }, [], [user_id])
  const outcome = removed ?? added
  if (!outcome) throw new Error('Nobody is moved from nowhere to nowhere.')
  if (added?.ok || outcome.ok) await useDirectory.getState().refresh()
  return outcome
}

function changePeople(
  { kind, id }: { kind: Place['kind']; id: number },
  users_to_be_added: number[],
  users_to_be_removed: number[],
): Promise<Outcome<unknown>> {
  return kind === 'role'
    ? call(manageRoleUsers, { role_id: id, users_to_be_added, users_to_be_removed })
    : call(manageBranchUsers, { branch_id: id, users_to_be_added, users_to_be_removed })
}

/** Adds somebody to a role or branch, or takes them out of it. */
export const putInto = (place: { kind: Place['kind']; id: number }, user_id: number, isIn: boolean) =>
  changed(changePeople(place, isIn ? [user_id] : [], isIn ? [] : [user_id]))

/** Changes what somebody is in the workspace; only owners may [D1]. */
export async function changeOrgRole({ user_id, org_role }: Member, to: OrgRole): Promise<Outcome<unknown>> {
  const user_ids = [user_id]
  if (to === 'owner') return changed(call(addOwners, { user_ids }))
  if (org_role === 'owner') {
    const stepped = await call(removeOwners, { user_ids })
    if (!stepped.ok) return stepped
    if (to === 'member') return changed(Promise.resolve(stepped))
  }
  return changed(to === 'admin' ? call(addAdmins, { user_ids }) : call(removeAdmins, { user_ids }))
}

/**
 * Ends somebody's membership, or the person's own. What was theirs goes to `heir`; without one, jobs stop and tasks are
 * nobody's.
 */
export async function removePerson(user_id: number, heir: number | null): Promise<Outcome<null>> {
  const outcome = await call(removeUser, { user_to_be_removed: user_id, ...(heir !== null && { handed_to: heir }) })
  // Who left may not read the directory any more.
  if (outcome.ok && user_id !== useSession.getState().userId) await useDirectory.getState().refresh()
  return outcome
}

export const createBranch = (branch: Input<typeof addBranch>): Promise<Outcome<Branch>> =>
  changed(call(addBranch, branch))
export const changeBranch = (branch: Input<typeof editBranch>): Promise<Outcome<Branch>> =>
  changed(call(editBranch, branch))
export const removeBranch = (branch_id: number): Promise<Outcome<Branch>> => changed(call(deleteBranch, { branch_id }))

/** The deleted branches that an owner can restore, the last deleted one first. */
export const useDeletedBranches = createListSlice('deletedBranches', {
  async list() {
    const outcome = await call(listBranches, { include_deleted: true })
    return outcome.ok
      ? { ...outcome, data: outcome.data.filter(branch => branch.branch_softdelete).sort(lastFirst) }
      : outcome
  },
  key: branch => branch.id,
  refreshOn: ['branch.changed'],
})

const lastFirst = (a: Branch, b: Branch) => (b.branch_deleted ?? '').localeCompare(a.branch_deleted ?? '')

export async function restoreDeleted(branch_id: number): Promise<Outcome<Branch>> {
  const outcome = await changed(call(restoreBranch, { branch_id }))
  if (outcome.ok) await useDeletedBranches.getState().refresh()
  return outcome
}
