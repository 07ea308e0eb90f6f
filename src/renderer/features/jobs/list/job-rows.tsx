import { CalendarClock, Plus, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { ListRow, ListSection } from '../../../ui/list-row'
import { LoadFailed } from '../../../ui/load-failed'
import { LoadMore } from '../../../ui/load-more'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { StatusPip } from '../../../ui/status-pip'
import { useUndeleted } from '../../undo/store'
import { useCurrentJobs, useEndedJobs } from '../store'
import { useJobState } from '../use-job-state'
import { Examples } from './example-lists'
import { type Shown, sectionsOf } from './sections'

interface Props {
  shown: Shown
  current: number | 'new' | null
  onNew: (() => void) | null
  onClear: () => void
  /** False where the examples stand beside the list. */
  hasExamples: boolean
}

/** The rows of the list, and what stands in their place while there are none. */
export function JobRows({ shown, current, onNew, onClear, hasExamples }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const useList = shown === 'active' ? useCurrentJobs : useEndedJobs
  const { items: all, status, failure, query } = useList()
  const items = useUndeleted('job', all, job => job.instruction_id)
  const rows = useRef<HTMLDivElement>(null)
  useRowKeys(rows)

  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('list.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useList.getState().load()}
      />
    )
  }
  if (items.length === 0 && status !== 'ready') return <SkeletonRows label={t('list.loading')} />
  if (items.length === 0 && query !== '') {
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('list.none', { query })}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('list.clear')}
          </Button>
        }
      />
    )
  }
  const isEmpty = items.length === 0
  return (
    <div ref={rows} className="pb-3">
      {isEmpty && (
        <div className="py-6">
          <StateBlock
            icon={CalendarClock}
            title={t(shown === 'active' ? 'list.empty' : 'list.emptyFinished')}
            text={t(shown === 'finished' ? 'list.emptyFinishedText' : onNew ? 'list.emptyText' : 'list.emptyForbidden')}
            actions={
              shown === 'active' &&
              onNew && (
                <Button variant="primary" size="sm" icon={Plus} onClick={onNew}>
                  {t('new')}
                </Button>
              )
            }
          />
        </div>
      )}
      {!isEmpty && (
        <nav aria-label={t('title')}>
          {shown === 'active' && query === '' ? (
            <Sections jobs={items} current={current} />
          ) : (
            <Rows jobs={items} current={current} />
          )}
          <More shown={shown} />
        </nav>
      )}
      {shown === 'active' && query === '' && onNew && hasExamples && <Examples isWhole={isEmpty} />}
    </div>
  )
}

function Sections({ jobs, current }: { jobs: readonly Job[]; current: Props['current'] }) {
  const { t } = useTranslation('jobs')
  const { dayKey } = useFormat()
  const sections = sectionsOf(jobs, dayKey)
  return (['today', 'needsYou', 'later'] as const).map(
    name =>
      sections[name].length > 0 && (
        <section key={name} aria-label={t(`list.${name}`)}>
          <ListSection title={t(`list.${name}`)} />
          <Rows jobs={sections[name]} current={current} />
        </section>
      ),
  )
}

function Rows({ jobs, current }: { jobs: readonly Job[]; current: Props['current'] }) {
  const stateOf = useJobState()
  return (
    <div className="flex flex-col">
      {jobs.map(job => {
        const { tone, word, line } = stateOf(job)
        return (
          <ListRow
            key={job.instruction_id}
            href={`#/jobs/${job.instruction_id}`}
            selected={job.instruction_id === current}
            leading={
              <span className="mt-0.5 self-start">
                <StatusPip tone={tone} label={`${word}.`} hideLabel />
              </span>
            }
            title={job.instruction_text}
            meta={line}
          />
        )
      })}
    </div>
  )
}

function More({ shown }: { shown: Shown }) {
  const { t } = useTranslation('jobs')
  const current = useCurrentJobs()
  const ended = useEndedJobs()
  const { next, more, loadMore } = shown === 'active' ? current : ended
  return (
    <LoadMore
      label={t('list.more')}
      failedText={t('list.moreFailed')}
      state={more}
      next={next}
      onMore={loadMore as () => void}
    />
  )
}

/** j and k move along the rows; Enter follows the link. */
function useRowKeys(list: { current: HTMLElement | null }): void {
  const { t } = useTranslation('jobs')
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const focused = links.indexOf(document.activeElement as HTMLElement)
    const open = links.findIndex(link => link.getAttribute('aria-current') === 'page')
    const from = focused < 0 ? open : focused
    links[Math.max(0, Math.min(links.length - 1, from < 0 ? 0 : from + by))]?.focus()
  }
  useShortcut({ keys: 'j', label: t('list.next'), group: t('title') }, () => move(1))
  useShortcut({ keys: 'k', label: t('list.previous'), group: t('title') }, () => move(-1))
}
