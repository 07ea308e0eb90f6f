import { execFile, spawnSync } from 'node:child_process'
import type { DesktopCapturer, Screen } from 'electron'
import { strict } from './strict'

/** The real screen on which the program was started. */
const [width = 0, height = 0] = (process.env.DOUBLE_SCREEN ?? '1280x800').split('x').map(Number)
const display = {
  id: 1,
  size: { width, height },
  workArea: { x: 0, y: 0, width, height },
  scaleFactor: 1,
} as Electron.Display
const mostBytes = 100_000_000

export const screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'> = strict('screen', {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  // The only display never changes.
  on: () => screen as Screen,
} satisfies Partial<Screen>)

interface Size {
  width: number
  height: number
}

export const desktopCapturer = strict('desktopCapturer', {
  async getSources({ types, thumbnailSize = { width: 150, height: 150 } }) {
    if (!types.includes('screen')) return []
    const isWanted = thumbnailSize.width > 0 && thumbnailSize.height > 0
    const pixels = isWanted ? await grab(thumbnailSize) : Buffer.alloc(0)
    const thumbnail = picture(pixels, thumbnailSize)
    return [{ id: 'screen:1:0', name: 'Entire screen', display_id: '1', appIcon: thumbnail, thumbnail }]
  },
} satisfies Partial<DesktopCapturer>)

/** Returns the RGB of the whole screen, scaled like Electron does it. */
function grab({ width: w, height: h }: Size): Promise<Buffer> {
  const input = [
    '-f',
    'x11grab',
    '-draw_mouse',
    '0',
    '-video_size',
    `${width}x${height}`,
    '-i',
    process.env.DISPLAY ?? ':0',
  ]
  const output = ['-frames:v', '1', '-vf', `scale=${w}:${h}`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer' as const, maxBuffer: mostBytes }
    execFile('ffmpeg', ['-loglevel', 'error', ...input, ...output], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })
}

function picture(pixels: Buffer, size: Size): Electron.NativeImage {
  const encode = (args: string[]) => {
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${size.width}x${size.height}`, '-i', '-']
    const { stdout, status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...input, ...args, '-'], {
      input: pixels,
      maxBuffer: mostBytes,
    })
    if (status !== 0) throw new Error(`ffmpeg made no picture: ${stderr}`)
    return stdout
  }
  return strict('NativeImage', {
    isEmpty: () => pixels.length === 0,
    // ffmpeg's scale is reversed, from 2 (best) to 31.
    toJPEG: quality => encode(['-f', 'mjpeg', '-q:v', String(Math.round(31 - (quality / 100) * 29))]),
    toDataURL: () => `data:image/png;base64,${encode(['-f', 'image2pipe', '-c:v', 'png']).toString('base64')}`,
  } satisfies Partial<Electron.NativeImage>) as Electron.NativeImage
}
