import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { findFfmpeg } from '../../media/find-ffmpeg'
import { SoundTrouble } from './trouble'

/** Samples a second. Repeated here because code that runs in a thread must not be shared with the server. */
const sampleRate = 16_000
/** The longest sound that is read, in hours [D23]. */
const longest = 4
/** Seconds of work after which ffmpeg gives up; usually it needs a hundredth of this. */
const workLimit = 1_200
/** Characters of ffmpeg's error output that are kept. */
const maximumErrorLength = 500
/** Bytes that are passed on at once: one second. */
const chunkBytes = sampleRate * Float32Array.BYTES_PER_ELEMENT
/** Containers that hold one recording. Playlists are not among them, because they refer to other files. */
const containers = 'wav,w64,mp3,aac,flac,ogg,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aiff,caf,amr,asf,avi,mpegts,mpeg'
/** The variables that a program needs to start; everything else in the server's environment may be secret. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

interface DecodeOptions {
  signal?: AbortSignal
  ffmpeg?: string | null
}

/**
 * The first sound track of a file as mono at 16 kHz, in chunks of a second, at the reader's speed. ffmpeg ends with the
 * loop over them. Throws `SoundTrouble`, or the signal's reason.
 */
export async function* decode(
  file: string,
  { signal, ffmpeg = findFfmpeg() }: DecodeOptions = {},
): AsyncGenerator<Float32Array, void, undefined> {
  signal?.throwIfAborted()
  if (!ffmpeg) throw new SoundTrouble('needs_ffmpeg', 'there is no ffmpeg on this machine')
  const child = spawn(ffmpeg, parameters(file), {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: Object.fromEntries(environment.map(name => [name, process.env[name]])),
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  const ended = endOf(child)
  try {
    let samples = 0
    for await (const chunk of samplesOf(child.stdout)) {
      signal?.throwIfAborted()
      samples += chunk.length
      if (samples > longest * 3600 * sampleRate) throw new SoundTrouble('too_long', `longer than ${longest} hours`)
      yield chunk
    }
    const trouble = await ended
    signal?.throwIfAborted()
    if (trouble) throw trouble
  } finally {
    signal?.removeEventListener('abort', kill)
    kill()
    await ended
  }
}

async function* samplesOf(stream: Readable): AsyncGenerator<Float32Array> {
  let chunk = new Uint8Array(chunkBytes)
  let filled = 0
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    let taken = 0
    while (taken < bytes.length) {
      const room = Math.min(bytes.length - taken, chunk.length - filled)
      chunk.set(bytes.subarray(taken, taken + room), filled)
      taken += room
      filled += room
      if (filled < chunk.length) continue
      yield new Float32Array(chunk.buffer)
      // The reader may have transferred the old chunk to another thread, which leaves it with length 0.
      chunk = new Uint8Array(chunkBytes)
      filled = 0
    }
  }
  const rest = Math.floor(filled / Float32Array.BYTES_PER_ELEMENT)
  if (rest > 0) yield new Float32Array(chunk.buffer, 0, rest)
}

/** Resolves when the process has ended, with its error, if any. */
function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<SoundTrouble | undefined> {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maximumErrorLength)
  })
  return new Promise(done => {
    child.once('error', error => {
      if (child.pid === undefined) done(new SoundTrouble('needs_ffmpeg', error.message))
    })
    child.once('close', (code, signal) => {
      done(code === 0 ? undefined : new SoundTrouble('not_sound', complaint || `ffmpeg ended with ${signal ?? code}`))
    })
  })
}

function parameters(file: string): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-max_alloc', '268435456', '-threads', '1'],
    ...['-timelimit', String(workLimit), '-protocol_whitelist', 'file', '-format_whitelist', containers],
    // The prefix keeps a name with a colon from being read as a URL, and one with a dash as an option.
    ...['-i', `file:${resolve(file)}`, '-map', '0:a:0', '-vn', '-sn', '-dn'],
    ...['-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', 'pipe:1'],
  ]
}
