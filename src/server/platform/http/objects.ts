import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '#shared/errors'
import type { AppContext } from '../app-context'
import { inTransaction } from '../database/transaction'
import { headersForObject } from '../files/object-headers'
import type { ByteRange } from '../objects/objects'
import { ObjectError, type UploadHolder } from '../objects/objects'
import { type AddressSigner, objectsPath } from '../objects/signed'

/** Serves and receives objects at signed URLs. */
export function addObjects(fastify: FastifyInstance, app: AppContext, signer: AddressSigner): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${objectsPath}*`,
    // Ranges count stored bytes, and most types are compressed already.
    compress: false,
    handler: (request, reply) => sendObject(app, signer, request, reply),
  })
  fastify.register((uploads, _options, done) => {
    // The bytes are streamed to the store.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    uploads.put(`${objectsPath}*`, async (request, reply) => {
      await receiveObject(app, signer, request)
      return reply.status(200).send()
    })
    done()
  })
}

const keyOf = (request: FastifyRequest) => (request.params as { '*': string })['*']

/** Sends the whole object, or the one range that a player requests. */
async function sendObject(app: AppContext, signer: AddressSigner, request: FastifyRequest, reply: FastifyReply) {
  const key = keyOf(request)
  const query = request.query as Record<string, unknown>
  if (!signer.isGood(key, query)) throw apiError('route.not_found')
  const { size, contentType, version } = await app.objects.stat(key).catch(asMissing)
  const { name } = query
  reply
    .headers(headersForObject(contentType, typeof name === 'string' ? name : undefined))
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

/** Whether the holder of the upload permission is still signed in and a member. */
async function isStillPermitted(app: AppContext, holder: UploadHolder | null): Promise<boolean> {
  if (!holder) return true
  const { organization_id, user_id } = holder
  const { caller, membership } = await inTransaction(app.pool, { readOnly: true, organization_id, user_id }, tx =>
    app.identify(tx, holder, organization_id),
  )
  return caller !== null && membership !== null
}

/** Stores an upload at a URL that was signed for this key, type and length, once [D33]. */
async function receiveObject(app: AppContext, signer: AddressSigner, request: FastifyRequest): Promise<void> {
  const key = keyOf(request)
  const allowed = signer.uploadAllowed(key, request.query as Record<string, unknown>)
  if (!allowed || !(await isStillPermitted(app, allowed.holder))) throw apiError('route.not_found')
  if (request.headers['content-type'] !== allowed.contentType) throw apiError('request.unsupported_type')
  const length = Number(request.headers['content-length'])
  if (!(length > 0)) throw apiError('request.invalid')
  if ('exactly' in allowed.size && length !== allowed.size.exactly) throw apiError('request.invalid')
  if ('most' in allowed.size && length > allowed.size.most) throw apiError('request.too_large')
  // Reads no more than the declared length, and fails on less. If the object exists, the permission was already used.
  await app.objects.receive(key, request.body as AsyncIterable<Buffer>, allowed.contentType).catch(error => {
    throw error instanceof ObjectError && error.code === 'object.exists' ? apiError('route.not_found') : error
  })
}

/**
 * The byte range that a `Range` header requests. Null means the whole object, which is also the answer to several
 * ranges and to an unreadable header; `outside` means that the range holds no byte.
 */
function spanIn(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!asked) return null
  const [, first, last, ending] = asked
  const from = first === undefined ? Math.max(0, size - Number(ending)) : Number(first)
  const to = Math.min(last ? Number(last) : size - 1, size - 1)
  // A range that ends before it begins is invalid, so it is ignored rather than refused.
  if (first !== undefined && last && Number(last) < from) return null
  return from > to ? 'outside' : { from, to }
}
