import { spawnSync } from 'node:child_process'

/** Returns red, green and blue at one place of a real screen, as X11 names it. */
export function pixelOnScreen(display: string, { x, y }: { x: number; y: number }): number[] {
  const input = ['-f', 'x11grab', '-draw_mouse', '0', '-video_size', '1x1', '-i', `${display}+${x},${y}`]
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout, status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...input, ...output])
  if (status !== 0) throw new Error(`The screen could not be read: ${stderr}`)
  return [...stdout]
}

/** Returns red, green and blue of one pixel of a JPEG. */
export function pixelOf(jpeg: Buffer, { x, y }: { x: number; y: number }): number[] {
  const crop = ['-vf', `format=rgb24,crop=1:1:${x}:${y}`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout, status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', '-i', '-', ...crop], { input: jpeg })
  if (status !== 0) throw new Error(`This is not a picture: ${stderr}`)
  return [...stdout]
}
