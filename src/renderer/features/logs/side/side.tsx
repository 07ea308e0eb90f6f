import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { LinkedFrom } from '../../search/slots'
import { type Filter, toggled } from '../filter'
import { CamerasOfLogbook } from '../slots'
import { timelineAddress } from '../store'
import { useFilter } from '../use-filter'
import { DayLabels } from './day-labels'
import { DayWriters } from './day-writers'
import { DocumentFiles } from './document-files'
import { dayKey, useSide } from './store'

/** Milliseconds that a day stays at the top before it is requested. */
const restsFor = 120

interface Props {
  doc_id: number
  /** The visible day at the top, as `YYYY-MM-DD`. */
  on: string
  /** Called when something was chosen that the timeline shows. */
  onChosen?: () => void
}

/** The side pane of a timeline: labels and authors of the visible day, and the files of the document. */
export function Side({ doc_id, on, onChosen }: Props) {
  const { t } = useTranslation(['logs', 'app'])
  const held = useSide(state => state.days[dayKey(doc_id, on)])
  useDay(doc_id, on)
  const { filter, choose } = useChoice(doc_id, on)
  const toggle = (change: Parameters<typeof toggled>[1]) => {
    choose(toggled(filter, change))
    onChosen?.()
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {held?.day && (
        <>
          <DayLabels on={on} labels={held.day.labels} chosen={filter.labels} onToggle={mark => toggle({ mark })} />
          {held.day.writers.length > 0 && (
            <DayWriters writers={held.day.writers} chosen={filter.user_ids} onToggle={user_id => toggle({ user_id })} />
          )}
        </>
      )}
      {held && !held.day && (
        <p role="alert" className="grid justify-items-start gap-2 text-xs text-danger-ink">
          {t('side.failed')}
          <Button size="sm" onClick={() => void useSide.getState().show(doc_id, on)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {!held && (
        <Loading label={t('side.loading')} className="grid gap-3 py-1">
          {[72, 54, 66].map(width => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </Loading>
      )}
      <CamerasOfLogbook doc_id={doc_id} />
      <Suspense>
        <LinkedFrom doc_id={doc_id} />
      </Suspense>
      <DocumentFiles doc_id={doc_id} />
    </div>
  )
}

/** Requests the day once the reader stays on it; the first day at once. */
function useDay(doc_id: number, on: string): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const { show } = useSide.getState()
    const rest = setTimeout(() => void show(doc_id, on), isFirst.current ? 0 : restsFor)
    isFirst.current = false
    return () => clearTimeout(rest)
  }, [doc_id, on])
  useEffect(() => () => useSide.getState().hide(), [])
}

/** Returns the filter of the timeline. Filtering on an earlier day stays on that day. */
function useChoice(doc_id: number, on: string): { filter: Filter; choose: (next: Filter) => void } {
  const { filter } = useFilter(doc_id)
  const navigate = useNavigate()
  const format = useFormat()
  const choose = (next: Filter) => {
    const isToday = on === format.dayKey(Date.now())
    void navigate(timelineAddress(doc_id, next, isToday ? {} : { on }), { replace: true })
  }
  return { filter, choose }
}
