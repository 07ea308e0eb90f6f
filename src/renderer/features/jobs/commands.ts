import i18next from 'i18next'
import { CalendarClock, Plus } from 'lucide-react'
import { can } from '#shared/rules/capabilities'
import { type Command, registerCommands } from '../../platform/commands'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { useCurrentJobs } from './store'

const go = (path: string) => () => {
  location.hash = `#${path}`
}

/** Adds commands to the palette: a new job, and every known job. */
export function offerCommands(): void {
  const source = { id: 'jobs', commands }
  registerCommands(source)
  // Registering the source again makes the palette read it again.
  useCurrentJobs.subscribe((now, before) => {
    if (now.items !== before.items) registerCommands({ ...source })
  })
}

function commands(): Command[] {
  if (!isSignedIn() || useSession.getState().organizationId === noOrganisation) return []
  const open = useCurrentJobs.getState().items.map(({ instruction_id, instruction_text }) => ({
    id: `jobs.${instruction_id}`,
    label: instruction_text,
    kind: i18next.t('jobs:one'),
    icon: CalendarClock,
    run: go(`/jobs/${instruction_id}`),
  }))
  return mayCreate()
    ? [{ id: 'jobs.new', label: i18next.t('jobs:new'), icon: Plus, run: go('/jobs/new') }, ...open]
    : open
}

/** Whether the person may create jobs, for code outside of components, which cannot use `useCan`. */
function mayCreate(): boolean {
  const { organizationId } = useSession.getState()
  const organisation = useOrganisations.getState().items.find(candidate => candidate.organization_id === organizationId)
  const capabilities = (useProfile.getState().profile?.role_info ?? []).flatMap(role => role.capabilities)
  const org_role = organisation?.org_role ?? 'member'
  return can({ org_role, capabilities: [] }, 'jobs.create') || capabilities.some(name => name === 'jobs.create')
}
