import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#shared/contract/all'
import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../app-context'
import { storageState } from '../storage-full'
import { describedPath, openApiOf } from './openapi'
import { isFromThisComputer } from './own-host'
import { apiPage, outboxPage } from './pages'

const openApi = perApp(app => JSON.stringify(openApiOf(endpoints, app.publicUrl())))

/** Routes for operators and developers: health, metrics, the API description, the outbox [D39]. */
export function addOperations(fastify: FastifyInstance, app: AppContext): void {
  fastify.get('/healthcheck', async () => ({ data: { live: true }, status: 200, message: 'OK' }))
  fastify.get('/readycheck', async (_request, reply) => {
    const [database, objects] = await Promise.all([
      isAvailable(() => app.pool.query('select 1')),
      isAvailable(() => app.objects.check()),
    ])
    const room = storageState(app).hasSpace()
    const status = database && objects && room ? 200 : 503
    return reply
      .status(status)
      .send({ data: { database, objects, room }, status, message: status === 200 ? 'OK' : 'Not ready' })
  })
  fastify.get('/metrics', async (_request, reply) =>
    reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics()),
  )
  fastify.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(openApi(app)))
  fastify.get('/docs/api', async (_request, reply) => reply.type('text/html; charset=utf-8').send(describedPage(app)))
  fastify.get('/outbox', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(outboxPage(outboxFor(app, request))),
  )
  fastify.get('/outbox.json', async request => outboxFor(app, request, (request.query as { to?: string }).to))
}

async function isAvailable(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}

function outboxFor(app: AppContext, request: FastifyRequest, to?: string) {
  const { outbox } = app.messenger
  // Checks the address of the connection itself, not the one that a proxy names.
  if (!outbox || !isFromThisComputer(request.raw)) throw apiError('route.not_found')
  return outbox.list(to)
}

const describedPage = perApp(app => {
  const { paths } = JSON.parse(openApi(app)) as { paths: Record<string, Record<string, unknown>> }
  return apiPage(endpoints, endpoint =>
    JSON.stringify(paths[describedPath(endpoints, endpoint)]?.[endpoint.method.toLowerCase()], null, 2),
  )
})
