import { Building2, Cctv, Crown, Mail, MapPin, ScrollText, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Icon } from '../../ui/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { useCan, useOrganisation } from '../organisations/store'
import type { SectionProps } from './section-props'

const sectionNames = ['general', 'people', 'branches', 'owners', 'invites', 'sharing', 'audit'] as const
export type SectionName = (typeof sectionNames)[number]

interface Section {
  name: SectionName
  icon: Icon
  Content: ComponentType<SectionProps>
}

/** The sections in the order of the list. */
export const sections: readonly Section[] = [
  {
    name: 'general',
    icon: Building2,
    Content: lazyComponent(async () => (await import('./general/general-section')).GeneralSection),
  },
  {
    name: 'people',
    icon: Users,
    Content: lazyComponent(async () => (await import('./people/people-section')).PeopleSection),
  },
  {
    name: 'branches',
    icon: MapPin,
    Content: lazyComponent(async () => (await import('./branches/branches-section')).BranchesSection),
  },
  {
    name: 'owners',
    icon: Crown,
    Content: lazyComponent(async () => (await import('./people/owners-section')).OwnersSection),
  },
  {
    name: 'invites',
    icon: Mail,
    Content: lazyComponent(async () => (await import('./invites/invites-section')).InvitesSection),
  },
  {
    name: 'sharing',
    icon: Cctv,
    Content: lazyComponent(async () => (await import('./sharing/sharing-section')).SharingSection),
  },
  {
    name: 'audit',
    icon: ScrollText,
    Content: lazyComponent(async () => (await import('./audit/audit-section')).AuditSection),
  },
]

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
