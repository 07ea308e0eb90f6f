import type { OverlayOptions } from 'sharp'
import { type Box, type Drawing, ink, type Label } from './drawing'
import { escaped } from './markup'

/**
 * The drawing as PNG. Boxes are filled here and the picture library only renders text. It may not read SVG, because
 * uploads go through it too.
 */
export async function pngOf({ width, height, boxes, labels }: Drawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const pixels = Buffer.alloc(width * height * 3)
  for (const box of boxes) fill(pixels, width, box)
  const texts = await Promise.all(
    labels.map(label => textOf(label, Math.floor(label.ends ? label.x : width - label.x))),
  )
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite(texts.flatMap(text => text ?? []))
    .png()
    .toBuffer()
}

function fill(pixels: Buffer, width: number, { x, y, width: across, height: down, fill }: Box): void {
  const colour = Buffer.from(fill.slice(1), 'hex')
  const [left, right] = [Math.round(x), Math.max(Math.round(x + across), Math.round(x) + 1)]
  const [top, bottom] = [Math.round(y), Math.max(Math.round(y + down), Math.round(y) + 1)]
  for (let row = top; row < bottom; row++) pixels.fill(colour, (row * width + left) * 3, (row * width + right) * 3)
}

/** A text as an overlay picture; null if nothing of it is visible. */
async function textOf({ x, y, text, size, ends, isBold }: Label, room: number): Promise<OverlayOptions | null> {
  if (text.trim() === '') return null
  const { default: sharp } = await import('sharp')
  const markup = `<span foreground="${ink}"${isBold ? ' weight="600"' : ''}>${escaped(text)}</span>`
  // At 72 dots per inch, a point is a pixel.
  const { data, info } = await sharp({ text: { text: markup, font: `sans ${size}`, dpi: 72, rgba: true } })
    // Wide letters and stacked accents are scaled down to fit.
    .resize({ width: room, height: 3 * size, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    input: data,
    raw: { width: info.width, height: info.height, channels: info.channels },
    left: Math.max(0, Math.round(ends ? x - info.width : x)),
    top: Math.max(0, Math.round(y - size * 0.35 - info.height / 2)),
  }
}
