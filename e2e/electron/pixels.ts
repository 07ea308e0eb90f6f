import { spawnSync } from 'node:child_process'

/** Red, green and blue of one pixel of a JPEG. */
export function pixelOf(jpeg: Buffer, { x, y }: { x: number; y: number }): number[] {
  const crop = ['-vf', `format=rgb24,crop=1:1:${x}:${y}`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout, status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', '-i', '-', ...crop], { input: jpeg })
  if (status !== 0) throw new Error(`That is no picture: ${stderr}`)
  return [...stdout]
}
