import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { BodyType, Endpoint } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { body as bodyLimits } from '#shared/limits'
import type { AppContext } from '../app-context'
import { withTemporaryFolder } from '../files/temporary-folder'
import type { GuestSubject, TokenSubject } from '../identity'
import { withoutQuery } from '../log'
import { networkOf } from '../network'
import { isAppFile } from './app-pages'
import { limitConnections } from './connections'
import { type Call, executeDownload, executeEndpoint, executeTwoPhase, type Outcome } from './execute-endpoint'
import { type FileReply, sendFile } from './file-reply'
import { guestCredentials, guestOf } from './guest'
import { asRecord, fieldsOf, parsedBody } from './input'
import { parseBoundedJson } from './json-body'
import { isOwnHost } from './own-host'
import { answerUnreadable, ignoreExpectations, parserOptions } from './refused-requests'
import { refusalFor, replyTo, replyWith } from './reply'
import { bytesOf, filesOf } from './request-body'
import type { Route } from './route'
import { addSecurityHeaders } from './security-headers'
import { limitArrivals } from './slow-bodies'

/** Verifies a bearer token. */
export type CheckToken = (token: string) => Promise<TokenSubject | null>

declare module 'fastify' {
  interface FastifyRequest {
    subject: TokenSubject | GuestSubject | null
  }
}

/** The HTTP server without routes: headers, limits, errors, log lines. */
export async function makeServer(app: AppContext, checkToken: CheckToken): Promise<FastifyInstance> {
  const { settings } = app
  const fastify = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name their call themselves.
    childLoggerFactory: logger => logger,
    trustProxy: settings.TRUSTED_PROXIES.length > 0 ? settings.TRUSTED_PROXIES : false,
    bodyLimit: bodyLimits.bytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    http: parserOptions,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void sendApiError(app, error, request, reply),
    forceCloseConnections: 'idle',
  })
  fastify.decorateRequest('subject', null)
  limitConnections(fastify, app)
  limitArrivals(fastify, app)
  parseBoundedJson(fastify)
  addSecurityHeaders(fastify, app)
  await fastify.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] })
  ignoreExpectations(fastify.server)
  fastify.addHook('onRequest', async request => {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw apiError('request.malformed')
    if (!isOwnHost(request.raw, settings.PUBLIC_URL)) throw apiError('request.wrong_host')
  })
  fastify.addHook('onRequest', async request => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() === 'bearer' && token) request.subject = await checkToken(token)
  })
  await fastify.register(rateLimit, {
    max: settings.RATE_LIMIT,
    timeWindow: '1 minute',
    // A device that stores the app for offline use fetches all of it, and many devices share an address.
    allowList: isAppFile,
    keyGenerator: request =>
      request.subject ? `person ${request.subject.user_id}` : (guestKey(app, request) ?? networkOf(request.ip)),
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? 'none'
    app.metrics.requests.observe(
      { method: request.method, path, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    const line = {
      request_id: request.id,
      method: request.method,
      path: pathForLog(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    app.log.debug(line, 'Answered.')
  })
  closeConnectionsAfterAnswer(fastify)
  fastify.setErrorHandler((error, request, reply) => sendApiError(app, error, request, reply))
  return fastify
}

/** While the server closes, a connection ends after its current answer instead of staying open for the next call. */
function closeConnectionsAfterAnswer(fastify: FastifyInstance): void {
  let isClosing = false
  fastify.addHook('preClose', async () => {
    isClosing = true
  })
  fastify.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => fastify.server.closeIdleConnections())
  })
}

/** The rate limit key of guests who name themselves in the query, read before any body. */
function guestKey({ guests }: AppContext, request: FastifyRequest): string | null {
  if (request.headers.authorization !== undefined) return null
  const credentials = guestCredentials({ query: asRecord(request.query), body: undefined })
  return credentials && guests.isOurs(credentials) ? `guest ${credentials.guest_id}` : null
}

/** The path of a call without secrets: a token in it is shown as the name of its parameter. */
function pathForLog({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url?.includes(':token') ? routeOptions.url : withoutQuery(url)
}

/** Answers an error with its stable code. */
function sendApiError(app: AppContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(app, error, { request_id: request.id, path: pathForLog(request) })
  const { retryAfterSeconds } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.status(refusal.status).type('application/json').send(replyTo(refusal, request.id))
}

/** Counts one more call of a person; whether they may make it. */
export type CountCall = (user_id: number) => Promise<boolean>

/** Counts calls that do not come over HTTP, together with those of the same person that do. */
export function callCounter(fastify: FastifyInstance): CountCall {
  const count = fastify.createRateLimit()
  return async user_id => {
    // All that the limit reads of a request.
    const request = { subject: { user_id }, url: '', routeOptions: { config: {} } } as unknown as FastifyRequest
    const counted = await count(request)
    return counted.isAllowed || !counted.isExceeded
  }
}

/** Registers the routes of the features with Fastify. */
export function addRoutes(fastify: FastifyInstance, app: AppContext, routes: readonly Route[]): void {
  const carrying = (carries: BodyType | undefined) => routes.filter(({ endpoint }) => endpoint.carries === carries)
  for (const route of carrying(undefined)) addRoute(fastify, app, route)
  // Fastify's body parsers apply to all routes of a plugin, so each kind of body gets a plugin of its own.
  fastify.register((inBytes, _options, done) => {
    inBytes.removeAllContentTypeParsers()
    inBytes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    for (const route of carrying('bytes')) addRoute(inBytes, app, route)
    done()
  })
  fastify.register((inFiles, _options, done) => {
    // Files that are too large are refused by name where they are read.
    inFiles.register(multipart, { throwFileSizeLimit: false })
    for (const route of carrying('files')) addRoute(inFiles, app, route)
    done()
  })
}

function addRoute(fastify: FastifyInstance, app: AppContext, route: Route): void {
  const { endpoint } = route
  fastify.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.bodyBytes && { bodyLimit: endpoint.bodyBytes }),
    config: { ...limitOf(app, endpoint) },
    preHandler: async request => {
      // A call with a bearer token is a member's call, whatever else it contains.
      if (endpoint.access.who === 'anyone' || request.headers.authorization !== undefined) return
      request.subject = await guestOf(app.guests, { query: asRecord(request.query), body: request.body })
    },
    handler: async (request, reply) => {
      const file = await requestedDownload(app, route, request)
      if (file) return sendFile(request, reply, file)
      const outcome = await answering(app, route, request)
      return reply.header('cache-control', 'no-store').send(replyWith(outcome))
    },
  })
}

function callOf(endpoint: Endpoint, request: FastifyRequest): Call {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: endpoint.carries ? undefined : request.body,
    subject: request.subject,
    ip: request.ip,
    request_id: request.id,
    idempotencyKey: headerText(request, 'idempotency-key'),
  }
}

/** The file and content type that a call requests, if any. */
async function requestedDownload(app: AppContext, route: Route, request: FastifyRequest): Promise<FileReply | null> {
  const { endpoint, download, openDownload } = route
  if (!endpoint.files) return null
  const call = callOf(endpoint, request)
  const fields = fieldsOf(endpoint, call)
  const kind = fields[endpoint.files.by]
  if (kind === undefined) return null
  const file = openDownload
    ? await openDownload(app, parsedBody(endpoint, fields) as never)
    : download && (await executeDownload(app, { ...route, download }, call))
  return file ? { ...file, type: endpoint.files.types[String(kind)] ?? 'application/octet-stream' } : null
}

function answering(app: AppContext, route: Route, request: FastifyRequest): Promise<Outcome> {
  const { endpoint, prepare } = route
  const call = callOf(endpoint, request)
  if (!prepare) return executeEndpoint(app, route, call)
  const two = { ...route, prepare }
  if (endpoint.carries === 'bytes') return executeTwoPhase(app, two, call, async () => bytesOf(request))
  if (!endpoint.carries) return executeTwoPhase(app, two, call, async () => ({}))
  return withTemporaryFolder(app, folder =>
    executeTwoPhase(app, two, call, () => filesOf(request, { folder, mostBytes: endpoint.bodyBytes ?? 0 })),
  )
}

function limitOf(app: AppContext, endpoint: Endpoint) {
  if (endpoint.perMinute === undefined) return {}
  return { rateLimit: { max: Math.min(endpoint.perMinute, app.settings.RATE_LIMIT), timeWindow: '1 minute' } }
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
