import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '#shared/errors'
import type { AppContext } from '../app-context'
import { inTransaction } from '../database/transaction'
import { headersOffering } from '../files/offered'
import { ObjectError, type UploadHolder } from '../objects/objects'
import { type AddressSigner, objectsPath } from '../objects/signed'
import { spanIn } from './span'

/** Hands out and takes in objects at addresses that were signed for it. */
export function addObjects(fastify: FastifyInstance, app: AppContext, signer: AddressSigner): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${objectsPath}*`,
    // Spans are counted in the bytes as they are kept, and most kinds are packed already.
    compress: false,
    handler: (request, reply) => handOut(app, signer, request, reply),
  })
  fastify.register((uploads, _options, done) => {
    // The bytes go to the store as they come.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    uploads.put(`${objectsPath}*`, async (request, reply) => {
      await takeIn(app, signer, request)
      return reply.status(200).send()
    })
    done()
  })
}

const keyOf = (request: FastifyRequest) => (request.params as { '*': string })['*']

/** Answers the whole object, or the one span that a player asks for. */
async function handOut(app: AppContext, signer: AddressSigner, request: FastifyRequest, reply: FastifyReply) {
  const key = keyOf(request)
  const query = request.query as Record<string, unknown>
  if (!signer.isGood(key, query)) throw apiError('route.not_found')
  const { size, contentType, version } = await app.objects.look(key).catch(asMissing)
  const { name } = query
  reply
    .headers(headersOffering(contentType, typeof name === 'string' ? name : undefined))
    .headers({ 'accept-ranges': 'bytes', etag: version })
  const { 'if-none-match': known, 'if-range': onlyIf, range } = request.headers
  if (known === version) return reply.status(304).send()
  if (request.method === 'HEAD') return reply.header('content-length', size).send()
  const span = onlyIf === undefined || onlyIf === version ? spanIn(range, size) : null
  if (span === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send()
  const content = await app.objects.read(key, span ?? undefined).catch(asMissing)
  if (!span) return reply.header('content-length', size).send(content)
  return reply
    .status(206)
    .headers({ 'content-range': `bytes ${span.from}-${span.to}/${size}`, 'content-length': span.to - span.from + 1 })
    .send(content)
}

function asMissing(error: unknown): never {
  throw error instanceof ObjectError ? apiError('route.not_found') : error
}

/** Whether whoever holds the leave is still signed in, and a member. */
async function isStillThere(app: AppContext, holder: UploadHolder | null): Promise<boolean> {
  if (!holder) return true
  const { organization_id, user_id } = holder
  const { caller, membership } = await inTransaction(app.pool, { readOnly: true, organization_id, user_id }, tx =>
    app.identify(tx, holder, organization_id),
  )
  return caller !== null && membership !== null
}

/** Keeps what is uploaded at an address that was signed for it: this key, type and length, once [D33]. */
async function takeIn(app: AppContext, signer: AddressSigner, request: FastifyRequest): Promise<void> {
  const key = keyOf(request)
  const allowed = signer.uploadAllowed(key, request.query as Record<string, unknown>)
  if (!allowed || !(await isStillThere(app, allowed.holder))) throw apiError('route.not_found')
  if (request.headers['content-type'] !== allowed.contentType) throw apiError('request.unsupported_type')
  const length = Number(request.headers['content-length'])
  if (!(length > 0)) throw apiError('request.invalid')
  if ('exactly' in allowed.size && length !== allowed.size.exactly) throw apiError('request.invalid')
  if ('most' in allowed.size && length > allowed.size.most) throw apiError('request.too_large')
  // No more than the length that was told is read, and less is a failure. Where there is an object already, its leave was used.
  await app.objects.receive(key, request.body as AsyncIterable<Buffer>, allowed.contentType).catch(error => {
    throw error instanceof ObjectError && error.code === 'object.exists' ? apiError('route.not_found') : error
  })
}
