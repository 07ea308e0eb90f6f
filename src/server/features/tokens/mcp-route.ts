import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tokens as limits } from '#shared/contract/tokens/limits'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import { networkOf } from '../../platform/network'
import { NoMember } from '../../platform/run-as'
import { holderOf, isOurs } from './service'

/** A log is the longest thing that a call carries. */
const largestCall = 256 * 1024

/**
 * `/mcp`, the Model Context Protocol over streamable HTTP [D47]. Each call is complete in itself: no session, no stream,
 * and the token decides everything.
 */
export function serveMcp(fastify: FastifyInstance, app: AppContext): void {
  fastify.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: largestCall,
    config: {
      rateLimit: {
        max: Math.min(limits.callsPerMinute, app.settings.RATE_LIMIT),
        timeWindow: '1 minute',
        // An invented token gets no limit of its own.
        keyGenerator: (request: FastifyRequest) =>
          isOurs(app, tokenIn(request)) ? `token ${tokenIn(request)}` : networkOf(request.ip),
      },
    },
    onRequest: async request => requireOrigin(app, request),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const answer = await answered(app, request).catch(error => {
        const refused = error instanceof NoMember ? apiError('token.unknown') : error
        if (refused.code === 'token.unknown') reply.header('www-authenticate', 'Bearer error="invalid_token"')
        throw refused
      })
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.status(answer.status).send(await answer.text())
    },
  })
  // The server sends nothing by itself, and has no sessions that could be ended.
  fastify.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    onRequest: async request => requireOrigin(app, request),
    handler: async (_request, reply) =>
      reply
        .status(405)
        .header('allow', 'POST')
        .send({ jsonrpc: '2.0', error: { code: -32000, message: 'Method not allowed.' }, id: null }),
  })
}

/** Browsers name the page that calls; only pages of this server may, whatever credentials they hold. */
function requireOrigin(app: AppContext, { headers: { origin } }: FastifyRequest): void {
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).origin !== new URL(app.publicUrl()).origin)
    throw apiError('token.wrong_origin')
}

function tokenIn({ headers: { authorization = '' } }: FastifyRequest): string {
  const [scheme, token = ''] = authorization.split(' ')
  return scheme?.toLowerCase() === 'bearer' ? token : ''
}

async function answered(app: AppContext, request: FastifyRequest): Promise<Response> {
  const holder = await holderOf(app, tokenIn(request))
  const headers = Object.entries(request.headers).filter(([name]) => passedOn.has(name)) as [string, string][]
  const call = new Request(`${app.publicUrl()}/mcp`, { method: 'POST', headers })
  // Loaded with the first call, because most servers never get one.
  const { answerMcp } = await import('./mcp-server')
  return answerMcp(app, { ...holder, ip: request.ip, request_id: request.id }, call, request.body)
}

/** The headers that the protocol looks at. */
const passedOn = new Set(['accept', 'content-type', 'mcp-protocol-version'])
