import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, apiError } from '#shared/errors'
import { bodyArrival as limits } from '#shared/limits'
import type { AppContext } from '../app-context'
import { networkOf } from '../network'

/** A body that is arriving. */
interface Arrival {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  bytesBefore: number
  bytes: number
  progressAt: number
  /** Milliseconds during which this server itself was not reading. */
  ours: number
  refusedAt: number | undefined
}

/**
 * Limits how long bodies may take to arrive, and how many slow ones an address may have. A body that makes progress may
 * take as long as its size allows. One that stops, trickles or never arrives is answered 408, and its connection ends.
 */
export function limitArrivals(fastify: FastifyInstance, { clock }: Pick<AppContext, 'clock'>): void {
  const arrivals = new Set<Arrival>()
  fastify.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!bringsBody(raw)) return
    const now = clock.elapsed()
    const bytesBefore = raw.socket.bytesRead
    const arrival = {
      request,
      reply,
      since: now,
      bytesBefore,
      bytes: 0,
      progressAt: now,
      ours: 0,
      refusedAt: undefined,
    }
    arrivals.add(arrival)
    const isOver = () => void arrivals.delete(arrival)
    raw.once('end', isOver)
    raw.once('close', isOver)
    reply.raw.once('close', isOver)
  })
  const stop = clock.every(limits.checkEvery, () => {
    const now = clock.elapsed()
    const slowFrom = new Map<string, number>()
    for (const arrival of arrivals) {
      const { raw, ip } = arrival.request
      const network = networkOf(ip)
      if (raw.complete) {
        arrivals.delete(arrival)
        continue
      }
      if (now - arrival.since >= limits.checkEvery) slowFrom.set(network, (slowFrom.get(network) ?? 0) + 1)
      refuseIfLate(arrival, now, slowFrom.get(network) ?? 0)
    }
  })
  fastify.addHook('onClose', async () => stop())
  drainAfterAnswers(fastify, clock)
}

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/**
 * Refuses a body that is late or exceeds the limit of its address, and closes connections that stay unanswered after
 * that.
 */
function refuseIfLate(arrival: Arrival, now: number, slowFromThere: number): void {
  if (arrival.refusedAt !== undefined) {
    if (now - arrival.refusedAt >= limits.answeredWithin) arrival.request.raw.socket.destroy()
    return
  }
  if (isLate(arrival, now)) end(arrival, now, apiError('request.timed_out'))
  else if (slowFromThere > limits.perAddress) end(arrival, now, apiError('request.too_many', { retryAfterSeconds: 60 }))
}

/** Records the progress since the last check, and returns whether it is too little. */
function isLate(arrival: Arrival, now: number): boolean {
  const { raw } = arrival.request
  const bytes = raw.socket.bytesRead - arrival.bytesBefore
  // Bytes that wait to be read are delayed by this server, not by the sender.
  const isOurs = raw.readableLength > 0
  if (isOurs) arrival.ours += limits.checkEvery
  if (isOurs || bytes > arrival.bytes) arrival.progressAt = now
  arrival.bytes = bytes
  if (now - arrival.progressAt >= limits.idle) return true
  const seconds = (now - arrival.since - arrival.ours - limits.grace) / 1000
  return seconds > 0 && bytes < seconds * limits.bytesPerSecond
}

/**
 * Answers that the server stops waiting for the body. Its reader receives this as a failure of the body and cleans up
 * as usual.
 */
function end(arrival: Arrival, now: number, refusal: ApiError): void {
  const { request, reply } = arrival
  const { raw } = request
  arrival.refusedAt = now
  if (reply.sent) {
    raw.socket.destroy()
    return
  }
  reply.header('connection', 'close')
  reply.raw.once('finish', () => raw.socket.destroySoon())
  if (raw.listenerCount('error') > 0) raw.emit('error', refusal)
  else reply.send(refusal)
}

/**
 * Reads and discards the rest of a body for a moment after its call is answered, so that the answer arrives and the
 * connection can be reused. A longer body is cut off.
 */
function drainAfterAnswers(fastify: FastifyInstance, clock: AppContext['clock']): void {
  fastify.server.on('request', (raw, response) => {
    response.once('finish', () => {
      if (raw.complete || raw.destroyed) return
      let left: number = limits.drainedBytes
      const cut = () => raw.socket.destroy()
      const giveUp = clock.after(limits.drainedFor, cut)
      raw.once('end', giveUp)
      raw.once('close', giveUp)
      raw.on('error', giveUp)
      raw.unpipe()
      raw.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) cut()
      })
      raw.resume()
    })
  })
}
