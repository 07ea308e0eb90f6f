import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { GoToDate } from './go-to-date'
import type { Timeline } from './held-timeline'
import { SideButton } from './side/side-button'
import { useTimelines } from './store'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  doc_id: number
  summary: ReactNode
  /** The visible day, as `YYYY-MM-DD` and in words. */
  day: string
  dayName: string
  today: string
  /** The number of logs of the day; null while not all of them are loaded. */
  count: number | null
  newer: Timeline['newer']
  canScrollNewer: boolean
}

/** The summary, and the heading of the visible day, which sticks to the top. */
export function FeedHead({ ref, doc_id, summary, day, dayName, today, count, newer, canScrollNewer }: Props) {
  const { t } = useTranslation(['logbooks', 'app'])
  return (
    <div ref={ref} className="contents">
      <div className="px-7 max-md:px-4">
        <div className="pt-4 empty:hidden">{summary}</div>
      </div>
      <div className="sticky top-0 z-[2] flex min-h-14 flex-wrap items-center gap-x-2 bg-surface-1 px-7 py-2 max-md:px-4 print:hidden">
        <h2 className="text-md font-semibold first-letter:uppercase">{dayName}</h2>
        {count !== null && count > 0 && <Badge>{t('timeline.logs', { count })}</Badge>}
        {canScrollNewer && <Newer doc_id={doc_id} newer={newer} />}
        <span className="ml-auto flex items-center gap-2">
          <GoToDate key={day} doc_id={doc_id} shown={day} today={today} />
          <SideButton doc_id={doc_id} on={day} dayName={dayName} />
        </span>
      </div>
    </div>
  )
}

/** Newer logs load when their place comes near the visible area; this button is for when that fails. */
function Newer({ doc_id, newer }: { doc_id: number; newer: Timeline['newer'] }) {
  const { t } = useTranslation(['logbooks', 'app'])
  if (newer === 'loading') {
    return (
      <span role="status" className="text-xs text-muted">
        {t('timeline.loadingNewer')}
      </span>
    )
  }
  const load = () => void useTimelines.getState().loadNewer(doc_id)
  if (newer === 'failed') {
    return (
      <span role="alert" className="flex items-center gap-2 text-xs text-danger-ink">
        {t('timeline.newerFailed')}
        <Button size="sm" onClick={load}>
          {t('app:action.tryAgain')}
        </Button>
      </span>
    )
  }
  return (
    <Button size="sm" variant="quiet" onClick={load}>
      {t('timeline.newer')}
    </Button>
  )
}
