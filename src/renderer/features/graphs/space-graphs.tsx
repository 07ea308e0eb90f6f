import { ChartLine } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceGraph } from '#shared/contract/graphs/spaces'
import { labelColours } from '#shared/rules/label-colours'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { cx } from '../../ui/cx'
import { LoadFailed } from '../../ui/load-failed'
import { PaneBody } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { bucketNames } from './bucket-names'
import { useChosen } from './colours'
import { LabelSwatch } from './label-swatch'
import { labelsOf } from './labels-of'
import { useSpaceGraphs } from './spaces-store'
import { useSummary } from './use-summary'

/** The graphs that are pinned to a space and that the person may see [D4]. */
export function SpaceGraphs({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const list = useSpaceGraphs(state => state.lists[branch_id])
  useEffect(() => void useSpaceGraphs.getState().load(branch_id), [branch_id])
  if (list?.status === 'failed' && list.items.length === 0)
    return (
      <LoadFailed
        title={t('space.failed')}
        text={list.failure && errorText(list.failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSpaceGraphs.getState().load(branch_id)}
      />
    )
  if (!list || (list.items.length === 0 && list.status !== 'ready')) return <SkeletonRows label={t('loadingList')} />
  if (list.items.length === 0)
    return <StateBlock tone="neutral" icon={ChartLine} title={t('space.none')} text={t('space.noneText')} />
  return (
    <PaneBody padded>
      <ul aria-label={t('open')} className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {list.items.map(graph => (
          <li key={graph.graph_id} className="min-w-0">
            <Card graph={graph} />
          </li>
        ))}
      </ul>
    </PaneBody>
  )
}

const MARKS = ['bg-label-0-mark', 'bg-label-1-mark', 'bg-label-2-mark', 'bg-label-3-mark', 'bg-label-4-mark']

/** A graph with a stacked bar for each of the last seven days; pressing it opens the graph. */
function Card({ graph }: { graph: SpaceGraph }) {
  const { number } = useFormat()
  const language = usePreferences(state => state.language)
  const names = bucketNames(graph.plot, language)
  const weekday = new Intl.DateTimeFormat(language, { timeZone: graph.plot.zone, weekday: 'short' })
  const summary = useSummary(graph, names)
  const colours = labelColours(graph.labels, useChosen(graph.graph_id))
  const labels = labelsOf(graph).map(label => ({ ...label, colour: colours[label.index] ?? label.index }))
  const { buckets } = graph.plot
  const heights = buckets.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0))
  const most = Math.max(1, ...heights)
  return (
    <a
      href={`#/docs/${graph.logbook_id}/${graph.graph_id}`}
      className="flex flex-col gap-2.5 rounded-md border border-line bg-surface-1 p-3.5 text-default no-underline hover:border-strong"
    >
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{graph.name}</span>
        <span className="block truncate text-xs text-muted">{graph.logbook_name}</span>
      </span>
      <span role="img" aria-label={summary} className="flex h-24 items-end gap-1.5">
        {buckets.map(({ from, counts }, at) => (
          <span key={from} className="flex h-full min-w-0 flex-1 flex-col gap-1">
            <span className="flex min-h-0 flex-1 flex-col justify-end">
              <span
                className="flex min-h-px flex-col-reverse gap-px overflow-hidden rounded-xs bg-line"
                style={{ height: `${(100 * (heights[at] ?? 0)) / most}%` }}
              >
                {labels.map(
                  ({ key, colour }) =>
                    (counts[key] ?? 0) > 0 && (
                      <span key={key} className={cx('w-full', MARKS[colour])} style={{ flexGrow: counts[key] }} />
                    ),
                )}
              </span>
            </span>
            <span className="truncate text-center text-xs text-muted">{weekday.format(Date.parse(from))}</span>
          </span>
        ))}
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {labels.map(({ key, text, colour }) => (
          <span key={key} className="inline-flex min-w-0 items-center gap-1.5">
            <LabelSwatch index={colour} />
            <span className="truncate">{text}</span>
            <span className="text-muted tabular-nums">{number(graph.totals[key] ?? 0)}</span>
          </span>
        ))}
      </span>
    </a>
  )
}
