import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFfmpeg } from '../find-ffmpeg'

const run = promisify(execFile)
/** Dimensions of all test videos in pixels. */
export const size = { width: 160, height: 120 }
const source = `testsrc=size=${size.width}x${size.height}:rate=20`
const encoders = {
  h264: [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    '-x264-params',
    'sliced-threads=0',
  ],
  hevc: [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-x265-params',
    'log-level=none:frame-threads=1',
  ],
}

/** The path of ffmpeg; fails the test without it. */
export function needFfmpeg(): string {
  const found = findFfmpeg()
  if (found === null) throw new Error('These tests need ffmpeg on the PATH.')
  return found
}

/** The encoded pictures of two seconds of video, each as its units without start codes. */
export async function encodedPictures(codec: 'h264' | 'hevc'): Promise<Buffer[][]> {
  const options = ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', '2', ...encoders[codec], '-g', '5', '-bf', '0']
  const { stdout } = await run(needFfmpeg(), [...options, '-f', codec, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 1e8,
  })
  const pictures: Buffer[][] = [[]]
  for (const unit of unitsIn(stdout)) {
    pictures.at(-1)?.push(unit)
    const [byte = 0] = unit
    const isPicture = codec === 'h264' ? (byte & 0x1f) <= 5 : ((byte >> 1) & 0x3f) < 32
    if (isPicture) pictures.push([])
  }
  return pictures.filter(units => units.length > 0)
}

function unitsIn(stream: Buffer): Buffer[] {
  const units: Buffer[] = []
  const startCode = Buffer.from([0, 0, 1])
  for (let at = stream.indexOf(startCode); at >= 0; ) {
    const next = stream.indexOf(startCode, at + 3)
    const end = next < 0 ? stream.length : stream[next - 1] === 0 ? next - 1 : next
    units.push(stream.subarray(at + 3, end))
    at = next
  }
  return units
}

/** Files of an HLS stream of four seconds, one segment per second, by name; the playlist is `live.m3u8`. */
export async function hlsFiles(kind: 'mpegts' | 'fmp4' | 'encrypted'): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-hls-'))
  try {
    const extra = kind === 'fmp4' ? ['-hls_segment_type', 'fmp4'] : []
    if (kind === 'encrypted') {
      await writeFile(join(folder, 'secret.key'), '0123456789abcdef')
      await writeFile(join(folder, 'key.txt'), 'secret.key\nsecret.key\n')
      extra.push('-hls_key_info_file', 'key.txt')
    }
    const options = ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', '4', ...encoders.h264, '-g', '20', '-f', 'hls']
    const list = ['-hls_time', '1', '-hls_list_size', '0', ...extra, 'live.m3u8']
    await run(needFfmpeg(), [...options, ...list], { cwd: folder })
    const names = await readdir(folder)
    return new Map(await Promise.all(names.map(async name => [name, await readFile(join(folder, name))] as const)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The dimensions in pixels from the header of a JPEG. */
export function sizeOf(jpeg: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  }
  throw new Error('This is no JPEG picture.')
}
