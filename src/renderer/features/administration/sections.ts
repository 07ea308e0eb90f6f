import { Crown, MapPin, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Icon } from '../../ui/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { useOrganisation } from '../organisations/store'

export const sectionNames = ['people', 'branches', 'owners'] as const
export type SectionName = (typeof sectionNames)[number]

export interface SectionProps {
  /** Whether the address names the section; otherwise a phone shows the list. */
  isChosen: boolean
}

interface Section {
  name: SectionName
  icon: Icon
  Content: ComponentType<SectionProps>
}

/** The sections; the first one is shown when the address names none. */
export const sections: readonly [Section, ...Section[]] = [
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
]

/** Which sections the person may open. The server decides; this hides what it would refuse. */
export function useMaySee(): (name: SectionName) => boolean {
  const organisation = useOrganisation()
  return () => organisation !== undefined
}
