import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { opensMore } from './features/access/groups-service'
import { accessRoutes } from './features/access/routes'
import { requireSight } from './features/access/sight-service'
import { attachmentRoutes } from './features/attachments/routes'
import { auditRoutes } from './features/audit/routes'
import { viewJournal } from './features/audit/service'
import { guestRoutes } from './features/guests/routes'
import { guestBook } from './features/guests/service'
import { logbookRoutes } from './features/logbooks/routes'
import { readersOf } from './features/logbooks/service'
import { summariseRecording } from './features/logbooks/summaries/recording-service'
import { titleWorker } from './features/logbooks/titles/service'
import { mateRoutes } from './features/mate/routes'
import { mateSocket } from './features/mate/socket'
import { meetingRoutes } from './features/meetings/routes'
import { transcriptionWorker } from './features/meetings/service'
import { organisationRoutes } from './features/organisations/routes'
import { membershipOf } from './features/organisations/service'
import { profileRoutes } from './features/profile/routes'
import { searchRoutes } from './features/search/routes'
import { sessionRoutes } from './features/session/routes'
import { callerOf } from './features/session/service'
import { tokenBook } from './features/session/tokens'
import { sourceRoutes } from './features/sources/routes'
import { feedSocket } from './features/sources/socket'
import type { AppContext } from './platform/app-context'
import { inProcessBus } from './platform/bus'
import type { Clock } from './platform/clock'
import { serveApp } from './platform/http/app-pages'
import { addObjects } from './platform/http/objects'
import { addOperations } from './platform/http/operations'
import type { Route } from './platform/http/route'
import { addRoutes, makeServer } from './platform/http/server'
import { cachedIdentity, type Identify } from './platform/identity'
import { Hub } from './platform/live/hub'
import { Sockets } from './platform/live/sockets'
import { makeMessenger } from './platform/mail/messenger'
import { Outbox } from './platform/mail/outbox'
import { makeMetrics } from './platform/metrics'
import { connectModel } from './platform/model/connect'
import { fileObjects } from './platform/objects/files'
import { s3Objects } from './platform/objects/s3'
import { addressSigner } from './platform/objects/signed'
import type { Secrets } from './platform/secrets'
import { connectSpeech } from './platform/speech/connect'
import type { Settings } from './settings'

/** What a running server is made from. */
export interface AppOptions {
  settings: Settings
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Connections as the role that serves requests. */
  pool: pg.Pool
  /** The folder with the built app. */
  webFolder: string
}

export interface App {
  readonly context: AppContext
  readonly http: FastifyInstance
  /** Listens and answers the port. */
  listen(): Promise<number>
  /** Ends what is open, in order; the pool stays with its owner. */
  close(): Promise<void>
}

/** How long a stopping server waits for calls that are under way. */
const answeredWithin = 10_000

/** What a server is made of: each feature by the word that it has everywhere, with what it answers. */
const features: readonly { name: string; routes: readonly Route[] }[] = [
  { name: 'session', routes: sessionRoutes },
  { name: 'profile', routes: profileRoutes },
  { name: 'organisations', routes: organisationRoutes },
  { name: 'audit', routes: auditRoutes },
  { name: 'access', routes: accessRoutes },
  { name: 'logbooks', routes: logbookRoutes },
  { name: 'attachments', routes: attachmentRoutes },
  { name: 'meetings', routes: meetingRoutes },
  { name: 'mate', routes: mateRoutes },
  { name: 'sources', routes: sourceRoutes },
  { name: 'search', routes: searchRoutes },
  { name: 'guests', routes: guestRoutes },
]

/** Builds everything without listening, so that tests can call it. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { settings, clock, log, secrets } = options
  const signer = addressSigner(secrets.derive('object addresses'), clock)
  const outbox = new Outbox(clock, item => log.info({ to: item.to, text: item.text }, 'Outbox'))
  let port = settings.PORT
  const bus = inProcessBus()
  const identify: Identify = async (tx, subject, organization_id) => {
    const [caller, membership] = await Promise.all([
      callerOf(tx, subject.user_id, subject.session_id),
      organization_id === undefined ? null : membershipOf(tx, organization_id, subject.user_id),
    ])
    return {
      caller: caller ?? null,
      membership: membership && { ...membership, is_premium: settings.BILLING === 'off' || membership.is_premium },
    }
  }
  const app: AppContext = {
    ...options,
    // Guests are turned away where the operator closed that door.
    features: features.map(({ name }) => name).filter(name => name !== 'guests' || settings.GUESTS === 'on'),
    identify: cachedIdentity(identify, { bus, clock }),
    guests: guestBook(options),
    opensMore,
    bus,
    messenger: makeMessenger(settings, outbox),
    objects: settings.S3_BUCKET ? s3Objects(settings, signer) : fileObjects(join(settings.DATA_DIR, 'objects'), signer),
    model: connectModel(settings, clock),
    transcriber: connectSpeech(settings, clock),
    metrics: makeMetrics(),
    publicUrl: () => (settings.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, ''),
  }
  const book = tokenBook(app)
  const http = await makeServer(app, token => book.check('id', token))
  await serveApp(http, options.webFolder)
  addOperations(http, app)
  addObjects(http, app, signer)
  addRoutes(
    http,
    app,
    features.flatMap(({ routes }) => routes.map(route => ({ ...route, requireSight }))),
  )
  const hub = new Hub(app, { readersOf, membershipOf })
  const feed = feedSocket(app)
  const sockets = new Sockets(app, token => book.check('access', token), [hub, mateSocket(app), feed])
  sockets.attach(http.server)
  const recordings = transcriptionWorker(app)
  const titles = titleWorker(app)
  return {
    context: app,
    http,
    async listen() {
      await http.listen({ port: settings.PORT, host: settings.HOST })
      const address = http.server.address()
      port = typeof address === 'object' && address ? address.port : settings.PORT
      recordings.start(summariseRecording)
      titles.start()
      return port
    },
    async close() {
      hub.close()
      sockets.close()
      await Promise.all([feed.close(), recordings.close(), titles.close()])
      const giveUp = clock.after(answeredWithin, () => http.server.closeAllConnections())
      await http.close()
      giveUp()
      await viewJournal(app).close()
    },
  }
}
