import { randomUUID } from 'node:crypto'
import type { LiveRequest } from '#shared/contract/live'
import { apiError } from '#shared/errors'
import type { AppContext } from '../app-context'
import { executeEndpoint, type Outcome } from '../http/execute-endpoint'
import { refusalFor, replyTo, replyWith } from '../http/reply'
import type { Route } from '../http/route'
import type { CountCall } from '../http/server'
import type { Connection } from './connection'

export type CallFrame = Extract<LiveRequest, { event: 'call' }>

/**
 * Answers calls that come over the socket of live events instead of a request of their own. Access, validation, idempotency
 * keys, the limit of calls and refusals are those of HTTP; the caller and the organisation are those of the socket.
 */
export class SocketCalls {
  readonly #routes: ReadonlyMap<string, Route>

  constructor(
    private readonly app: AppContext,
    routes: readonly Route[],
    private readonly countCall: CountCall,
  ) {
    const callable = routes.filter(({ endpoint }) => endpoint.overSocket)
    for (const { endpoint, prepare } of callable) {
      if (prepare || endpoint.perMinute !== undefined || endpoint.path.includes('{'))
        throw new Error(`${endpoint.path} needs what calls over a socket do not have.`)
    }
    this.#routes = new Map(callable.map(route => [route.endpoint.path, route]))
  }

  async received(connection: Connection, frame: CallFrame): Promise<void> {
    const { clock, log, metrics } = this.app
    const began = clock.elapsed()
    const [request_id, route] = [randomUUID(), this.#routes.get(frame.path)]
    const path = route ? frame.path : 'none'
    const reply = await this.#answer(connection, frame, request_id, route).then(replyWith, error =>
      replyTo(refusalFor(this.app, error, { request_id, path }), request_id),
    )
    connection.send({ event: 'answer', call_id: frame.call_id, reply })
    const labels = { method: 'SOCKET', path, status: String(reply.status) }
    metrics.requests.observe(labels, (clock.elapsed() - began) / 1000)
    log.debug({ request_id, ...labels }, 'Answered over a socket.')
  }

  async #answer(
    { subject, organization_id, ip }: Connection,
    { key, body }: CallFrame,
    request_id: string,
    route: Route | undefined,
  ): Promise<Outcome> {
    const { user_id, session_id } = subject
    if (!(await this.countCall(user_id))) throw apiError('request.too_many', { retryAfterSeconds: 60 })
    if (!route) throw apiError('route.not_found')
    return executeEndpoint(this.app, route, {
      ...{ params: {}, query: { user_id, organization_id }, body },
      ...{ subject: { user_id, session_id }, ip, request_id, idempotencyKey: key },
    })
  }
}
