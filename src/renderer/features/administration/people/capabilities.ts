import type { Member, Role } from '#shared/contract/organisations/endpoints'
import { type Capability, capabilitiesOf } from '#shared/rules/capabilities'
import { useOrganisation } from '../../organisations/store'
import { useCapabilities } from '../../profile/store'

/** The capabilities in the order in which people read them, by what they concern. */
export const capabilityGroups = [
  ['logbooks', ['logbooks.create', 'logbooks.manage_all']],
  ['tasks', ['tasks.assign', 'tasks.see_all']],
  ['jobs', ['jobs.create', 'jobs.manage_all', 'jobs.custom_code']],
  ['feeds', ['feeds.see_all', 'feeds.manage_cameras']],
  ['people', ['people.invite', 'people.manage', 'branches.manage', 'dashboard.see_all']],
] as const satisfies readonly (readonly [string, readonly Capability[]])[]

export const orderedCapabilities: readonly Capability[] = capabilityGroups.flatMap(([, capabilities]) => capabilities)

/** What this person may give to others: nobody gives more than they hold [D41]. */
export function useGivable(): ReadonlySet<Capability> {
  const org_role = useOrganisation()?.org_role ?? 'member'
  return new Set(capabilitiesOf({ org_role, capabilities: useCapabilities() }))
}

/** A capability that somebody has, and why: their place in the workspace, or the roles that give it. */
interface Reason {
  capability: Capability
  org_role: 'owner' | 'admin' | null
  roles: readonly string[]
}

/** What somebody can do and why [D1, D2]. */
export function reasonsFor({ org_role, role_ids }: Member, roles: readonly Role[]): Reason[] {
  const own = roles.filter(role => role_ids.includes(role.role_id))
  return orderedCapabilities
    .map(capability => ({
      capability,
      org_role: org_role === 'member' ? null : org_role,
      roles: own.filter(role => role.capabilities.includes(capability)).map(role => role.role_name),
    }))
    .filter(reason => reason.org_role !== null || reason.roles.length > 0)
}

/** What somebody gains and loses by moving from a role to another; null is no role. */
export function differenceOf(member: Member, from: number | null, to: number | null, roles: readonly Role[]) {
  const can = (role_ids: readonly number[]) =>
    new Set(reasonsFor({ ...member, role_ids: [...role_ids] }, roles).map(reason => reason.capability))
  const before = can(member.role_ids)
  const after = can([...member.role_ids.filter(id => id !== from), ...(to === null ? [] : [to])])
  return {
    gained: orderedCapabilities.filter(capability => after.has(capability) && !before.has(capability)),
    lost: orderedCapabilities.filter(capability => before.has(capability) && !after.has(capability)),
  }
}
