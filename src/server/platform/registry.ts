import type { ActivitySource } from './activity'
import type { AppContext } from './app-context'
import type { DashboardSource } from './dashboard'
import type { Closing, Departure, PlanChange } from './departure'
import type { Grantable } from './grantable'
import type { Ports } from './ports'
import type { Searchable } from './searchable'
import type { ActionTool, TitleSource, Tool } from './tool'

/** What the features of a running server offer each other through their manifests. */
export interface Registry {
  readonly ports: Ports
  readonly grantables: readonly Grantable[]
  readonly searchables: readonly Searchable[]
  readonly activities: readonly ActivitySource[]
  readonly dashboard: readonly DashboardSource[]
  readonly departures: readonly Departure[]
  readonly closings: readonly Closing[]
  readonly planChanges: readonly PlanChange[]
  /** The tools of Mate for members. */
  readonly tools: readonly Tool[]
  /** The actions that Mate can propose to members. */
  readonly actions: readonly ActionTool[]
  readonly titles: readonly TitleSource[]
  /** Names of the migrations that the database has. */
  readonly migrations: readonly string[]
}

// Kept beside the context instead of in it, because registered things take the context and the types would be circular.
const registries = new WeakMap<AppContext, Registry>()

export function register(app: AppContext, registry: Registry): void {
  registries.set(app, registry)
}

/** Throws if the app was not made by `makeApp`. */
export function registryOf(app: AppContext): Registry {
  const registry = registries.get(app)
  if (!registry) throw new Error('Nothing is registered for this app.')
  return registry
}

export const portsOf = (app: AppContext): Ports => registryOf(app).ports
