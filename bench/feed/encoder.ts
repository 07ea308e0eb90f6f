import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { frames } from '#shared/contract/sources/limits'
import { findFfmpeg } from '../../src/server/platform/media/find-ffmpeg'
import { boundaryIn, MultipartParser } from '../../src/server/platform/media/multipart'
import { size } from './screen'

/** ffmpeg's scale is 2 (best) to 31; this value gives pictures of the size of JPEG quality 40. */
const quality = '19'

export function needFfmpeg(): string {
  const found = findFfmpeg()
  if (found === null) throw new Error('Pictures are made with ffmpeg, which is not on the PATH.')
  return found
}

/** Encodes JPEG pictures of a screen as the desktop app does: one at a time, in one process. */
export class Encoder {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting: ((jpeg: Buffer) => void)[] = []

  constructor() {
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${size.width}x${size.height}`]
    const atOnce = ['-probesize', '32', '-analyzeduration', '0', '-fpsprobesize', '0', '-threads', '1']
    const output = ['-c:v', 'mjpeg', '-q:v', quality, '-threads', '1', '-f', 'mpjpeg', '-flush_packets', '1', 'pipe:1']
    const args = ['-loglevel', 'error', ...atOnce, ...input, '-i', 'pipe:0', '-vsync', 'passthrough', ...output]
    this.#child = spawn(needFfmpeg(), args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const boundary = boundaryIn('multipart/x-mixed-replace; boundary=ffmpeg') ?? ''
    const parser = new MultipartParser(boundary, frames.bytes, jpeg => this.#waiting.shift()?.(jpeg))
    this.#child.stdout.on('data', (chunk: Buffer) => parser.push(chunk))
  }

  encode(pixels: Buffer): Promise<Buffer> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      this.#child.stdin.write(pixels)
    })
  }

  close(): void {
    this.#child.stdin.end()
  }
}
