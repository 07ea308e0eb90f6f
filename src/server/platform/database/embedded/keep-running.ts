import type { Logger } from 'pino'
import type { Connection } from '../connection'
import { type EmbeddedPostgres, type StartOptions, startEmbeddedPostgres } from './embedded-postgres'

/** An embedded PostgreSQL that is started again when it ends alone. */
export interface KeptPostgres {
  /** As it was started first; a later start is reached elsewhere. */
  connection: Connection
  /** The database was made by this start. */
  firstStart: boolean
  /** Resolves with the reason when it ended a second time within a minute, or could not be started again. */
  lost: Promise<string>
  /** Calls back with where it is reached whenever it was started again. */
  onRestart(then: (connection: Connection) => void): void
  stop(): Promise<void>
}

/** Once in a while something kills a process that did no wrong; twice within this time is no accident. Milliseconds. */
const onceWithin = 60_000

/** Starts the embedded PostgreSQL, and starts it again, once a minute at most, when it ends without having been asked to. */
export async function keepPostgresRunning(options: StartOptions, log: Logger): Promise<KeptPostgres> {
  const first = await startEmbeddedPostgres(options)
  const listeners: ((connection: Connection) => void)[] = []
  let current: EmbeddedPostgres = first
  let restarting: Promise<void> | null = null
  let lastEnd = Number.NEGATIVE_INFINITY
  let isStopping = false
  let tellLost: (why: string) => void = () => {}
  const lost = new Promise<string>(resolve => {
    tellLost = resolve
  })

  async function restart(why: string): Promise<void> {
    const now = performance.now()
    if (now - lastEnd < onceWithin) {
      tellLost(`${why} It is the second time within a minute.`)
      return
    }
    lastEnd = now
    log.error(`${why} It is started again.`)
    try {
      current = await startEmbeddedPostgres(options)
    } catch (error) {
      log.error({ err: error }, 'The embedded PostgreSQL could not be started again.')
      tellLost('The embedded PostgreSQL could not be started again.')
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
