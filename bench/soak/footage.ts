import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needFfmpeg } from '../feed/encoder'

const run = promisify(execFile)
/** Frames a second of the video. */
export const rate = 10
/** The duration of one segment of the HLS stream in seconds. */
export const segmentSeconds = 2

/** What the cameras show repeatedly: the same twenty seconds as pictures, as an H.264 stream and as segments. */
export interface Footage {
  /** A few JPEG pictures. */
  jpegs: Buffer[]
  /** The units of each picture of the stream, without start codes. */
  units: Buffer[][]
  /** MPEG-TS segments. */
  segments: Buffer[]
}

export async function makeFootage(): Promise<Footage> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-footage-'))
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${rate}`, '-t', '20']
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-x264-params', 'sliced-threads=0']
  const h264 = [...coding, '-pix_fmt', 'yuv420p', '-g', String(segmentSeconds * rate), '-bf', '0']
  const outputs = [
    ['-r', '0.5', '-q:v', '5', 'picture-%02d.jpg'],
    [...h264, '-f', 'h264', 'stream.h264'],
    [...h264, '-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_flags', 'split_by_time'],
  ]
  try {
    for (const output of outputs) {
      const list = output.includes('hls') ? ['list.m3u8'] : []
      await run(needFfmpeg(), ['-v', 'error', ...source, ...output, ...list], { cwd: folder })
    }
    const read = async (end: string) => {
      const names = (await readdir(folder)).filter(name => name.endsWith(end)).sort(byNumber)
      return Promise.all(names.map(name => readFile(join(folder, name))))
    }
    const [stream = Buffer.alloc(0)] = await read('.h264')
    return { jpegs: await read('.jpg'), units: picturesIn(stream), segments: await read('.ts') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const byNumber = (first: string, other: string) => first.localeCompare(other, 'en', { numeric: true })

function picturesIn(stream: Buffer): Buffer[][] {
  const startCode = Buffer.from([0, 0, 1])
  const pictures: Buffer[][] = [[]]
  for (let at = stream.indexOf(startCode); at >= 0; ) {
    const next = stream.indexOf(startCode, at + 3)
    const end = next < 0 ? stream.length : stream[next - 1] === 0 ? next - 1 : next
    const unit = stream.subarray(at + 3, end)
    pictures.at(-1)?.push(unit)
    // Units of types 1 to 5 carry the picture; those before them carry its parameters.
    if (((unit[0] ?? 0) & 0x1f) <= 5) pictures.push([])
    at = next
  }
  return pictures.filter(units => units.length > 0)
}
