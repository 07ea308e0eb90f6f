import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { frames } from '#shared/limits'
import type { Attempt } from './attempt'
import { boundaryIn, MultipartParser } from './multipart'
import { jpegIn } from './picture'
import { CameraTrouble } from './trouble'
import { orAborted } from './waiting'

/** What ffmpeg calls the video that it gets: raw H.264 or H.265 as it is taken, or segments of a recording in MPEG-TS or MP4. */
export type VideoFormat = 'h264' | 'hevc' | 'mpegts' | 'mov'

/** Milliseconds until a process that was asked to end is killed. */
const patience = 2_000
/** Characters of what ffmpeg complains of. */
const complaintLength = 500
const boundary = boundaryIn('multipart/x-mixed-replace; boundary=ffmpeg') ?? ''
/** What a program needs to start; everything else in the server's environment may be secret. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/**
 * ffmpeg as a filter from video to pictures. It opens no address and no file, and gets no secret: all it has are three pipes. When
 * the server dies, however it does, they close, which ends ffmpeg too.
 */
export class Decoder {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #ended: Promise<void>
  #failure: CameraTrouble | undefined
  /** Who waits for room, and is told when there will be none any more. */
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
      // A group of its own, so that a wrapper called ffmpeg ends with what it started.
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
      this.#complaint = (this.#complaint + text).slice(0, complaintLength)
    })
    // That it ended is told by its end; writing to it or reading from it then fails as well.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  }

  /** Bytes that wait because ffmpeg is busy. */
  get waiting(): number {
    return this.#child.stdin.writableLength
  }

  /** Takes more without waiting for room. What is wrong with it is told by `failed`. */
  push(bytes: Buffer): void {
    if (!this.#failure) this.#child.stdin.write(bytes)
  }

  /** Resolves when there is room for more. Throws why ffmpeg has ended. */
  async write(bytes: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure
    const { stdin } = this.#child
    if (stdin.write(bytes)) return
    // No race with the end itself: that would keep something of every wait for as long as ffmpeg runs.
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

  /** No more comes; resolves when ffmpeg has shown all pictures. Throws when there was none. */
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

  /** Resolves when the process and everything that it started are gone. */
  async close(): Promise<void> {
    this.#failure ??= new CameraTrouble('unreachable', 'closed')
    this.#child.stdin.destroy()
    this.#signal('SIGTERM')
    const cancel = this.attempt.clock.after(patience, () => this.#signal('SIGKILL'))
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
    // The number of a process that has ended may be another's by now.
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#killGroup(signal)
  }

  #killGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      if (process.platform === 'win32') this.#child.kill(signal)
      else process.kill(-pid, signal)
    } catch {
      // Nobody is left in the group.
    }
  }
}

function parameters(format: VideoFormat, every: number): string[] {
  const isLive = format === 'h264' || format === 'hevc'
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-max_alloc', '268435456', '-threads', '1'],
    // A stream tells no time: pictures are as late as they come. Segments come in one piece: they are played as fast as they were taken.
    ...(isLive ? ['-probesize', '32', '-flags', 'low_delay', '-use_wallclock_as_timestamps', '1'] : ['-re']),
    ...['-fpsprobesize', '0', '-analyzeduration', '500000'],
    // Named, never guessed: what is guessed could be a list of files and addresses. And only the pipe can be opened.
    ...['-protocol_whitelist', 'pipe', '-f', format, '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-vf', `fps=1000/${every}`, '-c:v', 'mjpeg', '-q:v', '5'],
    ...['-f', 'mpjpeg', '-flush_packets', '1', 'pipe:1'],
  ]
}
