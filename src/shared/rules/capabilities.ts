import { z } from 'zod'

/** What a role may allow [D2]. */
export const Capability = z.enum([
  'tasks.assign',
  'tasks.see_all',
  'logbooks.create',
  'logbooks.manage_all',
  'jobs.create',
  'jobs.manage_all',
  'jobs.custom_code',
  'feeds.manage_cameras',
  'feeds.see_all',
  'people.invite',
  'people.manage',
  'branches.manage',
  'dashboard.see_all',
])
export type Capability = z.infer<typeof Capability>

/** The fixed roles of a person in an organisation, highest first [D1]. */
export const OrgRole = z.enum(['owner', 'admin', 'member'])
export type OrgRole = z.infer<typeof OrgRole>

const rank: Record<OrgRole, number> = { owner: 2, admin: 1, member: 0 }

/** What determines the rights of a member: their organisation role and the capabilities of all their roles. */
export interface Powers {
  org_role: OrgRole
  capabilities: readonly Capability[]
}

/** Owners and admins hold every capability; members hold those of their roles [D1]. */
export function can(who: Powers, capability: Capability): boolean {
  return who.org_role !== 'member' || who.capabilities.includes(capability)
}

export function isAtLeast(org_role: OrgRole, needed: OrgRole): boolean {
  return rank[org_role] >= rank[needed]
}

/** All capabilities that somebody holds. Nobody may give more than they hold [D41]. */
export function capabilitiesOf(who: Powers): readonly Capability[] {
  return who.org_role === 'member' ? who.capabilities : Capability.options
}

/** The roles a new organisation starts with [D2]. */
export const startingRoles: readonly { role_name: string; capabilities: readonly Capability[] }[] = [
  { role_name: 'Manager', capabilities: Capability.options.filter(option => option !== 'jobs.custom_code') },
  { role_name: 'Member', capabilities: ['logbooks.create', 'jobs.create'] },
]
