import { Building2, Cctv, Crown, Mail, MapPin, ScrollText, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import { withSlots } from '../../platform/slot'
import type { Icon } from '../../ui/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { InvitePeople, InvitesSent, PlanLimitNote, SharedSources } from '../organisations/slots'
import type { SectionName } from './may-see'
import type { SectionProps } from './section-props'
import { CameraSettings } from './slots'

interface Section {
  name: SectionName
  icon: Icon
  Content: ComponentType<SectionProps>
}

const ofInvites = [PlanLimitNote, InvitePeople, InvitesSent]

/** The sections in the order of the list. */
export const sections: readonly Section[] = [
  {
    name: 'general',
    icon: Building2,
    Content: lazyComponent(
      async () => (await withSlots(import('./general/general-section'), CameraSettings)).GeneralSection,
    ),
  },
  {
    name: 'people',
    icon: Users,
    Content: lazyComponent(
      async () => (await withSlots(import('./people/people-section'), ...ofInvites)).PeopleSection,
    ),
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
    Content: lazyComponent(
      async () => (await withSlots(import('./invites/invites-section'), ...ofInvites)).InvitesSection,
    ),
  },
  {
    name: 'sharing',
    icon: Cctv,
    Content: lazyComponent(
      async () => (await withSlots(import('./sharing/sharing-section'), SharedSources)).SharingSection,
    ),
  },
  {
    name: 'audit',
    icon: ScrollText,
    Content: lazyComponent(async () => (await import('./audit/audit-section')).AuditSection),
  },
]
