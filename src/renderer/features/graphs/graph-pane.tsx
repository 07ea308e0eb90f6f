import { ChartColumnStacked, ChartLine, CloudAlert, Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { PlottedGraph, PlotUnit } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import type { Failure } from '../../platform/failure'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { useViewport } from '../../ui/use-media'
import { Annotations, useAnnotationsOf, useIsAnnotated } from './annotations/annotations'
import { BesideMenu, GraphsBeside } from './beside'
import { bucketNames } from './bucket-names'
import { Chart, type Stretch } from './chart'
import { ChosenLogs } from './chosen-logs'
import { Comparison, ComparisonButton } from './comparison'
import { DownloadMenu } from './download-menu'
import { FiguresTable } from './figures-table'
import { GraphActions } from './graph-actions'
import { Legend } from './legend'
import { Marks } from './marks'
import { insetsOf } from './plot-geometry'
import { usePlot } from './plots'
import { daysOf, graphsBesideIn, isComparedIn, unitsFor } from './range'
import { RangeBar } from './range-bar'
import { Thresholds, useThresholdsOf } from './thresholds/thresholds'
import { useChoice } from './use-choice'
import { usePoint } from './use-point'
import { useSummary } from './use-summary'

const views = ['line', 'bar', 'table'] as const
type View = (typeof views)[number]

interface Props {
  plot: PlottedGraph
  hidden: ReadonlySet<number>
  editable: boolean
  /** Whether the person may write in the logbook. */
  writable: boolean
  /** Why the last refresh failed. */
  failure: Failure | null
}

/** A graph: its labels over time, a mark for each log, and the selected logs. */
export function GraphPane({ plot: graph, hidden, editable, writable, failure }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const format = useFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const language = usePreferences(state => state.language)
  const viewport = useViewport()
  const isNarrow = viewport === 'phone'
  const [query, setQuery] = useSearchParams()
  const { plot } = graph
  const isCompared = isComparedIn(query)
  const beside = graphsBesideIn(query, graph.graph_id)
  const before = usePlot(state => (isCompared && state.before?.graph_id === graph.graph_id ? state.before : null))
  const names = useMemo(() => bucketNames(plot, language), [plot, language])
  const insets = useMemo(() => insetsOf(isNarrow), [isNarrow])
  const view = views.find(candidate => candidate === query.get('as')) ?? 'line'
  const kind = view === 'bar' ? 'bar' : 'line'
  const days = daysOf(plot, plot.zone)
  const all: Stretch = { first: 0, last: plot.buckets.length - 1 }
  const { chosen, selected, choose, chooseLog, clear, title, count } = useChoice(graph, names)
  const time = names.time(all.first, all.last)
  const heading = t(`per.${plot.unit}`)
  const summary = useSummary(graph, names)
  const annotations = useAnnotationsOf(graph)
  const isAnnotated = useIsAnnotated(graph)
  const thresholds = useThresholdsOf(graph.graph_id)
  usePoint(graph, choose)

  const put = (name: string, value: string | null) =>
    setQuery(
      before => {
        if (value === null) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  function show({ first, last }: { first: string; last: string }) {
    clear()
    setQuery(before => {
      before.delete('at')
      before.set('from', first)
      before.set('to', last)
      // Removing the unit chooses one that suits the new length.
      before.delete('unit')
      return before
    })
  }
  function showBy(unit: PlotUnit) {
    clear()
    setQuery(
      before => {
        before.delete('at')
        before.set('from', days.first)
        before.set('to', days.last)
        before.set('unit', unit)
        return before
      },
      { replace: true },
    )
  }

  const range = (
    <RangeBar
      days={days}
      name={days.first === days.last ? format.calendarDay(days.first) : time}
      today={format.dayKey(Date.now())}
      onChange={show}
    />
  )
  return (
    <Pane as="main" kind="canvas">
      <PaneHeader
        title={graph.name}
        subtitle={t('subtitle', { count: graph.log_count })}
        back={{ label: t('back'), onPress: () => void navigate(`/docs/${graph.logbook_id}`) }}
        actions={
          <>
            {viewport === 'desktop' && range}
            <DownloadMenu
              {...{ graph, names, kind, hidden, annotations, thresholds }}
              subtitle={`${heading}, ${time}`}
            />
            {editable && <GraphActions graph={graph} />}
          </>
        }
      />
      <PaneBody padded className="flex flex-col gap-3.5">
        {viewport !== 'desktop' && range}
        {failure && (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
            <CloudAlert size={16} />
            {t('notRefreshed')} {errorText(failure)}
            <Button size="sm" onClick={() => void usePlot.getState().reload()}>
              {t('app:action.tryAgain')}
            </Button>
          </p>
        )}
        <div className={cx('grid gap-3.5', beside.length > 0 && 'min-[1400px]:grid-cols-2')}>
          <section
            aria-labelledby="graph-chart"
            className="min-w-0 rounded-md border border-line bg-surface-1 p-4 pb-2.5"
          >
            <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
              <h2 id="graph-chart" className="text-sm font-semibold">
                {heading}
                <span className="hidden print:inline">, {time}</span>
              </h2>
              <Segmented<View>
                label={t('view.label')}
                options={[
                  { value: 'line', label: t('view.line'), icon: ChartLine },
                  { value: 'bar', label: t('view.bar'), icon: ChartColumnStacked },
                  { value: 'table', label: t('view.table'), icon: Table2 },
                ]}
                value={view}
                onChange={next => put('as', next === 'line' ? null : next)}
              />
              <Segmented<PlotUnit>
                label={t('unit.label')}
                options={unitsFor(days).map(unit => ({ value: unit, label: t(`unit.${unit}`) }))}
                value={plot.unit}
                onChange={showBy}
              />
              <BesideMenu
                graph={graph}
                shown={beside}
                onChange={ids => put('with', ids.length > 0 ? ids.join('.') : null)}
              />
              <ComparisonButton isOn={isCompared} onChange={isOn => put('compare', isOn ? 'before' : null)} />
              <Legend
                graph={graph}
                kind={kind}
                hidden={hidden}
                chosen={chosen && 'label' in chosen ? chosen.label : null}
                onChoose={index => choose(all, index)}
              />
            </div>
            {isCompared && <Comparison graph={graph} before={before} hidden={hidden} />}
            {view === 'table' ? (
              <FiguresTable
                graph={graph}
                before={before}
                names={names}
                hidden={hidden}
                onSelect={at => choose({ first: at, last: at }, null)}
              />
            ) : (
              <>
                <Chart
                  graph={graph}
                  before={before}
                  annotations={annotations}
                  thresholds={thresholds}
                  kind={kind}
                  names={names}
                  insets={insets}
                  hidden={hidden}
                  summary={summary}
                  selected={selected}
                  onSelect={choose}
                  onClear={clear}
                />
                {graph.log_count === 0 && <p className="pb-2 text-center text-sm text-muted">{t('chart.empty')}</p>}
              </>
            )}
          </section>
          <GraphsBeside
            {...{ graph, kind, insets, selected }}
            shown={beside}
            onSelect={stretch => choose(stretch, null)}
            onClear={clear}
          />
        </div>
        {graph.plot_data.length > 0 && (
          <section aria-labelledby="graph-marks" className="rounded-md border border-line bg-surface-1 p-4">
            <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
              <h2 id="graph-marks" className="text-sm font-semibold">
                {t('marks.title')}
              </h2>
              <p className="text-xs text-muted">
                <span className="print:hidden">{t('marks.hint')}</span>{' '}
                {graph.has_more && t('marks.more', { count: graph.plot_data.length })}
              </p>
            </div>
            <Marks
              graph={graph}
              insets={insets}
              isNarrow={isNarrow}
              hidden={hidden}
              selected={selected}
              chosen={chosen && 'log_id' in chosen ? chosen.log_id : null}
              onSelect={chooseLog}
            />
          </section>
        )}
        {chosen && <ChosenLogs graph={graph} title={title} count={count} onClose={clear} />}
        {/* They arrive after the rest, which they must not move, and one after the other. */}
        <Annotations graph={graph} shown={annotations} writable={writable} selected={selected} />
        {isAnnotated && <Thresholds graph={graph} thresholds={thresholds} writable={writable} />}
      </PaneBody>
    </Pane>
  )
}
