import { CalendarX2, NotebookPen, SearchX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { OnceMarksLoaded } from '../../ui/rich-text'
import { StateBlock } from '../../ui/state-block'
import { TimelineSkeleton } from '../../ui/timeline-skeleton'
import { isDrawnAlike } from '../../ui/without-marks'
import type { Info } from '../documents/store'
import { Feed } from './feed'
import { isFiltered, noFilter, toggled } from './filter'
import { GoToDate } from './go-to-date'
import type { Timeline } from './held-timeline'
import { type Entry, useOutbox } from './outbox'
import { FilterBar, type FilterBarProps, JobsOfLogbook } from './slots'
import { useTimelines } from './store'
import type { Place } from './timeline'
import { useFilter } from './use-filter'

interface Props {
  info: Info
  place: Place | null
  summary: ReactNode
  /** Increases when the newest end should be shown. */
  toTop: number
  onNewest: () => void
  /** Whether the person may write, for which there is a field beside the timeline. */
  isWritable: boolean
  onEdit: (entry: Entry) => void
}

/** The logs of a logbook, or why there are none to see. */
export function TimelinePane(props: Props) {
  const { info, place } = props
  const { doc_id } = info
  const { filter, setFilter } = useFilter(doc_id)
  const timeline = useTimelines(state => state.timelines[doc_id])
  // Stays while another filter loads, because it holds the focus.
  const hasBar = isFiltered(filter) || (timeline !== undefined && (timeline.logs.length > 0 || timeline.edition > 1))
  return (
    <>
      {hasBar && (
        <FilterBar
          doc_id={doc_id}
          filter={filter}
          onToggle={change => setFilter(toggled(filter, change))}
          onClear={() => setFilter(noFilter)}
          notice={noticeOf(timeline, place)}
          onRefresh={
            timeline?.isOutdated && !isElsewhere(timeline, place)
              ? () => void useTimelines.getState().replace(doc_id, place)
              : null
          }
        />
      )}
      <JobsOfLogbook doc_id={doc_id} />
      <Logs {...props} timeline={timeline} onClear={() => setFilter(noFilter)} />
    </>
  )
}

/** Whether the log that the address names is not among those in memory. */
const isElsewhere = ({ logs }: Timeline, place: Place | null): boolean =>
  place !== null && 'log_id' in place && !logs.some(log => log.id === place.log_id)

function noticeOf(timeline: Timeline | undefined, place: Place | null): FilterBarProps['notice'] {
  if (timeline?.status !== 'ready') return null
  if (isElsewhere(timeline, place)) return 'linkedHidden'
  if (timeline.unseen !== null) return 'ownHidden'
  return timeline.isOutdated ? 'outdated' : null
}

interface LogsProps extends Props {
  timeline: Timeline | undefined
  onClear: () => void
}

function Logs({ info, place, summary, toTop, timeline, onNewest, isWritable, onEdit, onClear }: LogsProps) {
  const { t } = useTranslation('logbooks')
  const { doc_id } = info
  const all = useOutbox(state => state.entries)
  const entries = useMemo(() => all.filter(entry => entry.doc_id === doc_id).reverse(), [all, doc_id])
  if (!timeline || timeline.status === 'loading') return <TimelineSkeleton label={t('timeline.loading')} />
  if (timeline.status === 'failed') return <Failed timeline={timeline} doc_id={doc_id} onNewest={onNewest} />
  const isEmpty = timeline.logs.length + timeline.arrivals.length === 0 && (entries.length === 0 || timeline.hasNewer)
  if (isEmpty || (timeline.logs.length === 0 && place && 'day' in place)) {
    if (isFiltered(timeline.filter))
      return <NothingMatches doc_id={doc_id} day={place && 'day' in place ? place.day : null} onClear={onClear} />
    return (
      <Empty
        doc_id={doc_id}
        day={place && 'day' in place ? place.day : null}
        onNewest={onNewest}
        isWritable={isWritable}
      />
    )
  }
  const isAlike = isDrawnAlike(info.content) && timeline.logs.every(({ content }) => isDrawnAlike(content))
  return (
    <OnceMarksLoaded isNeeded={!isAlike} placeholder={<TimelineSkeleton label={t('timeline.loading')} />}>
      <Feed
        key={timeline.edition}
        info={info}
        summary={summary}
        timeline={timeline}
        entries={entries}
        logId={place && 'log_id' in place ? place.log_id : null}
        toTop={toTop}
        onNewest={onNewest}
        onEdit={onEdit}
      />
    </OnceMarksLoaded>
  )
}

function Failed({ timeline, doc_id, onNewest }: { timeline: Timeline; doc_id: number; onNewest: () => void }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const { failure, place } = timeline
  if (failure?.code === 'log.not_found') {
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('timeline.logGone')}
        text={t('timeline.logGoneText')}
        actions={
          <Button size="sm" onClick={onNewest}>
            {t('timeline.newest')}
          </Button>
        }
      />
    )
  }
  return (
    <LoadFailed
      title={t('timeline.failed')}
      text={failure && errorText(failure)}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void useTimelines.getState().replace(doc_id, place)}
    />
  )
}

/** Shown when nothing matches the filter; another day may have matches. */
function NothingMatches({ doc_id, day, onClear }: { doc_id: number; day: string | null; onClear: () => void }) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  return (
    <StateBlock
      tone="neutral"
      icon={SearchX}
      title={day === null ? t('filter.none') : t('filter.noneOn', { day: format.calendarDay(day) })}
      text={t('filter.noneText')}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={onClear}>
            {t('filter.clear')}
          </Button>
          {day !== null && <GoToDate doc_id={doc_id} shown={day} today={format.dayKey(Date.now())} />}
        </>
      }
    />
  )
}

interface EmptyProps {
  doc_id: number
  /** The requested day; null if there is no log at all. */
  day: string | null
  onNewest: () => void
  isWritable: boolean
}

function Empty({ doc_id, day, onNewest, isWritable }: EmptyProps) {
  const { t } = useTranslation('logbooks')
  const format = useFormat()
  if (day !== null) {
    const write: ReactNode = (
      <>
        <Button size="sm" variant="primary" onClick={onNewest}>
          {t('timeline.newest')}
        </Button>
        <GoToDate doc_id={doc_id} shown={day} today={format.dayKey(Date.now())} />
      </>
    )
    return (
      <StateBlock
        tone="neutral"
        icon={CalendarX2}
        title={t('timeline.emptyDay', { day: format.calendarDay(day) })}
        actions={write}
      />
    )
  }
  return (
    <StateBlock
      icon={NotebookPen}
      title={t('timeline.empty')}
      text={isWritable ? t('timeline.emptyText') : t('timeline.emptyReadOnly')}
    />
  )
}
