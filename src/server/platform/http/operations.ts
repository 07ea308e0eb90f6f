import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#shared/contract/all'
import { refuse } from '#shared/errors'
import { type House, perHouse } from '../house'
import { ObjectError } from '../objects/objects'
import { type AddressSigner, objectsPath } from '../objects/signed'
import { openApiOf } from './openapi'
import { apiPage, outboxPage } from './pages'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const openApi = perHouse(house => JSON.stringify(openApiOf(endpoints, house.publicUrl())))

/** What operators and curious people ask for: health, metrics, the API's description, the outbox, signed objects [D39]. */
export function addOperations(app: FastifyInstance, house: House, signer: AddressSigner): void {
  app.get('/healthcheck', async () => ({ data: { live: true }, status: 200, message: 'OK' }))
  app.get('/readycheck', async (_request, reply) => {
    const [database, objects] = await Promise.all([
      works(() => house.pool.query('select 1')),
      works(() => house.objects.check()),
    ])
    const status = database && objects ? 200 : 503
    return reply
      .status(status)
      .send({ data: { database, objects }, status, message: status === 200 ? 'OK' : 'Not ready' })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(house.metrics.registry.contentType).send(await house.metrics.registry.metrics()),
  )
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(openApi(house)))
  app.get('/docs/api', async (_request, reply) => reply.type('text/html; charset=utf-8').send(describedPage(house)))
  app.get('/outbox', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(outboxPage(outboxFor(house, request))),
  )
  app.get('/outbox.json', async request => outboxFor(house, request, (request.query as { to?: string }).to))
  app.get(`${objectsPath}*`, async (request, reply) => {
    const key = (request.params as { '*': string })['*']
    const { until = '', signature = '' } = request.query as { until?: string; signature?: string }
    if (!signer.isGood(key, until, signature)) throw refuse('route.not_found')
    const found = await house.objects.get(key).catch(() => null)
    if (!found) throw refuse('route.not_found')
    return reply
      .type(found.contentType)
      .header('cache-control', 'private, max-age=3600')
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.bytes)
  })
  app.register((uploads, _options, done) => {
    // The bytes go to the store as they come.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    uploads.put(`${objectsPath}*`, async (request, reply) => {
      await takeIn(house, signer, request)
      return reply.status(200).send()
    })
    done()
  })
}

/** Keeps what is uploaded at an address that was signed for it: this key, type and length, once [D33]. */
async function takeIn(house: House, signer: AddressSigner, request: FastifyRequest): Promise<void> {
  const key = (request.params as { '*': string })['*']
  const allowed = signer.uploadAllowed(key, request.query as Record<string, unknown>)
  if (!allowed) throw refuse('route.not_found')
  if (request.headers['content-type'] !== allowed.contentType) throw refuse('request.unsupported_type')
  const length = Number(request.headers['content-length'])
  if (!(length > 0)) throw refuse('request.invalid')
  if ('exactly' in allowed.size && length !== allowed.size.exactly) throw refuse('request.invalid')
  if ('most' in allowed.size && length > allowed.size.most) throw refuse('request.too_large')
  // No more than the length that was told is read, and less is a failure. Where there is an object already, its leave was used.
  await house.objects.receive(key, request.body as AsyncIterable<Buffer>, allowed.contentType).catch(error => {
    throw error instanceof ObjectError && error.code === 'object.exists' ? refuse('route.not_found') : error
  })
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}

function outboxFor(house: House, request: FastifyRequest, to?: string) {
  const { outbox } = house.messenger
  // The peer's own address counts here, not what a proxy says of it.
  if (!outbox || !loopback.has(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
    throw refuse('route.not_found')
  return outbox.list(to)
}

const describedPage = perHouse(house => {
  const { paths } = JSON.parse(openApi(house)) as { paths: Record<string, Record<string, unknown>> }
  return apiPage(endpoints, endpoint => JSON.stringify(paths[endpoint.path]?.[endpoint.method.toLowerCase()], null, 2))
})
