import { GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import { bucketNames } from './bucket-names'
import { GraphSwatch } from './colours'
import { labelsOf } from './labels-of'
import { usePlot } from './plots'

/** Shows the period before beside the visible one, or hides it. */
export function ComparisonButton({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('graphs')
  const toggle = () => onChange(!isOn)
  useShortcut({ keys: '=', label: t('compare.toggle'), group: t('open') }, toggle)
  return (
    <Button
      size="sm"
      variant={isOn ? 'default' : 'quiet'}
      icon={GitCompareArrows}
      aria-pressed={isOn}
      aria-keyshortcuts="="
      onClick={toggle}
    >
      {t('compare.toggle')}
    </Button>
  )
}

interface Props {
  graph: PlottedGraph
  /** Null while it loads. */
  before: PlottedGraph | null
  hidden: ReadonlySet<number>
}

/** How the numbers of each label differ from those of the period before, in words. */
export function Comparison({ graph, before, hidden }: Props) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const failure = usePlot(state => state.beforeFailure)
  const language = usePreferences(state => state.language)
  const time = useMemo(
    () => before && bucketNames(before.plot, language).time(0, before.plot.buckets.length - 1),
    [before, language],
  )
  if (failure && !before) {
    return (
      <p role="alert" className="mb-2 text-sm text-danger-ink">
        {t('compare.failed')} {errorText(failure)}
      </p>
    )
  }
  if (!before) return <Skeleton width={320} height={14} className="mb-2" />
  return (
    <section aria-label={t('compare.with', { time })} className="mb-2 rounded-md bg-surface-2 px-3 py-2 text-sm">
      <p className="text-xs text-muted">{t('compare.with', { time })}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {labelsOf(graph)
          .filter(({ index }) => !hidden.has(index))
          .map(({ index, key, text }) => (
            <li key={key} className="flex min-w-0 items-center gap-1.5">
              <GraphSwatch graph_id={graph.graph_id} index={index} />
              <Difference text={text} now={graph.totals[key] ?? 0} earlier={before.totals[key] ?? 0} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function Difference({ text, now, earlier }: { text: string; now: number; earlier: number }) {
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const words = { text, now: number(now), earlier: number(earlier), difference: number(Math.abs(now - earlier)) }
  return <span>{t(now === earlier ? 'compare.same' : now > earlier ? 'compare.more' : 'compare.fewer', words)}</span>
}
