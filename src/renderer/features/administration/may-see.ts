import { useCan, useOrganisation } from '../organisations/store'

export type SectionName = 'general' | 'people' | 'branches' | 'owners' | 'invites' | 'sharing' | 'audit'

/** Which sections the person may open. The server decides; this hides what it would refuse. */
export function useMaySee(): (name: SectionName) => boolean {
  const org_role = useOrganisation()?.org_role
  const mayInvite = useCan('people.invite')
  return name => {
    if (name === 'general') return org_role === 'owner' || org_role === 'admin'
    if (name === 'audit') return org_role === 'owner'
    return name !== 'invites' || mayInvite
  }
}
