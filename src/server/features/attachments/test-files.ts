import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import {
  type FileAttachment,
  finishUpload,
  startUpload,
  uploadFiles,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import type { Input } from '#shared/contract/endpoint'
import type { Actor, SentFile } from '../../../../test/actor'
import { findFfmpeg } from '../../platform/media/find-ffmpeg'

const run = promisify(execFile)

export const notFound = (code: string) => ({ status: 404, code })
export const text = (name: string, content: string): SentFile => ({ name, bytes: Buffer.from(content) })

/** A picture of one colour except for a corner, which shows its orientation. */
export const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#204060' } }).composite([
    { input: { create: { width: 10, height: 10, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
  ])

/** A JPEG as phones take it: lying on its side, with location and device. */
export const photo = () =>
  picture()
    .withExif({
      IFD0: { Make: 'Ridgeway Phones', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A file that ffmpeg makes from its own test signals. */
export async function recorded(extension: string, ...parameters: string[]): Promise<Buffer> {
  const ffmpeg = findFfmpeg()
  if (ffmpeg === null) throw new Error('These tests need ffmpeg on the PATH.')
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-recorded-'))
  try {
    const path = join(folder, `recorded.${extension}`)
    await run(ffmpeg, ['-v', 'error', ...parameters, path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const moving = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10', '-t', '2']
const sounding = ['-f', 'lavfi', '-i', 'sine=frequency=300', '-t', '3']
export const video = (extension = 'mp4', ...how: string[]) =>
  recorded(extension, ...moving, '-pix_fmt', 'yuv420p', '-threads', '1', ...how)
export const sound = (extension = 'mp3', ...how: string[]) => recorded(extension, ...sounding, ...how)

/** Uploads one whole file; returns the stored file. */
export async function sends(
  who: Actor,
  file: SentFile,
  input: Input<typeof uploadFiles> = {},
): Promise<FileAttachment> {
  const [attachment] = await who.call(uploadFiles, input, { files: [file] })
  if (!attachment) throw new Error('Nothing was answered.')
  return attachment
}

/** Uploads a file in parts of a mebibyte; returns the stored file. */
export async function sendsInParts(
  who: Actor,
  { name, bytes }: SentFile,
  params: Partial<Input<typeof startUpload>> = {},
): Promise<FileAttachment> {
  const { file_id, part_bytes } = await who.call(startUpload, { file_name: name, ...params })
  const parts = Math.ceil(bytes.length / part_bytes)
  for (let part = 1; part <= parts; part += 1) {
    await who.call(uploadPart, { file_id, part }, { bytes: bytes.subarray((part - 1) * part_bytes, part * part_bytes) })
  }
  return who.call(finishUpload, { file_id, parts })
}

/** Fetches a URL that was returned to a client. */
export async function loads(who: Actor, address: string, init: RequestInit = {}) {
  const response = await fetch(new URL(address, who.server.url), init)
  return {
    response,
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
