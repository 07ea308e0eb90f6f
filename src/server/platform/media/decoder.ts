import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { frames } from '#shared/contract/sources/limits'
import type { Attempt } from './attempt'
import { boundaryIn, MultipartParser } from './multipart'
import { jpegIn } from './picture'
import { CameraTrouble } from './trouble'
import { orAborted } from './waiting'

/**
 * ffmpeg's names of the video formats: raw H.264 or H.265 in real time, or segments of a recording in MPEG-TS or MP4.
 */
export type VideoFormat = 'h264' | 'hevc' | 'mpegts' | 'mov'

/** Milliseconds until a process that was asked to end is killed. */
const killAfter = 2_000
/** Characters of ffmpeg's error output that are kept. */
const maximumErrorLength = 500
const boundary = boundaryIn('multipart/x-mixed-replace; boundary=ffmpeg') ?? ''
/** The variables that a program needs to start; everything else in the server's environment may be secret. */
export const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/**
 * ffmpeg as a filter from video to pictures. It opens no URL and no file, and receives no secret: it only has three
 * pipes. When the server dies in any way, the pipes close, which also ends ffmpeg.
 */
export class Decoder {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #ended: Promise<void>
  #failure: CameraTrouble | undefined
  /** Callbacks of writers that wait for room; also called when there will be none any more. */
  readonly #waiting = new Set<() => void>()
  #pictures = 0
  #complaint = ''

  constructor(
    ffmpeg: string,
    format: VideoFormat,
    private readonly attempt: Attempt,
  ) {
    const child = spawn(ffmpeg, parameters(format, attempt.every), {
      stdio: ['pipe', 'pipe', 'pipe'],
      // In a process group of its own, so that a wrapper script called ffmpeg ends with its child processes.
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: Object.fromEntries(environment.map(name => [name, process.env[name]])),
    })
    this.#child = child
    this.#ended = new Promise(resolve => {
      child.once('error', () => {
        this.#failure ??= new CameraTrouble('needs_ffmpeg', 'ffmpeg could not be started')
        if (child.pid === undefined) resolve()
      })
      child.once('exit', (code, signal) => {
        this.#failure ??= this.#whyEnded(signal ?? code)
        this.#killGroup('SIGKILL')
      })
      child.once('close', () => resolve())
    })
    void this.#ended.then(() => {
      for (const giveUp of this.#waiting) giveUp()
    })
    const parser = new MultipartParser(boundary, frames.bytes, part => this.#take(part))
    child.stdout.on('data', (chunk: Buffer) => this.#orFail(() => parser.push(chunk)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, maximumErrorLength)
    })
    // The exit event reports the end; pipe errors that follow from it are ignored.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  }

  /** Bytes that wait because ffmpeg is busy. */
  get waiting(): number {
    return this.#child.stdin.writableLength
  }

  /** Writes without waiting for room. Errors are reported by `failed`. */
  push(bytes: Buffer): void {
    if (!this.#failure) this.#child.stdin.write(bytes)
  }

  /** Resolves when there is room for more. Throws the reason if ffmpeg has ended. */
  async write(bytes: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure
    const { stdin } = this.#child
    if (stdin.write(bytes)) return
    // Not a race with the promise of the end, which would keep memory for every wait as long as ffmpeg runs.
    let forget = () => {}
    const room = new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(this.#failure)
      this.#waiting.add(giveUp)
      stdin.once('drain', resolve)
      forget = () => {
        this.#waiting.delete(giveUp)
        stdin.off('drain', resolve)
      }
    })
    try {
      await orAborted(room, this.attempt.signal)
    } finally {
      forget()
    }
  }

  /** Ends the input; resolves when ffmpeg has output all pictures. Throws if there was none. */
  async finish(): Promise<void> {
    this.#child.stdin.end()
    await orAborted(this.#ended, this.attempt.signal)
    if (this.#pictures === 0) await this.failed()
  }

  /** Throws when ffmpeg has ended. */
  async failed(): Promise<never> {
    await this.#ended
    throw this.#failure
  }

  /** Resolves when the process and all its child processes have ended. */
  async close(): Promise<void> {
    this.#failure ??= new CameraTrouble('unreachable', 'closed')
    this.#child.stdin.destroy()
    this.#signal('SIGTERM')
    const cancel = this.attempt.clock.after(killAfter, () => this.#signal('SIGKILL'))
    await this.#ended
    cancel()
  }

  #take(part: Buffer): void {
    const jpeg = jpegIn(part)
    if (!jpeg || this.attempt.signal.aborted || this.#failure) return
    this.#pictures += 1
    this.attempt.picture(jpeg)
  }

  #orFail(task: () => void): void {
    try {
      task()
    } catch (error) {
      this.#failure ??= error instanceof CameraTrouble ? error : new CameraTrouble('not_a_picture', String(error))
      this.#signal('SIGKILL')
    }
  }

  #whyEnded(how: string | number | null): CameraTrouble {
    if (this.#complaint) this.attempt.log.debug({ complaint: this.#complaint }, 'ffmpeg complained')
    return new CameraTrouble(this.#pictures > 0 ? 'unreachable' : 'not_a_picture', `ffmpeg ended with ${how}`)
  }

  #signal(signal: NodeJS.Signals): void {
    // The id of an ended process may already belong to another one.
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#killGroup(signal)
  }

  #killGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      if (process.platform === 'win32') this.#child.kill(signal)
      else process.kill(-pid, signal)
    } catch {
      // The group has no processes left.
    }
  }
}

function parameters(format: VideoFormat, every: number): string[] {
  const isLive = format === 'h264' || format === 'hevc'
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-max_alloc', '268435456', '-threads', '1'],
    // A live stream has no timestamps: pictures are shown as they arrive. Segments arrive in one piece and are played
    // at the speed of recording.
    ...(isLive ? ['-probesize', '32', '-flags', 'low_delay', '-use_wallclock_as_timestamps', '1'] : ['-re']),
    ...['-fpsprobesize', '0', '-analyzeduration', '500000'],
    // The format is always given explicitly, because a guessed format could be a playlist of files and URLs. Only the
    // pipe can be opened.
    ...['-protocol_whitelist', 'pipe', '-f', format, '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-vf', `fps=1000/${every}`, '-c:v', 'mjpeg', '-q:v', '5'],
    ...['-f', 'mpjpeg', '-flush_packets', '1', 'pipe:1'],
  ]
}
