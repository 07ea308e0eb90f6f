import type { Corner } from './shapes'

/** The longest side of a mask in pixels; more would not change what is blurred. */
const longest = 1280

/** Returns a PNG as a data URL in the proportions of a picture: white inside of the shape, transparent elsewhere [D29]. */
export function maskOf(corners: readonly Corner[], { width, height }: { width: number; height: number }): string {
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.fillStyle = 'white'
  context.beginPath()
  for (const { x, y } of corners) context.lineTo(x * canvas.width, y * canvas.height)
  context.closePath()
  context.fill()
  return canvas.toDataURL('image/png')
}
