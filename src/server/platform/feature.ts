import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings'
import type { ActivitySource } from './activity'
import type { AppContext } from './app-context'
import type { DashboardSource } from './dashboard'
import type { Migration } from './database/migrate'
import type { Closing, Departure, PlanChange } from './departure'
import type { Grantable } from './grantable'
import type { Route } from './http/route'
import type { Job, Schedule } from './jobs/job'
import type { SocketKind } from './live/sockets'
import type { BatchCleanup } from './maintenance'
import type { Ports } from './ports'
import type { Searchable } from './searchable'
import type { ActionTool, TitleSource, Tool } from './tool'

/** Background work that runs as long as the server. */
export interface Worker {
  /** Called once the server listens. */
  start?(): void
  /** Resolves once no work is running any more. */
  close(): Promise<void>
}

/** The manifest of a feature: everything that the server needs to know about it. */
export interface Feature {
  /** Its name, the same everywhere; `/config` lists it. */
  readonly name: string
  readonly routes: readonly Route[]
  /** Whether this server offers it, if a setting decides that. */
  isOffered?(settings: Settings): boolean
  /** The number in a migration's name orders it over all features. */
  readonly migrations?: readonly Migration[]
  /** Kinds of subjects that access can be granted to. */
  readonly grantables?: readonly Grantable[]
  /** Kinds of things that can be searched. */
  readonly searchables?: readonly Searchable[]
  /** Kinds of things that happen, for the feed of activity. */
  readonly activities?: readonly ActivitySource[]
  /** Numbers of the dashboard. */
  readonly dashboard?: readonly DashboardSource[]
  /** What happens to a person's things when they leave an organisation. */
  readonly departures?: readonly Departure[]
  /** Called before an organisation is deleted, in the same transaction. */
  readonly closings?: readonly Closing[]
  /** Called when the plan of an organisation changes, in the same transaction. */
  readonly planChanges?: readonly PlanChange[]
  /** The tools of Mate for members. */
  readonly tools?: readonly Tool[]
  /** The actions that Mate can propose to members. */
  readonly actions?: readonly ActionTool[]
  /** Current titles of what old answers of Mate name. */
  readonly titles?: readonly TitleSource[]
  /** Background jobs that it enqueues. */
  readonly jobs?: readonly Job[]
  /** Recurring background work. */
  readonly schedules?: readonly Schedule[]
  /** Hourly cleanups, in this order. */
  cleanups?(objects: AppContext['objects'], settings: Settings): readonly BatchCleanup[]
  /** Hourly work that brings what former versions left up to date. */
  catchUps?(app: AppContext): readonly BatchCleanup[]
  /** The ports that it provides. */
  readonly ports?: Partial<Ports>
  /** Adds routes whose form another standard sets, so that they are no endpoints of the contract. */
  http?(fastify: FastifyInstance, app: AppContext): void
  sockets?(app: AppContext): readonly SocketKind[]
  workers?(app: AppContext): readonly Worker[]
  /** Writes what still waits; called after the last call was answered. */
  flush?(app: AppContext): Promise<void>
}

/** Declares a feature; see {@link Feature}. */
export const feature = (manifest: Feature): Feature => manifest
