import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiError, type ErrorCode } from '#shared/errors'
import { replyTo } from './reply'

/** How long headers may take to arrive, in milliseconds. */
const headersWithin = 20_000

/** Errors of the HTTP parser by its code; all others are malformed requests. */
const byParserCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
}

/**
 * Options of Node's server. Requests that Node would answer by itself, without a body, are passed on so that the answer
 * has the common shape.
 */
export const parserOptions = {
  requireHostHeader: false,
  headersTimeout: headersWithin,
  connectionsCheckingInterval: 5_000,
} as const

/**
 * Answers a request that the parser could not read and ends its connection, because the start of the next request is
 * unknown.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // Breaks off an answer that has begun instead of appending another one.
  if (hasAnswerUnderWay(socket)) {
    socket.destroy()
    return
  }
  const refusal = apiError(byParserCode[error.code ?? ''] ?? 'request.malformed')
  const body = JSON.stringify(replyTo(refusal, randomUUID()))
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const hasAnswerUnderWay = (socket: Socket & { _httpMessage?: { headersSent?: boolean } | null }) =>
  socket._httpMessage?.headersSent === true

/** Ignores Expect headers; the client simply gets the answer. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
