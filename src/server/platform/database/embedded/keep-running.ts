import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../../../settings'
import type { Connection } from '../connection'
import { type EmbeddedPostgres, type StartOptions, startEmbeddedPostgres } from './embedded-postgres'

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
  stop(): Promise<void>
}

/** A single unexpected end may be an accident; two within this many milliseconds are not. */
const restartInterval = 60_000

/**
 * Starts the embedded PostgreSQL, unless the settings name another one, and restarts it at most once a minute if it ends
 * unrequested. `onLaunched` and `durable` are as in {@link StartOptions}.
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
    log: ({ level, message, ...rest }) => log[level](rest, message),
    onLaunched,
    durable,
  }
  const first = await startEmbeddedPostgres(options)
  const listeners: ((connection: Connection) => void)[] = []
  let current: EmbeddedPostgres = first
  let restarting: Promise<void> | null = null
  let lastEnd = Number.NEGATIVE_INFINITY
  let isStopping = false
  let resolveLost: (why: string) => void = () => {}
  const lost = new Promise<string>(resolve => {
    resolveLost = resolve
  })

  async function restart(why: string): Promise<void> {
    const now = performance.now()
    if (now - lastEnd < restartInterval) {
      resolveLost(`${why} It is the second time within a minute.`)
      return
    }
    lastEnd = now
    log.error(`${why} Restarting it.`)
    try {
      current = await startEmbeddedPostgres(options)
    } catch (error) {
      log.error({ err: error }, 'The embedded PostgreSQL could not be restarted.')
      resolveLost('The embedded PostgreSQL could not be restarted.')
      return
    }
    for (const listener of listeners) listener(current.connection)
    log.info(`The embedded PostgreSQL is back after ${Math.round(performance.now() - now)} ms.`)
    watch()
  }

  function watch(): void {
    void current.exited.then(({ requested, code, signal }) => {
      if (requested || isStopping) return
      restarting = restart(`The embedded PostgreSQL ended (${signal ?? `code ${code}`}).`)
    })
  }
  watch()
  return {
    connection: first.connection,
    firstStart: first.firstStart,
    lost,
    onRestart: then => void listeners.push(then),
    async stop() {
      isStopping = true
      await restarting
      await current.stop()
    },
  }
}
