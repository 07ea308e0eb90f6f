import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bucketNames } from './bucket-names'
import { chartOption } from './chart-option'
import { svgOf } from './image'
import { imageOption } from './image-option'
import type { Palette } from './palette'
import { bandOf, bucketAt, insetsOf, placeOf } from './plot-geometry'
import { styleOf } from './series-style'
import { plotOf, thresholdOf } from './test-graphs'

const palette: Palette = {
  text: 'rgb(1, 1, 1)',
  muted: 'rgb(2, 2, 2)',
  line: 'rgb(3, 3, 3)',
  surface: 'rgb(255, 255, 255)',
  pattern: 'rgb(4, 4, 4)',
  marks: ['rgb(10, 0, 0)', 'rgb(11, 0, 0)', 'rgb(12, 0, 0)', 'rgb(13, 0, 0)', 'rgb(14, 0, 0)'],
  font: 'Inter',
}
const graph = plotOf()
const look = {
  names: bucketNames(graph.plot, 'en'),
  palette,
  number: String,
  hidden: new Set<number>(),
  subtitle: 'Logs per hour, Fri, Nov 20, 2026',
}

// jsdom has no canvas, so text widths are estimated.
beforeAll(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null))

describe('The picture of a graph [D22]', () => {
  test.each(['line', 'bar'] as const)('as %s shows its name, its time, its labels with their sums, on white', kind => {
    const svg = svgOf(imageOption(graph, { ...look, kind }))
    expect(svg).toMatch(/^<svg /)
    for (const text of ['Queue at the counter', 'Logs per hour, Fri, Nov 20, 2026', 'Clear  3', 'Queue  1', '9 AM'])
      expect(svg.replaceAll('\u00a0', ' ')).toContain(text)
    expect(svg).toContain('fill="rgb(255, 255, 255)"')
    expect(svg).toContain(palette.marks[0])
    expect(svg).not.toMatch(/href="http|<script/)
  })

  test('writes names as text, never as markup', () => {
    const svg = svgOf(imageOption(plotOf({ name: '<script>1</script>' }), { ...look, kind: 'line' }))
    expect(svg).not.toContain('<script>')
    expect(svg).toContain('&lt;script&gt;')
  })

  test('has the annotations of its time under numbers, and the thresholds of its unit', () => {
    const note = { annotation_id: 1, graph_id: 5, author: null, created_at: '', is_editable: false, time: '9 AM' }
    const annotations = [
      { ...note, text: 'Till <2> was shut', from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T10:00:00.000Z' },
      { ...note, text: 'Rain', from: '2026-11-20T12:00:00.000Z', to: null },
    ]
    const image = imageOption(graph, { ...look, kind: 'line', annotations, thresholds: [thresholdOf()] })
    expect(image.height).toBeGreaterThan(imageOption(graph, { ...look, kind: 'line' }).height)
    const svg = svgOf(image).replaceAll('\u00a0', ' ')
    for (const text of ['1  Till &lt;2&gt; was shut (9 AM)', '2  Rain (9 AM)', '&gt; 3']) expect(svg).toContain(text)
    const day = svgOf(imageOption(graph, { ...look, kind: 'line', thresholds: [thresholdOf({ unit: 'day' })] }))
    expect(day).not.toContain('&gt; 3')
  })

  test('leaves out labels that are hidden', () => {
    const hidden = new Set([1])
    expect(svgOf(imageOption(graph, { ...look, hidden, kind: 'line' }))).not.toContain('Queue  1')
  })

  test('distinguishes labels without colours: each has its own dashes and symbol, and its own pattern', () => {
    const styles = [0, 1, 2, 3, 4].map(styleOf)
    expect(new Set(styles.map(style => style.symbol)).size).toBe(5)
    expect(new Set(styles.map(style => JSON.stringify(style.dash))).size).toBe(5)
    expect(new Set(styles.map(style => JSON.stringify(style.pattern))).size).toBe(5)
  })

  test('draws a line only where something was counted, and down to zero beside it', () => {
    const { series } = chartOption(graph, { ...look, kind: 'line', insets: insetsOf(false) })
    const [clear] = series as { data: unknown[] }[]
    const nothing = { value: 0, symbol: 'none' }
    expect(clear?.data.slice(7, 13)).toEqual([null, nothing, 2, 1, nothing, null])
  })

  test('aligns the same time in every chart type', () => {
    const insets = { left: 100, right: 20, top: 0, bottom: 0 }
    expect(placeOf('2026-11-20T12:00:00.000Z', graph.plot.buckets)).toBe(0.5)
    expect(placeOf('2026-11-21T12:00:00.000Z', graph.plot.buckets)).toBe(1)
    expect(bucketAt(100 + 240 * (9.5 / 24), 360, insets, 24)).toBe(9)
    expect(bucketAt(0, 360, insets, 24)).toBe(0)
    expect(bucketAt(360, 360, insets, 24)).toBe(23)
    expect(bandOf(12, 12, 24, insets).left).toBe('calc(100px + (100% - 120px) * 0.5)')
  })
})
