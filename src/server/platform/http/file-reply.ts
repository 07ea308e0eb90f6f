import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedName } from '../files/name'
import type { DownloadFile } from './route'

/** A file and its content type. */
export interface FileReply extends DownloadFile {
  type: string
}

/** The file loads, runs and sends nothing, and has no origin. */
const policy = "default-src 'none'; sandbox"

/**
 * Sends a file as a download. An error after the beginning breaks off the connection, so that nobody takes a part for
 * the whole.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { name, type, content }: FileReply) {
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; ${encodedName(name)}`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  // The body of a HEAD reply would be produced in full for nobody.
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(content, { objectMode: false }))
}
