import { Building2, Cctv, Crown, Mail, MapPin, ScrollText, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Icon } from '../../ui/icon'
import { lazyComponent } from '../../ui/lazy-component'
import type { SectionName } from './may-see'
import type { SectionProps } from './section-props'

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
