import { CloudAlert, RefreshCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { textBelowTitle } from '#shared/rules/log-title'
import { useFormat } from '../../platform/format'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { OnceMarksLoaded } from '../../ui/rich-text'
import { Loading, Skeleton } from '../../ui/skeleton'
import { isDrawnAlike } from '../../ui/without-marks'
import { Words } from '../../ui/words'
import { timelineAddress } from '../logs/store'
import { linkComponents } from '../search/slots'
import { LogPictures } from '../sources/slots'
import { GraphChip } from './colours'
import { labelsOf } from './labels-of'
import { usePlot } from './plots'

interface Props {
  graph: PlottedGraph
  /** The selection in words. */
  title: string
  /** The number of selected logs; null if it is not known. */
  count: number | null
  onClose: () => void
}

/** The logs of the selection in the graph, each linked to its place in the logbook. */
export function ChosenLogs({ graph, title, count, onClose }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const format = useFormat()
  const chosen = usePlot(state => state.chosen)
  if (!chosen) return null
  const { choice, logs, next, status } = chosen
  const marks = labelsOf(graph)
    .filter(({ index }) => !('log_id' in choice) && (choice.label === null || choice.label === index))
    .map(({ index }) => ({ graph_id: graph.graph_id, label: index }))
  const first = logs[0]
  return (
    <section aria-labelledby="chosen-logs" className="rounded-md border border-line bg-surface-1">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 id="chosen-logs" className="text-sm font-semibold">
          {title}
        </h2>
        {count !== null && <Badge>{t('logCount', { count })}</Badge>}
        <span className="ml-auto flex items-center gap-2">
          {first && (
            <a
              href={`#${timelineAddress(
                graph.logbook_id,
                { labels: marks, user_ids: [] },
                'log_id' in choice ? { log: first.id } : { on: format.dayKey(first.created_at) },
              )}`}
              className="text-sm text-accent no-underline hover:underline"
            >
              {t('chosen.inLogbook')}
            </a>
          )}
          <IconButton icon={X} size="sm" label={t('chosen.close')} onClick={onClose} />
        </span>
      </div>
      <p role="status" className="sr-only">
        {status === 'ready' && t('chosen.shown', { count: logs.length })}
      </p>
      {status === 'loading' && logs.length === 0 && <ChosenSkeleton />}
      {status === 'ready' && logs.length === 0 && <p className="p-4 text-sm text-muted">{t('chosen.none')}</p>}
      <OnceMarksLoaded isNeeded={!logs.every(({ content }) => isDrawnAlike(content))} placeholder={<ChosenSkeleton />}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))]">
          {logs.map(log => (
            <li key={log.id} className="min-w-0 border-b border-line p-4">
              <Entry log={log} graph_id={graph.graph_id} />
            </li>
          ))}
        </ul>
      </OnceMarksLoaded>
      {status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 p-4 text-sm text-danger-ink">
          <CloudAlert size={16} />
          {t('chosen.failed')}
          <Button size="sm" icon={RefreshCw} onClick={() => void usePlot.getState().readChosen(next)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {status === 'ready' && next !== null && (
        <div className="px-4 py-3">
          <Button size="sm" onClick={() => void usePlot.getState().readChosen(next)}>
            {t('chosen.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function ChosenSkeleton() {
  const { t } = useTranslation('graphs')
  return (
    <Loading label={t('chosen.loading')} className="grid gap-2 p-4">
      <Skeleton width="40%" />
      <Skeleton width="60%" />
    </Loading>
  )
}

function Entry({ log, graph_id }: { log: Log; graph_id: number }) {
  const format = useFormat()
  const text = textBelowTitle(log)
  const labels = log.labels.filter(label => label.graph_id === graph_id)
  const frames = log.frame_ids.filter(frame_id => !frame_id.includes(':'))
  return (
    <article aria-labelledby={`chosen-${log.id}`}>
      <p className="text-xs text-muted">
        <time dateTime={log.created_at}>{format.dayAndTime(log.created_at)}</time>
      </p>
      <h3 id={`chosen-${log.id}`} className="mt-0.5 text-sm font-medium wrap-anywhere">
        <a href={`#/docs/${log.doc_id}?log=${log.id}`} className="text-default no-underline hover:underline">
          {log.title}
        </a>
      </h3>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {labels.map(({ graph_id, label, text }) => (
          <li key={label} className="flex min-w-0">
            <GraphChip graph_id={graph_id} label={label}>
              {text}
            </GraphChip>
          </li>
        ))}
      </ul>
      {text !== '' && (
        <div className="mt-1.5 max-h-24 overflow-hidden text-sm [mask-image:linear-gradient(to_bottom,black_72px,transparent)]">
          <Words components={linkComponents}>{text}</Words>
        </div>
      )}
      {frames.length > 0 && <LogPictures frame_ids={frames} />}
    </article>
  )
}
