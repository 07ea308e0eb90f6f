import type { AuditKind } from '#shared/contract/audit/kinds'
import type { Body } from '#shared/contract/endpoint'
import type { Role } from '#shared/contract/organisations/endpoints'
import type { addRole, deleteRole, editRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import { apiError } from '#shared/errors'
import type { Capability, Powers } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import * as invites from './invite-store'
import { hasAllCapabilities, lockRights, requireDisjoint, requireMembers, requireOwnAccess } from './rights'
import * as store from './role-store'
import { unlessTaken } from './unless-taken'

function roleFrom({ id, name, capabilities, users }: store.RoleRow): Role {
  return { role_id: id, role_name: name, capabilities, users }
}

const unlessNameTaken = <T>(writing: Promise<T>) => unlessTaken('roles_name', 'role.name_taken', writing)

export async function rolesFor(ctx: MemberContext): Promise<Role[]> {
  const rows = await store.roles(ctx)
  return rows.map(roleFrom)
}

async function requireRole(ctx: MemberContext, role_id: number): Promise<store.RoleRow> {
  const [role] = await store.roles(ctx, [role_id])
  if (!role) throw apiError('role.not_found')
  return role
}

function requireOwnCapabilities(who: Powers, capabilities: readonly Capability[]): void {
  if (!hasAllCapabilities(who, capabilities)) throw apiError('grant.too_much')
}

/** Announces a change to everybody, writes the audit entry, and returns the current role. */
async function announceChange(
  ctx: MemberContext,
  role_id: number,
  kind: AuditKind,
  details: Record<string, unknown>,
): Promise<Role> {
  ctx.record({ kind: 'role.changed', role_id }, { to: 'organisation' })
  await ctx.audit({ kind, subject: `role:${role_id}`, details })
  return roleFrom(await requireRole(ctx, role_id))
}

const each = (capabilities: readonly Capability[]) => [...new Set(capabilities)]

export async function add(ctx: MemberContext, body: Body<typeof addRole>): Promise<Role> {
  const member = await lockRights(ctx, { can: 'people.manage' })
  const role = { name: body.role_name, capabilities: each(body.capabilities) }
  requireOwnCapabilities(member, role.capabilities)
  const role_id = await unlessNameTaken(store.insertRole(ctx, role))
  return announceChange(ctx, role_id, 'role.added', role)
}

/** A capability that the role already has may stay even if the editor lacks it, because nothing new is given. */
export async function edit(ctx: MemberContext, body: Body<typeof editRole>): Promise<Role> {
  const member = await lockRights(ctx, { can: 'people.manage' })
  const role = await requireRole(ctx, body.role_id)
  const changes = {
    ...(body.role_name !== undefined && { name: body.role_name }),
    ...(body.capabilities !== undefined && { capabilities: each(body.capabilities) }),
  }
  if (Object.keys(changes).length === 0) return roleFrom(role)
  requireOwnCapabilities(
    member,
    changes.capabilities?.filter(capability => !role.capabilities.includes(capability)) ?? [],
  )
  await unlessNameTaken(store.updateRole(ctx, role.id, changes))
  return announceChange(ctx, role.id, 'role.edited', {
    was: { name: role.name, capabilities: role.capabilities },
    ...changes,
  })
}

/** Deletes a role [4.14]; people who were invited to it can no longer accept. */
export async function remove(ctx: MemberContext, { role_id }: Body<typeof deleteRole>): Promise<null> {
  await lockRights(ctx, { can: 'people.manage' })
  const role = await requireRole(ctx, role_id)
  const invite_ids = await invites.pendingFor(ctx, role_id)
  await store.deleteRole(ctx, role_id)
  ctx.record({ kind: 'role.changed', role_id }, { to: 'organisation' })
  for (const invite_id of invite_ids) ctx.record({ kind: 'invite.changed', invite_id }, { to: 'managers' })
  const { name, capabilities, users } = role
  await ctx.audit({
    kind: 'role.deleted',
    subject: `role:${role_id}`,
    details: { name, capabilities, held_by: users.map(user => user.user_id), invite_ids },
  })
  return null
}

export async function manageUsers(ctx: MemberContext, body: Body<typeof manageRoleUsers>): Promise<Role> {
  const { users_to_be_added: added, users_to_be_removed: removed } = body
  requireDisjoint(added, removed)
  const member = await lockRights(ctx, { can: 'people.manage' })
  const role = await requireRole(ctx, body.role_id)
  if (added.length > 0) requireOwnCapabilities(member, role.capabilities)
  await requireMembers(ctx, added)
  if (added.some(user_id => !role.users.some(user => user.user_id === user_id)))
    await requireOwnAccess(ctx, { kind: 'role', id: role.id })
  await store.addRoleMembers(ctx, role.id, added, ctx.caller.user_id)
  await store.removeRoleMembers(ctx, role.id, removed)
  return announceChange(ctx, role.id, 'role.people_changed', { name: role.name, added, removed })
}
