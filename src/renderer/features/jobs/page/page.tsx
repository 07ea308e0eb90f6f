import { CalendarClock, Lock, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { useSession } from '../../../platform/session'
import { useShortcut } from '../../../platform/shortcuts'
import { useSidebar } from '../../../platform/sidebar'
import { usePageTitle } from '../../../platform/title'
import { Button, LinkButton } from '../../../ui/button'
import { Pane, Panes } from '../../../ui/pane'
import { StateBlock } from '../../../ui/state-block'
import { useMedia } from '../../../ui/use-media'
import { AskForAccess } from '../../access/slots'
import { useCan } from '../../organisations/store'
import { ExampleCards } from '../list/example-lists'
import { ListPane } from '../list/list-pane'
import { useCurrentJobs, useEndedJobs, useJobs } from '../store'
import { NewJob } from './new-job'
import { OpenJob } from './open-job'

/** Jobs: the list and one of them [2.11]. */
export function JobsPage() {
  const { t } = useTranslation('jobs')
  const { instruction_id } = useParams()
  const navigate = useNavigate()
  const isNew = instruction_id === 'new'
  const current = instruction_id === undefined || isNew ? null : idFrom(instruction_id)
  const job = useJobs(state => (current === null ? undefined : state.opened[current]))
  const canCreate = useCan('jobs.create')
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  usePageTitle(job?.job?.instruction_text ?? t(isNew ? 'new' : 'title'))

  const openNew = () => void navigate('/jobs/new')
  useShortcut({ keys: 'c', label: t('new'), group: t('title'), isOn: canCreate }, openNew)
  const isGone = current === 0 || job?.failure?.code === 'job.not_found' || (isNew && !canCreate)

  const isEmpty = [useCurrentJobs(hasNone), useEndedJobs(hasNone)].every(Boolean)
  const isWide = useMedia('(min-width: 768px)')
  const hasCards = instruction_id === undefined && isEmpty && isWide && canCreate

  return (
    <Panes>
      <ListPane current={isNew ? 'new' : current} onNew={canCreate ? openNew : null} hasExamples={!hasCards} />
      {hasCards ? (
        <Pane aria-label={t('list.examples')}>
          <ExampleCards />
        </Pane>
      ) : (
        instruction_id === undefined && <Nothing onNew={canCreate ? openNew : null} />
      )}
      {isGone && <NoAccess instruction_id={current || null} />}
      {isNew && canCreate && <NewJob key={organizationId} />}
      {current !== null && !isGone && <OpenJob key={`${organizationId}.${current}`} instruction_id={current} />}
    </Panes>
  )
}

/** Shown on a wide screen while no job is open. The list itself says when it is empty. */
function Nothing({ onNew }: { onNew: (() => void) | null }) {
  const { t } = useTranslation('jobs')
  const selected = useSidebar(state => state.selectedJob)
  const last = useCurrentJobs(state => state.items.find(job => job.instruction_id === selected))
  const hasSome = [useCurrentJobs(state => state.items.length), useEndedJobs(state => state.items.length)].some(Boolean)
  return (
    <Pane onPhone={false} aria-label={t('choose.title')}>
      {hasSome && (
        <StateBlock
          icon={CalendarClock}
          title={t('choose.title')}
          text={t('choose.text')}
          actions={
            <>
              {last && (
                <LinkButton size="sm" variant="primary" href={`#/jobs/${last.instruction_id}`}>
                  {t('choose.continue')}
                </LinkButton>
              )}
              {onNew && (
                <Button size="sm" icon={Plus} onClick={onNew}>
                  {t('new')}
                </Button>
              )}
            </>
          }
        />
      )}
    </Pane>
  )
}

/** Shown for a job that does not exist or is not accessible; it does not reveal which. */
function NoAccess({ instruction_id }: { instruction_id: number | null }) {
  const { t } = useTranslation('jobs')
  // Nothing is hidden from these people, so what they cannot open does not exist.
  const seesAll = useCan('jobs.manage_all')
  return (
    <Pane as="main">
      <StateBlock
        headingLevel={1}
        tone="neutral"
        icon={Lock}
        title={t(seesAll ? 'gone.none' : 'gone.title')}
        text={t(seesAll ? 'gone.noneText' : 'gone.text')}
        actions={
          <>
            {instruction_id !== null && !seesAll && <AskForAccess subject={{ kind: 'job', id: instruction_id }} />}
            <LinkButton href="#/jobs" size="sm">
              {t('gone.all')}
            </LinkButton>
          </>
        }
      />
    </Pane>
  )
}

const hasNone = ({ status, items, query }: ReturnType<typeof useCurrentJobs.getState>): boolean =>
  status === 'ready' && items.length === 0 && query === ''

const idFrom = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)
