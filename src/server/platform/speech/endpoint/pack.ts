import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFfmpeg } from '../../media/find-ffmpeg'
import { sampleRate } from '../pieces'

/** Sound as a file that speech services accept. */
export interface PackedSound {
  bytes: Buffer
  file_name: string
  mime_type: string
}

/** The variables that a program needs to start; everything else in the server's environment may be secret. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/** Encodes as FLAC, which is lossless and about half as large, or as WAV if this machine cannot. */
export async function pack(samples: Int16Array, ffmpeg = findFfmpeg()): Promise<PackedSound> {
  const flac = ffmpeg === null ? null : await asFlac(samples, ffmpeg)
  if (flac) return { bytes: flac, file_name: 'recording.flac', mime_type: 'audio/flac' }
  return { bytes: asWav(samples), file_name: 'recording.wav', mime_type: 'audio/wav' }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array) => Buffer.from(buffer, byteOffset, byteLength)

async function asFlac(samples: Int16Array, ffmpeg: string): Promise<Buffer | null> {
  const raw = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0']
  const quietly = ['-hide_banner', '-loglevel', 'error', '-threads', '1', '-timelimit', '120']
  const child = spawn(ffmpeg, [...quietly, ...raw, '-c:a', 'flac', '-f', 'flac', 'pipe:1'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    env: Object.fromEntries(environment.map(name => [name, process.env[name]])),
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  // An early end shows in the exit code.
  child.stdin.on('error', () => {})
  child.stdin.end(bytesOf(samples))
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  const flac = Buffer.concat(chunks)
  if (code !== 0 || flac.length < 42) return null
  // FLAC written to a pipe lacks its length, which some services need.
  flac.writeUInt32BE(samples.length, 22)
  return flac
}

function asWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(2 * sampleRate, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, bytesOf(samples)])
}
