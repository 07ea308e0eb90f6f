import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { cx } from '../../../ui/cx'
import type { Insets } from '../chart-option'
import { bandOf, placeOf } from '../plot-geometry'

interface Props {
  annotations: readonly Annotation[]
  plot: PlottedGraph['plot']
  insets: Insets
  /** Those at the hovered or focused time, which are drawn stronger. */
  active: readonly Annotation[]
}

/**
 * A thin line in the chart for each instant, and a band for each range. They are visual only: the tip and the slider
 * say their texts, and so does the list below the chart.
 */
export function AnnotationMarks({ annotations, plot: { buckets }, insets, active }: Props) {
  const count = buckets.length
  return annotations.map(annotation => {
    const first = placeOf(annotation.from, buckets) * count
    const end = annotation.to === null ? first : placeOf(annotation.to, buckets) * count
    const isActive = active.includes(annotation)
    return (
      <div
        key={annotation.annotation_id}
        aria-hidden="true"
        data-annotation
        className={cx(
          'pointer-events-none absolute border-l-2 print:hidden',
          annotation.to !== null && 'border-r-2',
          isActive ? 'border-accent bg-accent-soft/40' : 'border-strong bg-surface-3/40',
        )}
        style={{ ...bandOf(first, end - 1, count, insets), top: insets.top, bottom: insets.bottom }}
      >
        <span className={cx('absolute -top-1 -left-1 size-1.5 rounded-full', isActive ? 'bg-accent' : 'bg-strong')} />
      </div>
    )
  })
}
