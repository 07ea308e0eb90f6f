import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedName } from '../files/name'
import type { DownloadFile } from './route'

/** A file and the content type that it is sent as. */
export interface FileReply extends DownloadFile {
  type: string
}

/** Nothing is loaded, run or sent from it, and it belongs to no origin. */
const policy = "default-src 'none'; sandbox"

/** Sends a file to be saved. What fails once it has begun breaks the connection off, so that nobody takes a part for the whole. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { name, type, content }: FileReply) {
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; ${encodedName(name)}`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  // The answer to HEAD would be made to its end for nobody.
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(content, { objectMode: false }))
}
