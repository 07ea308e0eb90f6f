import type { OrgEvent } from '#shared/contract/live'
import type { Tx } from './database/connection'
import { type Narrowing, narrow } from './database/transaction'
import { type Audience, appendEvents, type NewEvent, type StoredEvent } from './events'
import type { House } from './house'
import type { Caller, Membership } from './identity'

/** What every service gets first: the open transaction, the time, the house. Nothing global. */
export interface Scene {
  readonly tx: Tx
  readonly house: House
  /** The instant of this call, ISO. */
  readonly now: string
  readonly ip: string
  readonly request_id: string
  /** Narrows the transaction to a person or organisation that the caller was proven to be, or to belong to [D6]. */
  narrow(to: Narrowing): Promise<void>
  /** Runs after the commit, and only then; a failure there is logged, it no longer fails the call. */
  after(task: () => Promise<unknown> | unknown): void
  /**
   * Runs after the commit and before the answer. When it throws, the call is refused although its writes stay; what it answers,
   * if anything, replaces the answer.
   */
  beforeAnswer(task: () => Promise<unknown>): void
  /** Writes to the audit log [D8], in this transaction. */
  audit(entry: AuditRecord): Promise<void>
}

export interface AuditRecord {
  kind: string
  subject?: string
  details?: Record<string, unknown>
  organization_id?: number
  actor_id?: number
}

export interface CallerScene extends Scene {
  readonly caller: Caller
  /** The transaction narrowed to an organisation that the person is about to belong to. */
  enter(organization_id: number): Promise<OrganisationScene>
}

/** A scene in one organisation: its transaction sees no other. */
export interface OrganisationScene extends CallerScene {
  readonly organization_id: number
  /** Puts an event into the organisation's log; it is written and told at commit. */
  record(event: OrgEvent, audience: Audience): void
}

export interface MemberScene extends OrganisationScene {
  readonly member: Membership
}

/** What a scene gathers while services run, and what is done with it at the end. */
export interface Gathered {
  events: Map<number, NewEvent[]>
  /** The same events as they stand in the log of each organisation, once they do. */
  stored: Map<number, StoredEvent[]>
  beforeAnswer: (() => Promise<unknown>)[]
  afterwards: (() => Promise<unknown> | unknown)[]
}

export const gatherer = (): Gathered => ({ events: new Map(), stored: new Map(), beforeAnswer: [], afterwards: [] })

/** Writes the gathered events into their logs, as the last queries of the transaction. */
export function storeEvents(tx: Tx, gathered: Gathered): Promise<void>[] {
  return [...gathered.events].map(async ([organization_id, events]) => {
    gathered.stored.set(organization_id, await appendEvents(tx, organization_id, events))
  })
}

interface Ground {
  tx: Tx
  house: House
  ip: string
  request_id: string
}

export function makeScene(ground: Ground, gathered: Gathered): Scene {
  const now = new Date(ground.house.clock.now()).toISOString()
  return {
    ...ground,
    now,
    narrow: to => narrow(ground.tx, to),
    after: task => {
      gathered.afterwards.push(task)
    },
    beforeAnswer: task => {
      gathered.beforeAnswer.push(task)
    },
    audit: async entry => {
      await ground.tx
        .insertInto('audit')
        .values({
          organization_id: entry.organization_id ?? null,
          actor_id: entry.actor_id ?? null,
          kind: entry.kind,
          subject: entry.subject ?? null,
          details: entry.details ?? {},
          ip: ground.ip,
          at: now,
        })
        .execute()
    },
  }
}

export function withCaller(scene: Scene, caller: Caller, gathered: Gathered): CallerScene {
  const callerScene: CallerScene = {
    ...scene,
    caller,
    audit: entry => scene.audit({ actor_id: caller.user_id, ...entry }),
    enter: async organization_id => {
      await narrow(scene.tx, { organization_id, user_id: caller.user_id })
      return inOrganisation(callerScene, organization_id, gathered)
    },
  }
  return callerScene
}

export function inOrganisation(scene: CallerScene, organization_id: number, gathered: Gathered): OrganisationScene {
  return {
    ...scene,
    organization_id,
    audit: entry => scene.audit({ organization_id, ...entry }),
    record: (event, audience) => {
      const events = gathered.events.get(organization_id) ?? []
      events.push({ event, audience, actor_id: scene.caller.user_id, at: scene.now })
      gathered.events.set(organization_id, events)
    },
  }
}
