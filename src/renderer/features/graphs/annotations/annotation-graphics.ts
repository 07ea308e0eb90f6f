import type { GraphicComponentOption } from 'echarts/components'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Insets } from '../chart-option'
import type { Palette } from '../palette'
import { placeOf } from '../plot-geometry'

interface Place {
  insets: Insets
  /** The size of the whole drawing, in pixels. */
  width: number
  height: number
}

type Element = Extract<GraphicComponentOption, { elements?: unknown }>['elements']

/**
 * Annotations in a drawing on paper or in a file: a line at each instant, a band over each range, and above it the number
 * under which it is listed, from 1.
 */
export function annotationGraphics(
  annotations: readonly Annotation[],
  { buckets }: PlottedGraph['plot'],
  { muted, text, font }: Palette,
  { insets, width, height }: Place,
): NonNullable<Element> {
  const room = width - insets.left - insets.right
  const [y1, y2] = [insets.top, height - insets.bottom]
  const at = (instant: string) => insets.left + room * placeOf(instant, buckets)
  const line = (x: number) => ({
    ...{ type: 'line' as const, silent: true, z: 5 },
    shape: { x1: x, y1, x2: x, y2 },
    style: { stroke: muted, lineWidth: 1 },
  })
  return annotations.flatMap(({ from, to }, index) => {
    const start = at(from)
    const end = to === null ? start : at(to)
    return [
      ...(to === null
        ? []
        : [
            {
              ...{ type: 'rect' as const, silent: true, z: 1 },
              shape: { x: start, y: y1, width: end - start, height: y2 - y1 },
              style: { fill: muted, opacity: 0.12 },
            },
            line(end),
          ]),
      line(start),
      {
        ...{ type: 'text' as const, silent: true, z: 6, x: start + 3, y: y1 + 1 },
        style: { text: String(index + 1), fill: text, fontFamily: font, fontSize: 11 },
      },
    ]
  })
}
