import { BarChart, LineChart } from 'echarts/charts'
import { GraphicComponent, GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import type { GraphImage } from './image-option'

use([
  LineChart,
  BarChart,
  GridComponent,
  TitleComponent,
  LegendComponent,
  GraphicComponent,
  CanvasRenderer,
  SVGRenderer,
])

/** Returns the picture as SVG text. */
export function svgOf({ option, ...size }: GraphImage): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** Returns the picture as a bitmap, with two pixels per CSS pixel. */
export async function pngOf({ option, ...size }: GraphImage): Promise<Blob> {
  const box = document.createElement('div')
  const chart = init(box, null, { renderer: 'canvas', devicePixelRatio: 2, ...size })
  try {
    chart.setOption(option)
    const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: '#ffffff' })
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        blob => (blob ? resolve(blob) : reject(new Error('The browser makes no picture of this size.'))),
        'image/png',
      ),
    )
  } finally {
    chart.dispose()
  }
}
