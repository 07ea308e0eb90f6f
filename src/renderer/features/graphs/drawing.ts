import { BarChart, LineChart } from 'echarts/charts'
import { GraphicComponent, GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type ChartOption, passiveId } from './chart-option'
import { onPaper } from './plot-geometry'

use([LineChart, BarChart, GridComponent, GraphicComponent, CanvasRenderer])

/** A chart on the page. */
export interface Drawing {
  show(option: ChartOption): void
  /** Returns the id of the series drawn at a place, in pixels from the corner of its box. */
  seriesAt(x: number, y: number): string | null
  resize(): void
  dispose(): void
}

/** The distance in pixels within which a line's point counts as pressed. */
const within = 12

/** Draws into an element that has a size. The drawing is visual only; names and keys are handled elsewhere. */
export function draw(element: HTMLElement): Drawing {
  const chart = init(element, null, { renderer: 'canvas' })
  const grid = { gridIndex: 0 }
  let series: { id: string; isBar: boolean; data: readonly number[] }[] = []

  function barAt(at: number, value: number): string | null {
    let top = 0
    for (const { id, data } of series) {
      top += data[at] ?? 0
      if (value > 0 && value <= top) return id
    }
    return null
  }
  function pointAt(at: number, x: number, y: number): string | null {
    const distances = series.map(({ id, data }) => {
      const [left = 0, top = 0] = chart.convertToPixel(grid, [at, data[at] ?? 0])
      return { id, distance: data[at] ? Math.hypot(left - x, top - y) : Number.POSITIVE_INFINITY }
    })
    const [nearest] = distances.sort((distance, other) => distance.distance - other.distance)
    return nearest && nearest.distance <= within ? nearest.id : null
  }

  return {
    show(option) {
      const drawn = Array.isArray(option.series) ? option.series : []
      series = drawn
        .filter(({ id }) => !String(id).startsWith(passiveId))
        .map(({ id, type, data }) => ({
          id: String(id),
          isBar: type === 'bar',
          data: (data as unknown[]).map(value => (typeof value === 'number' ? value : 0)),
        }))
      chart.setOption(option, { notMerge: true })
    },
    seriesAt(x, y) {
      const [at = 0, value = 0] = chart.convertFromPixel(grid, [x, y])
      return series[0]?.isBar ? barAt(at, value) : pointAt(at, x, y)
    },
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}

/** Dots on paper per pixel. */
const paperRatio = 3

/** Draws the chart for printing as a separate picture, which is complete when this returns. */
export function drawForPaper(option: ChartOption): HTMLCanvasElement {
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', ...onPaper })
  try {
    chart.setOption(option)
    const canvas = chart.renderToCanvas({ pixelRatio: paperRatio })
    // Removes the position and size that it would have among the layers of a chart.
    canvas.removeAttribute('style')
    return canvas
  } finally {
    chart.dispose()
  }
}
