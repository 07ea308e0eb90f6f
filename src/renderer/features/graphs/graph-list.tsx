import { ChartLine, ChevronLeft, Pin, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import { Checkbox } from '../../ui/checkbox'
import { IconButton } from '../../ui/icon-button'
import { ListRow, ListSection } from '../../ui/list-row'
import { Pane, PaneBody } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { useUndeleted } from '../undo/store'
import { ColourMenu } from './colour-menu'
import { labelsOf } from './labels-of'
import { useGraphs } from './store'

const none: never[] = []

interface Props {
  doc_id: number
  logbookName: string
  current: number
  plot: PlottedGraph | null
  hidden: ReadonlySet<number>
  onToggle: (index: number) => void
  /** Null for people who may not create graphs. */
  onNew: (() => void) | null
}

/** The graphs of a logbook, and the labels of the current one. */
export function GraphList({ doc_id, logbookName, current, plot, hidden, onToggle, onNew }: Props) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const graphs = useGraphs(state => state.lists[doc_id]?.graphs)
  const shown = useUndeleted('graph', graphs ?? none, graph => graph.graph_id)
  const status = useGraphs(state => state.lists[doc_id]?.status)
  const isLoading = status === undefined || status === 'loading'
  return (
    <Pane kind="list" onPhone={false} aria-label={t('list')}>
      <header className="flex min-h-header shrink-0 items-center gap-2 pr-3 pl-3">
        <a
          href={`#/docs/${doc_id}`}
          className="flex min-h-8 min-w-0 items-center gap-2 rounded-sm px-1.5 text-md font-semibold text-default no-underline hover:bg-surface-3"
        >
          <ChevronLeft size={18} className="shrink-0" />
          <span className="sr-only">{t('back')} </span>
          <span className="truncate">{logbookName}</span>
        </a>
      </header>
      <PaneBody>
        <ListSection
          title={t('open')}
          trailing={
            // Its room is kept until the rights are known.
            onNew ? <IconButton icon={Plus} size="sm" label={t('new')} onClick={onNew} /> : <span className="h-6" />
          }
        />
        {isLoading && <SkeletonRows label={t('loadingList')} rows={3} />}
        <nav aria-label={t('list')} className="flex flex-col">
          {shown.map(graph => (
            <ListRow
              key={graph.graph_id}
              href={`#/docs/${doc_id}/${graph.graph_id}`}
              selected={graph.graph_id === current}
              icon={graph.is_pinned ? Pin : ChartLine}
              title={graph.name}
              meta={[
                graph.is_pinned && t('pinned'),
                t('labelCount', { count: Object.keys(graph.labels).length }),
                t('given', { count: Object.values(graph.label_counts).reduce((sum, count) => sum + count, 0) }),
              ]
                .filter(Boolean)
                .join(', ')}
            />
          ))}
        </nav>
        {plot && !isLoading && (
          <section aria-labelledby="graph-labels">
            <h2 id="graph-labels" className="px-4 pt-3.5 pb-1.5 text-xs font-semibold text-muted">
              {t('labelsHere')}
            </h2>
            <ul className="grid gap-1 px-4">
              {labelsOf(plot).map(label => {
                const { index, key, text } = label
                return (
                  <li key={key} className="flex min-h-7 items-center gap-2">
                    <Checkbox
                      className="min-w-0 flex-1 wrap-anywhere"
                      label={text}
                      checked={!hidden.has(index)}
                      onChange={() => onToggle(index)}
                    />
                    <ColourMenu graph_id={plot.graph_id} label={label} />
                    <span className="min-w-6 text-right text-xs text-muted tabular-nums">
                      {format.number(plot.totals[key] ?? 0)}
                    </span>
                  </li>
                )
              })}
            </ul>
            <p className="px-4 py-3 text-xs text-pretty text-muted">{t('labelsHint')}</p>
          </section>
        )}
      </PaneBody>
    </Pane>
  )
}
