import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { environment } from './decoder'

/** Seconds of work after which ffmpeg gives up. */
const workLimit = 600
/** Characters of ffmpeg's error output that are kept. */
const maximumErrorLength = 500

export interface FilmParams {
  /** The full path of the program. */
  ffmpeg: string
  /** In pixels; both even. */
  width: number
  height: number
  /** Pictures in a second. */
  fps: number
  /** Ends ffmpeg. */
  signal: AbortSignal
}

/**
 * A film of pictures, each as its pixels of three bytes, in pieces at the reader's speed. It is an MP4 in fragments, so
 * that nothing of it is stored. ffmpeg opens no file, and ends with the loop over the pieces.
 */
export async function* filmOf(pictures: AsyncIterable<Buffer>, params: FilmParams): AsyncGenerator<Buffer> {
  const { signal, ffmpeg } = params
  signal.throwIfAborted()
  const child = spawn(ffmpeg, parameters(params), {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    env: Object.fromEntries(environment.map(name => [name, process.env[name]])),
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  const over = new AbortController()
  const ended = endOf(child).finally(() => over.abort())
  let failure: unknown
  const fed = feed(pictures, child.stdin, over.signal).catch((cause: unknown) => {
    // Feeding also fails because ffmpeg has ended, which says itself why.
    if (!over.signal.aborted) failure = cause
    kill()
  })
  try {
    for await (const piece of child.stdout as AsyncIterable<Buffer>) yield piece
    const complaint = await ended
    await fed
    signal.throwIfAborted()
    if (failure) throw failure
    if (complaint !== null) throw new Error(`The film could not be made: ${complaint}`)
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
    await ended
    await fed
  }
}

/** Passes the pictures on at the speed of ffmpeg. */
async function feed(pictures: AsyncIterable<Buffer>, stdin: Writable, signal: AbortSignal): Promise<void> {
  for await (const picture of pictures) {
    signal.throwIfAborted()
    if (!stdin.write(picture)) await once(stdin, 'drain', { signal })
  }
  stdin.end()
}

/** Resolves when the process has ended: with its complaint, or null if it succeeded. */
function endOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string | null> {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maximumErrorLength)
  })
  // The end is reported by the process; errors of its pipes follow from it.
  child.stdin.on('error', () => {})
  return new Promise(done => {
    child.once('error', error => {
      if (child.pid === undefined) done(error.message)
    })
    child.once('close', (code, signal) => done(code === 0 ? null : complaint || `ffmpeg ended with ${signal ?? code}`))
  })
}

function parameters({ width, height, fps }: FilmParams): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-max_alloc', '268435456', '-threads', '1'],
    ...['-timelimit', String(workLimit), '-protocol_whitelist', 'pipe'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
    ...['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p', '-threads', '1'],
    // One fragment for each two seconds, so that a reader who is gone is noticed soon.
    ...['-g', String(fps * 2), '-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4', 'pipe:1'],
  ]
}
