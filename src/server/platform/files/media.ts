import { spawn } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import type { Clock } from '../clock'

/** What ffmpeg reports about audio and video. */
export interface MediaFacts {
  /** Null if the file does not say and reading it to the end does not help. */
  duration_seconds: number | null
  /** In pixels as shown; null for audio. */
  size: { width: number; height: number } | null
  /** True for audio without video. */
  is_sound: boolean
}

/**
 * ffmpeg's names of the formats that are inspected. They are always given explicitly, because a guessed format could be
 * a playlist of files and URLs.
 */
const formats: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/matroska': 'matroska',
  'video/webm': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'video/mpeg': 'mpeg',
  'video/MP2P': 'mpeg',
  'video/mp2t': 'mpegts',
  'video/ogg': 'ogg',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'audio/x-ms-asf': 'asf',
}

/** Milliseconds for one run, and bytes of one result. */
const timeout = 60_000
const answerBytes = 20_000_000
/** The variables that a program needs to start; everything else in the server's environment may be secret. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/** True for types that have a duration. */
export const isMedia = (mime: string): boolean => Object.hasOwn(formats, mime)

/** Reads one uploaded file with the ffmpeg of the system. */
export class MediaReader {
  constructor(
    /** The full path of ffmpeg; ffprobe is beside it. */
    private readonly ffmpeg: string,
    private readonly clock: Clock,
  ) {}

  /** What the file says about itself; null if ffmpeg cannot read it. */
  async inspect(path: string, mime: string): Promise<MediaFacts | null> {
    const wanted =
      'format=duration:stream=codec_type,width,height,duration:stream_disposition=attached_pic:stream_side_data=rotation'
    const program = join(dirname(this.ffmpeg), `ffprobe${extname(this.ffmpeg)}`)
    const told = await this.#run(program, [...inputArguments(path, mime), '-show_entries', wanted, '-of', 'json'])
    const facts = told && factsIn(told.toString('utf8'))
    if (!facts) return null
    return { ...facts, duration_seconds: facts.duration_seconds ?? (await this.#measured(path, mime)) }
  }

  /** The first picture of a video as PNG, no larger than needed; null if there is none. */
  async firstPicture(path: string, mime: string, side: number): Promise<Buffer | null> {
    const smaller = `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`
    const picture = ['-map', '0:v:0', '-frames:v', '1', '-vf', smaller, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1']
    const png = await this.#run(this.ffmpeg, [
      '-nostdin',
      '-max_alloc',
      '268435456',
      ...inputArguments(path, mime),
      ...picture,
    ])
    return png && png.length > 0 ? png : null
  }

  /** The duration of a recording that was not finalised, measured by reading it to the end without decoding it. */
  async #measured(path: string, mime: string): Promise<number | null> {
    const through = ['-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-']
    const told = await this.#run(this.ffmpeg, [
      '-nostdin',
      ...inputArguments(path, mime),
      '-map',
      '0:a?',
      '-map',
      '0:v?',
      ...through,
    ])
    const microseconds = Number([...(told?.toString('utf8') ?? '').matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1])
    return microseconds > 0 ? microseconds / 1e6 : null
  }

  /** The output of a program; null if it fails, takes too long, or writes too much. */
  #run(program: string, parameters: string[]): Promise<Buffer | null> {
    return new Promise(resolve => {
      const child = spawn(program, parameters, {
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
        env: Object.fromEntries(environment.map(name => [name, process.env[name]])),
      })
      const chunks: Buffer[] = []
      let bytes = 0
      const cancel = this.clock.after(timeout, () => child.kill('SIGKILL'))
      child.stdout.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytes) child.kill('SIGKILL')
        else chunks.push(chunk)
      })
      const end = (isGood: boolean) => {
        cancel()
        resolve(isGood ? Buffer.concat(chunks) : null)
      }
      child.once('error', () => end(false))
      child.once('close', code => end(code === 0))
    })
  }
}

/** Makes ffmpeg open exactly this file in exactly this format, and nothing that the file refers to. */
function inputArguments(path: string, mime: string): string[] {
  const format = formats[mime]
  if (!format) throw new Error(`${mime} is not looked into.`)
  const closed = format === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []
  const small = [
    '-loglevel',
    'quiet',
    '-protocol_whitelist',
    'file',
    '-probesize',
    '10000000',
    '-analyzeduration',
    '10000000',
  ]
  return [...small, ...closed, '-f', format, '-i', `file:${path}`]
}

interface ProbeOutput {
  format?: { duration?: string }
  streams?: {
    codec_type?: string
    width?: number
    height?: number
    duration?: string
    disposition?: { attached_pic?: number }
    side_data_list?: { rotation?: number }[]
  }[]
}

function factsIn(json: string): MediaFacts | null {
  const { format, streams = [] } = JSON.parse(json) as ProbeOutput
  if (streams.length === 0) return null
  // Cover art is stored as a video stream, but is a picture.
  const videos = streams.filter(stream => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const shown = videos.find(video => video.width && video.height)
  const seconds = [format?.duration, ...streams.map(stream => stream.duration)].map(Number).find(value => value > 0)
  return {
    duration_seconds: seconds ?? null,
    size: shown ? shownSize(shown) : null,
    is_sound: videos.length === 0 && streams.some(stream => stream.codec_type === 'audio'),
  }
}

function shownSize({ width = 0, height = 0, side_data_list = [] }: NonNullable<ProbeOutput['streams']>[number]) {
  const turned = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return turned ? { width: height, height: width } : { width, height }
}
