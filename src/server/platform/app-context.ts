import type pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../settings'
import type { Bus } from './bus'
import type { Clock } from './clock'
import type { GuestBook, Identify } from './identity'
import type { Messenger } from './mail/messenger'
import type { Metrics } from './metrics'
import type { Model } from './model/model'
import type { Objects } from './objects/objects'
import type { Secrets } from './secrets'
import type { Transcriber } from './speech/transcriber'

/** Everything of the platform that features may use. Each running server has one; tests make their own. */
export interface AppContext {
  readonly settings: Settings
  /** Names of the features that this server offers. */
  readonly features: readonly string[]
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  readonly pool: pg.Pool
  /** Connections to a replica of the database, if there is one. */
  readonly replica: pg.Pool | null
  readonly identify: Identify
  readonly guests: GuestBook
  readonly bus: Bus
  readonly messenger: Messenger
  readonly objects: Objects
  /** The connected model, or null if there is none; then Mate answers by itself. */
  readonly model: Model | null
  /** The models that a job may ask, by name: `model` first, then the others. */
  readonly models: ReadonlyMap<string, Model>
  /** Finds out who said what in recordings. */
  readonly transcriber: Transcriber
  readonly metrics: Metrics
  /** Where people reach this server, without a trailing slash. */
  publicUrl(): string
}

/** A value that a feature keeps once for each app, created on first use. */
export function perApp<T>(make: (app: AppContext) => T): (app: AppContext) => T {
  const made = new WeakMap<AppContext, { value: T }>()
  return app => {
    const known = made.get(app)
    if (known) return known.value
    const value = make(app)
    made.set(app, { value })
    return value
  }
}
