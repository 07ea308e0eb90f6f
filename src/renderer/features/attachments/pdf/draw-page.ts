import type { PDFPageProxy } from 'pdfjs-dist'
import { AnnotationMode, RenderingCancelledException, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { isInApp, safeHref } from '../../../ui/safe-href'
import { limits, sharpness, sizeOf } from './limits'

/**
 * A link on a page, in CSS pixels from the upper left corner. It leads to an outside address or to a place in the file.
 */
export interface PageLink {
  id: string
  box: { left: number; top: number; width: number; height: number }
  href: string | null
  place: unknown
}

interface Onto {
  scale: number
  canvas: HTMLCanvasElement
  /** Receives the words of the page, invisible, at their positions. */
  text: HTMLElement
}

/** Draws a page and returns its links. `signal` cancels the drawing, which then rejects. */
export async function drawPage(
  page: PDFPageProxy,
  { scale, canvas, text }: Onto,
  signal: AbortSignal,
): Promise<PageLink[]> {
  const { width, height } = sizeOf(page)
  const sharp = sharpness({ width: width * scale, height: height * scale }, window.devicePixelRatio)
  canvas.width = Math.max(1, Math.floor(width * scale * sharp))
  canvas.height = Math.max(1, Math.floor(height * scale * sharp))
  const drawing = page.render({
    canvas,
    viewport: page.getViewport({ scale: scale * sharp }),
    annotationMode: AnnotationMode.ENABLE,
  })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await drawing.promise
  } catch (cause) {
    if (!(cause instanceof RenderingCancelledException)) throw cause
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  signal.throwIfAborted()
  await layText(page, scale, text, signal)
  return linksOf(page, scale)
}

async function layText(page: PDFPageProxy, scale: number, container: HTMLElement, signal: AbortSignal): Promise<void> {
  const content = await page.getTextContent()
  signal.throwIfAborted()
  container.replaceChildren()
  const layer = new TextLayer({
    textContentSource: { ...content, items: content.items.slice(0, limits.texts) },
    container,
    viewport: page.getViewport({ scale }),
  })
  const cancel = () => layer.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await layer.render()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

interface Annotation {
  id: string
  subtype: string
  rect: number[]
  url?: string
  dest?: unknown
}

/** Returns only links that a person can follow, none that run code, open files or send something. */
async function linksOf(page: PDFPageProxy, scale: number): Promise<PageLink[]> {
  const viewport = page.getViewport({ scale })
  const found: Annotation[] = await page.getAnnotations({ intent: 'display' })
  return found
    .filter(annotation => annotation.subtype === 'Link' && (outside(annotation.url) || annotation.dest))
    .slice(0, limits.links)
    .map(({ id, rect, url, dest }) => {
      const [x = 0, y = 0, toX = 0, toY = 0] = rect
      const [left = 0, top = 0] = viewport.convertToViewportPoint(x, y)
      const [right = 0, bottom = 0] = viewport.convertToViewportPoint(toX, toY)
      return {
        id,
        box: {
          left: Math.min(left, right),
          top: Math.min(top, bottom),
          width: Math.abs(right - left),
          height: Math.abs(bottom - top),
        },
        href: outside(url),
        place: dest,
      }
    })
}

function outside(address: string | undefined): string | null {
  const safe = safeHref(address)
  return safe && !isInApp(safe) && /^https?:/i.test(safe) ? safe : null
}
