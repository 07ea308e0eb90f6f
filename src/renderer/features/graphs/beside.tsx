import { Rows3 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import { MenuActions } from '../../platform/menu-actions'
import { usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { Menu, type MenuEntry } from '../../ui/menu'
import { Skeleton } from '../../ui/skeleton'
import { useUndeleted } from '../undo/store'
import { useBeside } from './beside-store'
import { bucketNames } from './bucket-names'
import { Chart, type Stretch } from './chart'
import type { ChartKind, Insets } from './chart-option'
import { Legend } from './legend'
import { graphsBesideAtMost } from './range'
import { useGraphs } from './store'
import { useSummary } from './use-summary'

const none: never[] = []

/** Chooses other graphs of the logbook that are shown beside this one, or below it where there is no room. Nothing if there are none. */
export function BesideMenu({
  graph: { graph_id, logbook_id },
  shown,
  onChange,
}: {
  graph: PlottedGraph
  shown: readonly number[]
  onChange: (graph_ids: readonly number[]) => void
}) {
  const { t } = useTranslation('graphs')
  const graphs = useGraphs(state => state.lists[logbook_id]?.graphs)
  const others = useUndeleted('graph', graphs ?? none, other => other.graph_id).filter(
    other => other.graph_id !== graph_id,
  )
  if (others.length === 0) return null
  const entries: MenuEntry[] = [
    {
      kind: 'toggles',
      label: t('beside.menu'),
      options: others.map(other => {
        const checked = shown.includes(other.graph_id)
        return {
          label: other.name,
          checked,
          disabled: !checked && shown.length >= graphsBesideAtMost,
          onToggle: () => onChange(checked ? shown.filter(id => id !== other.graph_id) : [...shown, other.graph_id]),
        }
      }),
    },
  ]
  return (
    <>
      <Menu label={t('beside.menu')} entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" variant={shown.length > 0 ? 'default' : 'quiet'} icon={Rows3}>
            {t('beside.open')}
          </Button>
        )}
      </Menu>
      <MenuActions entries={entries} group={t('open')} />
    </>
  )
}

interface Props {
  /** The graph of the page, whose time the others share. */
  graph: PlottedGraph
  shown: readonly number[]
  kind: ChartKind
  insets: Insets
  selected: Stretch | null
  onSelect: (stretch: Stretch) => void
  onClear: () => void
}

/** Other graphs over the same time, each with its own scale; a time that is chosen in one is marked in all. */
export function GraphsBeside({ graph, shown, ...shared }: Props) {
  const { zone, from, to, unit } = graph.plot
  const plots = useBeside(state => state.plots)
  const ids = shown.join('.')
  useEffect(() => {
    const graph_ids = ids === '' ? [] : ids.split('.').map(Number)
    if (graph_ids.length > 0) void useBeside.getState().show(graph_ids, { zone, from, to, unit })
    else useBeside.getState().close()
  }, [ids, zone, from, to, unit])
  useEffect(() => () => useBeside.getState().close(), [])
  return shown.map(graph_id => (
    <BesideGraph key={graph_id} graph_id={graph_id} loaded={plots[graph_id] ?? null} time={graph.plot} {...shared} />
  ))
}

const nothingHidden: ReadonlySet<number> = new Set()

function BesideGraph({
  graph_id,
  loaded,
  time,
  ...shared
}: Omit<Props, 'graph' | 'shown'> & {
  graph_id: number
  loaded: ReturnType<typeof useBeside.getState>['plots'][number] | null
  time: PlottedGraph['plot']
}) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  if (loaded?.failure) {
    return (
      <p role="alert" className="rounded-md border border-line bg-surface-1 p-4 text-sm text-danger-ink">
        {t('beside.failed')} {errorText(loaded.failure)}
      </p>
    )
  }
  const plot = loaded?.plot
  // Until the new time is there, bands of the old one would stand at the wrong place.
  if (!plot || plot.plot.from !== time.from || plot.plot.to !== time.to || plot.plot.unit !== time.unit) {
    return <Skeleton height={240} className="rounded-md" />
  }
  return <Drawn key={graph_id} graph={plot} {...shared} />
}

function Drawn({ graph, kind, insets, selected, onSelect, onClear }: Omit<Props, 'shown'>) {
  const { t } = useTranslation('graphs')
  const language = usePreferences(state => state.language)
  const names = useMemo(() => bucketNames(graph.plot, language), [graph.plot, language])
  const summary = useSummary(graph, names)
  const heading = `beside-${graph.graph_id}`
  const all = { first: 0, last: graph.plot.buckets.length - 1 }
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col justify-between rounded-md border border-line bg-surface-1 p-4 pb-2.5"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={heading} className="min-w-0 text-sm font-semibold">
          <a href={`#/docs/${graph.logbook_id}/${graph.graph_id}`} className="wrap-anywhere">
            {graph.name}
          </a>
        </h2>
        <Legend graph={graph} kind={kind} hidden={nothingHidden} chosen={null} onChoose={() => onSelect(all)} />
      </div>
      <Chart
        {...{ graph, kind, names, insets, summary, selected, onClear }}
        hidden={nothingHidden}
        onSelect={stretch => onSelect(stretch)}
      />
      {graph.log_count === 0 && <p className="pb-2 text-center text-sm text-muted">{t('beside.empty')}</p>}
    </section>
  )
}
