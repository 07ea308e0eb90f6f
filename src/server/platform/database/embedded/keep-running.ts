import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Settings } from '../../../settings'
import { StartupError } from '../../startup-error'
import { hasRoom, isStorageFull, noRoomIn } from '../../storage-full'
import type { Connection } from '../connection'
import { type EmbeddedPostgres, type StartOptions, startEmbeddedPostgres } from './embedded-postgres'
import { diskFull } from './log-lines'

/** An embedded PostgreSQL that is restarted if it ends by itself. */
export interface SupervisedPostgres {
  /** The connection of the first start; a restart changes it. */
  connection: Connection
  /** True if this start created the database. */
  firstStart: boolean
  /** Resolves with the reason if it ended twice within a minute or could not be restarted. */
  lost: Promise<string>
  /** Calls back with the new connection after each restart. */
  onRestart(then: (connection: Connection) => void): void
  /** Calls back again and again while it waits for room on the disk, with the error that it ended with. */
  onNoRoom(then: (error: unknown) => void): void
  stop(): Promise<void>
}

/** A single unexpected end may be an accident; two within this many milliseconds are not. */
const restartInterval = 60_000

/** While the disk is full, this many milliseconds pass between two looks at it. */
const roomInterval = 2_000

/**
 * Starts the embedded PostgreSQL, unless the settings name another one, and restarts it at most once a minute if it ends
 * unrequested. If it ends because the disk is full, it is started once there is room, however often that happens.
 * `onLaunched` and `durable` are as in {@link StartOptions}.
 */
export async function startPostgres(
  settings: Settings,
  log: Logger,
  onLaunched?: () => void,
  durable = true,
): Promise<SupervisedPostgres | null> {
  if (settings.DATABASE_URL) return null
  const options: StartOptions = {
    dataDir: join(settings.DATA_DIR, 'postgres'),
    log: ({ level, message, ...rest }) => {
      // Without room for its log, PostgreSQL cannot go on.
      if (level === 'fatal' && rest.code === diskFull) foundNoRoom = true
      log[level](rest, message)
    },
    onLaunched,
    durable,
  }
  let foundNoRoom = false
  const first = await startEmbeddedPostgres(options).catch(cause => {
    throw isStorageFull(cause) ? new StartupError(noRoomIn(settings.DATA_DIR), { cause }) : cause
  })
  const listeners: ((connection: Connection) => void)[] = []
  const waiting: ((error: unknown) => void)[] = []
  const stopping = new AbortController()
  let current: EmbeddedPostgres = first
  let restarting: Promise<void> | null = null
  let lastEnd = Number.NEGATIVE_INFINITY
  let resolveLost: (why: string) => void = () => {}
  const lost = new Promise<string>(resolve => {
    resolveLost = resolve
  })

  async function restart(why: string): Promise<void> {
    const now = performance.now()
    if (!foundNoRoom && now - lastEnd < restartInterval) {
      resolveLost(`${why} It is the second time within a minute.`)
      return
    }
    lastEnd = now
    log.error(`${why} Restarting it.`)
    const started = await startAgain().catch(error => {
      log.error({ err: error }, 'The embedded PostgreSQL could not be restarted.')
      resolveLost('The embedded PostgreSQL could not be restarted.')
    })
    if (!started) return
    current = started
    foundNoRoom = false
    for (const listener of listeners) listener(current.connection)
    log.info(`The embedded PostgreSQL is back after ${Math.round(performance.now() - now)} ms.`)
    watch()
  }

  /** Starts it, or answers with the error that says that there is no room for it. */
  const tryAgain = (): Promise<EmbeddedPostgres | { full: unknown }> =>
    startEmbeddedPostgres(options).catch(error => {
      if (!isStorageFull(error)) throw error
      return { full: error }
    })

  /** Waits for room, if that is what is missing. Resolves with nothing if the server stops meanwhile. */
  async function startAgain(): Promise<EmbeddedPostgres | undefined> {
    let tried = await tryAgain()
    if ('full' in tried) log.error(`${noRoomIn(settings.DATA_DIR)} Waiting for it.`)
    while ('full' in tried) {
      for (const listener of waiting) listener(tried.full)
      await delay(roomInterval, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return undefined
      if (await hasRoom(settings.DATA_DIR)) tried = await tryAgain()
    }
    return tried
  }

  function watch(): void {
    void current.exited.then(({ requested, code, signal }) => {
      if (requested || stopping.signal.aborted) return
      restarting = restart(`The embedded PostgreSQL ended (${signal ?? `code ${code}`}).`)
    })
  }
  watch()
  return {
    connection: first.connection,
    firstStart: first.firstStart,
    lost,
    onRestart: then => void listeners.push(then),
    onNoRoom: then => void waiting.push(then),
    async stop() {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}
