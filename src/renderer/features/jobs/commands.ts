import i18next from 'i18next'
import { CalendarClock, Pause, Play, Plus } from 'lucide-react'
import { can } from '#shared/rules/capabilities'
import { type Command, registerCommands } from '../../platform/commands'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { isEnded, useCurrentJobs, useJobs } from './store'

const go = (path: string) => () => {
  location.hash = `#${path}`
}

/** The address that opens a job and asks for the reason of a pause. */
export const pausePath = (instruction_id: number): string => `/jobs/${instruction_id}?pause`

/** Adds commands to the palette: a new job, every known job, and what can be done with the open one. */
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
  return [
    ...(mayCreate() ? [{ id: 'jobs.new', label: i18next.t('jobs:new'), icon: Plus, run: go('/jobs/new') }] : []),
    ...ofOpenJob(),
    ...open,
  ]
}

function ofOpenJob(): Command[] {
  const id = Number(/^#\/jobs\/(\d+)/.exec(location.hash)?.[1])
  const job = useJobs.getState().opened[id]?.job
  if (!job?.is_editable || isEnded(job)) return []
  const name = job.instruction_text
  const { run, update } = useJobs.getState()
  const isPaused = job.status === 'paused'
  return [
    { id: 'jobs.run', label: i18next.t('jobs:runNamed', { name }), icon: Play, run: () => void run(id) },
    {
      id: 'jobs.pause',
      label: i18next.t(isPaused ? 'jobs:resumeNamed' : 'jobs:pauseNamed', { name }),
      icon: isPaused ? Play : Pause,
      run: isPaused ? () => void update({ instruction_id: id, status: 'active' }) : go(pausePath(id)),
    },
  ]
}

/** Whether the person may create jobs, for code outside of components, which cannot use `useCan`. */
function mayCreate(): boolean {
  const { organizationId } = useSession.getState()
  const organisation = useOrganisations.getState().items.find(candidate => candidate.organization_id === organizationId)
  const capabilities = (useProfile.getState().profile?.role_info ?? []).flatMap(role => role.capabilities)
  const org_role = organisation?.org_role ?? 'member'
  return can({ org_role, capabilities: [] }, 'jobs.create') || capabilities.some(name => name === 'jobs.create')
}
