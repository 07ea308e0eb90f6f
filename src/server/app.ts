import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { features, migrations } from './features'
import { addOperationMetrics } from './operations/operation-metrics'
import { operationSchedules } from './operations/scheduled'
import type { AppContext } from './platform/app-context'
import { inProcessBus } from './platform/bus'
import type { Clock } from './platform/clock'
import type { Database } from './platform/database/database'
import { serveApp } from './platform/http/app-pages'
import { addObjects } from './platform/http/objects'
import { addOperations } from './platform/http/operations'
import { addRoutes, callCounter, makeServer } from './platform/http/server'
import { cachedIdentity, type Identify, underPlan } from './platform/identity'
import { jobsOf } from './platform/jobs/jobs'
import { startUnlessPaused } from './platform/jobs/paused'
import { Hub } from './platform/live/hub'
import { SocketCalls } from './platform/live/socket-calls'
import { Sockets } from './platform/live/sockets'
import { makeMessenger } from './platform/mail/messenger'
import { Outbox } from './platform/mail/outbox'
import { cleanupSchedules } from './platform/maintenance'
import { makeMetrics } from './platform/metrics'
import { connectModels } from './platform/model/openai-compatible'
import { natsBus } from './platform/nats-bus'
import { openObjects } from './platform/objects/open'
import { addressSigner } from './platform/objects/signed'
import type { Ports } from './platform/ports'
import { register } from './platform/registry'
import type { Secrets } from './platform/secrets'
import { connectSpeech } from './platform/speech/connect'
import type { Settings } from './settings'

/** What a running server is built from. */
export interface AppOptions {
  settings: Settings
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Connections as the role that serves requests. */
  pool: pg.Pool
  /** The same for a replica of the database. */
  replica?: pg.Pool | null
  /** The folder with the built app. */
  webFolder: string
  /** Runs work as the owner of the database, for cleanups; without it there are none. */
  asOwner?: Database['asOwner']
  /** The owner's connection, for backups; without it there are none. */
  owner?: Database['owner']
}

export interface App {
  readonly context: AppContext
  readonly http: FastifyInstance
  /** Starts listening and returns the port. */
  listen(): Promise<number>
  /** Closes everything that is open, in order; the caller closes the pool. */
  close(): Promise<void>
}

/** How long a stopping server waits for running calls, in milliseconds. */
const shutdownTimeout = 10_000

/** Ports that every server needs; it does not start without them. */
const requiredPorts = [
  'callerOf',
  'endedAmong',
  'personOf',
  'checkToken',
  'membershipOf',
  'opensMore',
  'requireVisible',
  'readersOf',
] as const

function collectPorts(): Ports {
  const ports: Partial<Ports> = Object.assign({}, ...features.map(feature => feature.ports))
  const missing = requiredPorts.filter(name => ports[name] === undefined)
  if (missing.length > 0) throw new Error(`No feature provides ${missing.join(', ')}.`)
  return ports as Ports
}

/** Builds everything without listening, so that tests can inject requests. */
export async function makeApp({ asOwner, owner, ...options }: AppOptions): Promise<App> {
  const { settings, clock, log, secrets } = options
  const signer = addressSigner(secrets.derive('object addresses'), clock)
  const outbox = new Outbox(clock, item => log.info({ to: item.to, text: item.text }, 'Outbox'))
  let port = settings.PORT
  const bus = settings.NATS_URL ? natsBus({ ...options, address: settings.NATS_URL }) : inProcessBus()
  const ports = collectPorts()
  const identify: Identify = async (tx, subject, organization_id) => {
    const [caller, membership] = await Promise.all([
      ports.callerOf(tx, subject.user_id, subject.session_id),
      organization_id === undefined ? null : ports.membershipOf(tx, organization_id, subject.user_id),
    ])
    return {
      caller: caller ?? null,
      membership: membership && underPlan(settings, membership),
    }
  }
  const app: AppContext = {
    ...options,
    replica: options.replica ?? null,
    features: features.filter(({ isOffered }) => !isOffered || isOffered(settings)).map(({ name }) => name),
    identify: cachedIdentity(identify, { bus, clock }),
    guests: ports.guestBook(options),
    bus,
    messenger: makeMessenger(settings, outbox),
    objects: openObjects(settings, signer),
    ...connectModels(settings, clock),
    transcriber: connectSpeech(settings, clock),
    metrics: makeMetrics(),
    publicUrl: () => (settings.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, ''),
  }
  register(app, {
    ports,
    grantables: features.flatMap(({ grantables = [] }) => grantables),
    searchables: features.flatMap(({ searchables = [] }) => searchables),
    activities: features.flatMap(({ activities = [] }) => activities),
    dashboard: features.flatMap(({ dashboard = [] }) => dashboard),
    departures: features.flatMap(({ departures = [] }) => departures),
    closings: features.flatMap(({ closings = [] }) => closings),
    planChanges: features.flatMap(({ planChanges = [] }) => planChanges),
    tools: features.flatMap(({ tools = [] }) => tools),
    actions: features.flatMap(({ actions = [] }) => actions),
    titles: features.flatMap(({ titles = [] }) => titles),
    migrations: migrations.map(({ name }) => name),
  })
  const http = await makeServer(app, token => ports.checkToken(app, 'id', token))
  addOperations(http, app)
  addOperationMetrics(app)
  const isWeb = settings.ROLES.includes('web')
  const routes = features.flatMap(feature =>
    feature.routes.map(route => ({ ...route, requireVisible: ports.requireVisible })),
  )
  if (isWeb) {
    await serveApp(http, options.webFolder)
    addObjects(http, app, signer)
    addRoutes(http, app, routes)
    for (const feature of features) feature.http?.(http, app)
  }
  const hub = new Hub(app, ports, new SocketCalls(app, routes, callCounter(http)))
  const kinds = features.flatMap(({ sockets }) => sockets?.(app) ?? [])
  const sessions = {
    checkToken: (token: string) => ports.checkToken(app, 'access', token),
    endedAmong: ports.endedAmong,
  }
  const sockets = new Sockets(app, sessions, [hub, ...kinds])
  if (isWeb) sockets.attach(http.server)
  const jobs = jobsOf(app)
  await jobs.register(
    features.flatMap(feature => feature.jobs ?? []),
    [
      ...features.flatMap(feature => feature.schedules ?? []),
      ...(asOwner ? cleanupSchedules({ asOwner }, features) : []),
      ...(owner ? operationSchedules(settings, owner) : []),
    ],
  )
  const workers = features.flatMap(({ workers }) => workers?.(app) ?? [])
  let stopLooking = () => {}
  return {
    context: app,
    http,
    async listen() {
      await http.listen({ port: settings.PORT, host: settings.HOST })
      const address = http.server.address()
      port = typeof address === 'object' && address ? address.port : settings.PORT
      if (settings.ROLES.includes('worker')) stopLooking = await startUnlessPaused(app, jobs)
      for (const worker of workers) worker.start?.()
      return port
    },
    async close() {
      stopLooking()
      hub.close()
      sockets.close()
      await Promise.all([jobs, ...workers].map(worker => worker.close()))
      const giveUp = clock.after(shutdownTimeout, () => http.server.closeAllConnections())
      await http.close()
      giveUp()
      for (const { flush } of features) await flush?.(app)
      await bus.close()
    },
  }
}
