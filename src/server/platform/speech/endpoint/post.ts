import { randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { PackedSound } from './pack'

/** A response of any kind. */
export interface Reply {
  status: number
  body: string
  /** Milliseconds of the Retry-After header. */
  retryAfter: number | null
}

/** Bytes of one answer; ten minutes of fast speech with all metadata take a tenth of this. */
const mostBytes = 16_000_000

export class EndlessAnswer extends Error {
  override name = 'EndlessAnswer'
}

interface Post {
  url: URL
  key: string | undefined
  file: PackedSound
  fields: readonly (readonly [string, string])[]
  signal: AbortSignal
}

/**
 * Posts a multipart form. Uses Node's own request instead of `fetch`, whose timeouts end after five minutes, because
 * slow services may be configured. Follows no redirects. Throws connection errors, or the signal's reason.
 */
export async function post({ url, key, file, fields, signal }: Post): Promise<Reply> {
  signal.throwIfAborted()
  const { contentType, body } = formOf(file, fields)
  const headers = {
    'content-type': contentType,
    'content-length': body.length,
    accept: 'application/json',
    ...(key && { authorization: `Bearer ${key}` }),
  }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers, agent: false, signal }, response => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > mostBytes) asking.destroy(new EndlessAnswer('The answer is too long.'))
      })
      response.once('error', reject)
      response.once('aborted', () => reject(new Error('The answer was cut off.')))
      response.once('end', () => {
        const seconds = Number(response.headers['retry-after'])
        const retryAfter = seconds > 0 ? seconds * 1000 : null
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8'), retryAfter })
      })
    })
    asking.once('error', error => reject(signal.aborted ? signal.reason : error))
    asking.end(body)
  })
}

function formOf({ bytes, file_name, mime_type }: PackedSound, fields: Post['fields']) {
  const boundary = `wheelhouse-${randomBytes(16).toString('hex')}`
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = fields.map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const opening = `${part(`name="file"; filename="${file_name}"`)}content-type: ${mime_type}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(texts.join('') + opening), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
