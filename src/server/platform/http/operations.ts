import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#shared/contract/all'
import { refuse } from '#shared/errors'
import { type House, perHouse } from '../house'
import { storageState } from '../storage-full'
import { describedPath, openApiOf } from './openapi'
import { isFromThisComputer } from './own-host'
import { apiPage, outboxPage } from './pages'

const openApi = perHouse(house => JSON.stringify(openApiOf(endpoints, house.publicUrl())))

/** What operators and curious people ask for: health, metrics, the API's description, the outbox [D39]. */
export function addOperations(app: FastifyInstance, house: House): void {
  app.get('/healthcheck', async () => ({ data: { live: true }, status: 200, message: 'OK' }))
  app.get('/readycheck', async (_request, reply) => {
    const [database, objects] = await Promise.all([
      works(() => house.pool.query('select 1')),
      works(() => house.objects.check()),
    ])
    const room = storageState(house).hasRoom()
    const status = database && objects && room ? 200 : 503
    return reply
      .status(status)
      .send({ data: { database, objects, room }, status, message: status === 200 ? 'OK' : 'Not ready' })
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
  if (!outbox || !isFromThisComputer(request.raw)) throw refuse('route.not_found')
  return outbox.list(to)
}

const describedPage = perHouse(house => {
  const { paths } = JSON.parse(openApi(house)) as { paths: Record<string, Record<string, unknown>> }
  return apiPage(endpoints, endpoint =>
    JSON.stringify(paths[describedPath(endpoints, endpoint)]?.[endpoint.method.toLowerCase()], null, 2),
  )
})
