import type { Settings } from '../settings'
import type { AppContext } from './app-context'
import type { Migration } from './database/migrate'
import type { Grantable } from './grantable'
import type { Route } from './http/route'
import type { Job, Schedule } from './jobs/job'
import type { SocketKind } from './live/sockets'
import type { BatchCleanup } from './maintenance'
import type { Ports } from './ports'
import type { Searchable } from './searchable'
import type { Tool } from './tool'

/** Work that goes on beside the calls, for as long as the server runs. */
export interface Worker {
  /** Called once the server listens. */
  start?(): void
  /** Resolves once nothing is under way any more. */
  close(): Promise<void>
}

/** The manifest of a feature: all that the server needs to know about it. */
export interface Feature {
  /** The one word that it has everywhere; `/config` lists it. */
  readonly name: string
  readonly routes: readonly Route[]
  /** Whether this server offers it, if a setting decides that. */
  isOffered?(settings: Settings): boolean
  /** Each is named by a number; over all features they run in the order of these numbers, each once. */
  readonly migrations?: readonly Migration[]
  /** Kinds of things that access is given to. */
  readonly grantables?: readonly Grantable[]
  /** Kinds of things that can be looked for. */
  readonly searchables?: readonly Searchable[]
  /** What Mate can look up for members. */
  readonly tools?: readonly Tool[]
  /** Background jobs that it enqueues. */
  readonly jobs?: readonly Job[]
  /** Recurring background work. */
  readonly schedules?: readonly Schedule[]
  /** What is removed once an hour because it is too old, in this order. */
  cleanups?(objects: AppContext['objects']): readonly BatchCleanup[]
  /** Questions of others that it answers. */
  readonly ports?: Partial<Ports>
  sockets?(app: AppContext): readonly SocketKind[]
  workers?(app: AppContext): readonly Worker[]
  /** Writes what still waits; called after the last call was answered. */
  flush?(app: AppContext): Promise<void>
}

/** Declares a feature; see {@link Feature}. */
export const feature = (manifest: Feature): Feature => manifest
