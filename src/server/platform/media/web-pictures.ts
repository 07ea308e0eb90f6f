import type { IncomingMessage } from 'node:http'
import { frames } from '#shared/contract/sources/limits'
import type { Attempt } from './attempt'
import { boundaryIn, MultipartParser } from './multipart'
import { jpegIn } from './picture'
import { CameraTrouble } from './trouble'
import { pause } from './waiting'
import { bodyOf, get } from './web'

/** Pictures over HTTP: a stream as long as it lasts, or one picture requested repeatedly, depending on the response. */
export async function webPictures(attempt: Attempt): Promise<void> {
  const { address, clock, every, signal } = attempt
  while (!signal.aborted) {
    const asked = clock.elapsed()
    const { response } = await get(address, attempt)
    const boundary = boundaryIn(response.headers['content-type'])
    if (boundary !== undefined) return await streamed(response, boundary, attempt)
    if (/^text\/html\b/i.test(response.headers['content-type'] ?? '')) {
      response.destroy()
      throw new CameraTrouble('not_a_picture', 'a web page', 'web_page')
    }
    attempt.picture(pictureIn(await bodyOf(response, frames.bytes)))
    await pause(clock, asked + every - clock.elapsed(), signal)
  }
}

async function streamed(response: IncomingMessage, boundary: string, { picture, signal }: Attempt): Promise<void> {
  const parser = new MultipartParser(boundary, frames.bytes, part => picture(pictureIn(part)))
  for await (const chunk of response as AsyncIterable<Buffer>) parser.push(chunk)
  if (!signal.aborted) throw new CameraTrouble('unreachable', 'the stream ended')
}

function pictureIn(bytes: Buffer): Buffer {
  const jpeg = jpegIn(bytes)
  if (!jpeg) throw new CameraTrouble('not_a_picture', `${bytes.length} bytes that are no JPEG picture`)
  return jpeg
}
