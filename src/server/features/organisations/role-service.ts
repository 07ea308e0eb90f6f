import type { Body } from '#shared/contract/endpoint'
import type { addRole, deleteRole, editRole, manageRoleUsers, Role } from '#shared/contract/organisations'
import { refuse } from '#shared/errors'
import type { Capability, Powers } from '#shared/rules/capabilities'
import type { MemberScene } from '../../platform/scene'
import * as invites from './invite-store'
import { holdsAll, lockRights, requireApart, requireMembers, requireOpenedHeld } from './rights'
import * as store from './role-store'
import { unlessTaken } from './unless-taken'

function roleFrom({ id, name, capabilities, users }: store.RoleRow): Role {
  return { role_id: id, role_name: name, capabilities, users }
}

const unlessNameTaken = <T>(writing: Promise<T>) => unlessTaken('roles_name', 'role.name_taken', writing)

export async function rolesFor(at: MemberScene): Promise<Role[]> {
  const rows = await store.roles(at)
  return rows.map(roleFrom)
}

async function requireRole(at: MemberScene, role_id: number): Promise<store.RoleRow> {
  const [role] = await store.roles(at, [role_id])
  if (!role) throw refuse('role.not_found')
  return role
}

function requireHeld(who: Powers, capabilities: readonly Capability[]): void {
  if (!holdsAll(who, capabilities)) throw refuse('grant.too_much')
}

/** Tells everybody of a change, writes it down, and answers the role as it is now. */
async function changed(
  at: MemberScene,
  role_id: number,
  kind: string,
  details: Record<string, unknown>,
): Promise<Role> {
  at.record({ kind: 'role.changed', role_id }, { to: 'organisation' })
  await at.audit({ kind, subject: `role:${role_id}`, details })
  return roleFrom(await requireRole(at, role_id))
}

const each = (capabilities: readonly Capability[]) => [...new Set(capabilities)]

export async function add(at: MemberScene, body: Body<typeof addRole>): Promise<Role> {
  const member = await lockRights(at, { can: 'people.manage' })
  const role = { name: body.role_name, capabilities: each(body.capabilities) }
  requireHeld(member, role.capabilities)
  const role_id = await unlessNameTaken(store.insertRole(at, role))
  return changed(at, role_id, 'role.added', role)
}

/** A capability that the role had before may stay without being held by who edits it; nothing is given then. */
export async function edit(at: MemberScene, body: Body<typeof editRole>): Promise<Role> {
  const member = await lockRights(at, { can: 'people.manage' })
  const role = await requireRole(at, body.role_id)
  const changes = {
    ...(body.role_name !== undefined && { name: body.role_name }),
    ...(body.capabilities !== undefined && { capabilities: each(body.capabilities) }),
  }
  if (Object.keys(changes).length === 0) return roleFrom(role)
  requireHeld(member, changes.capabilities?.filter(one => !role.capabilities.includes(one)) ?? [])
  await unlessNameTaken(store.updateRole(at, role.id, changes))
  return changed(at, role.id, 'role.edited', { was: { name: role.name, capabilities: role.capabilities }, ...changes })
}

/** Deletes a role [4.14]; people who were invited into it can no longer accept. */
export async function remove(at: MemberScene, { role_id }: Body<typeof deleteRole>): Promise<null> {
  await lockRights(at, { can: 'people.manage' })
  const role = await requireRole(at, role_id)
  const invite_ids = await invites.pendingFor(at, role_id)
  await store.deleteRole(at, role_id)
  at.record({ kind: 'role.changed', role_id }, { to: 'organisation' })
  for (const invite_id of invite_ids) at.record({ kind: 'invite.changed', invite_id }, { to: 'managers' })
  const { name, capabilities, users } = role
  await at.audit({
    kind: 'role.deleted',
    subject: `role:${role_id}`,
    details: { name, capabilities, held_by: users.map(one => one.user_id), invite_ids },
  })
  return null
}

export async function manageUsers(at: MemberScene, body: Body<typeof manageRoleUsers>): Promise<Role> {
  const { users_to_be_added: added, users_to_be_removed: removed } = body
  requireApart(added, removed)
  const member = await lockRights(at, { can: 'people.manage' })
  const role = await requireRole(at, body.role_id)
  if (added.length > 0) requireHeld(member, role.capabilities)
  await requireMembers(at, added)
  if (added.some(user_id => !role.users.some(one => one.user_id === user_id)))
    await requireOpenedHeld(at, { kind: 'role', id: role.id })
  await store.giveRole(at, role.id, added, at.caller.user_id)
  await store.takeRole(at, role.id, removed)
  return changed(at, role.id, 'role.people_changed', { name: role.name, added, removed })
}
