import type { AuditKind } from '#shared/contract/audit/kinds'
import type { OrgEvent } from '#shared/contract/events'
import type { AppContext } from './app-context'
import type { Tx } from './database/connection'
import { setTenant, type TenantScope } from './database/transaction'
import { type Audience, appendEvents, type NewEvent, type StoredEvent } from './events'
import type { Caller, Membership } from './identity'

/** The first argument of every service: the open transaction, the time, the app. Services use nothing global. */
export interface RequestContext {
  readonly tx: Tx
  readonly app: AppContext
  /** The ISO instant of this call. */
  readonly now: string
  readonly ip: string
  readonly request_id: string
  /**
   * Sets the tenant of the transaction: a person or organisation that the caller was proven to be or to belong to [D6].
   */
  setTenant(to: TenantScope): Promise<void>
  /**
   * Sends a write whose answer nobody needs together with the commit: by `runStatement`, because the query builder sends
   * too late. If it fails, so does the call.
   */
  atCommit(write: () => Promise<unknown>): void
  /** Runs a task after the commit, and only then. Its failure is logged and does not fail the call. */
  afterCommit(task: () => Promise<unknown> | unknown): void
  /** Runs a task if the call fails and nothing of it stays, before its answer. */
  afterRollback(task: () => Promise<unknown>): void
  /**
   * Runs a task after the commit and before the answer. If it throws, the call is refused although its writes stay; its
   * result, if any, replaces the answer.
   */
  beforeResponse(task: () => Promise<unknown>): void
  /** Writes to the audit log [D8], in this transaction. */
  audit(entry: AuditRecord): Promise<void>
}

export interface AuditRecord {
  kind: AuditKind
  subject?: string
  details?: Record<string, unknown>
  organization_id?: number
  actor_id?: number
}

export interface UserContext extends RequestContext {
  readonly caller: Caller
  /** Enters an organisation that the person is about to join, and limits the transaction to it. */
  enter(organization_id: number): Promise<OrganizationContext>
}

/** A context in one organisation; its transaction sees no other. */
export interface OrganizationContext extends UserContext {
  readonly organization_id: number
  /** Adds an event to the organisation's log. It is written and published at commit. */
  record(event: OrgEvent, audience: Audience): void
}

export interface MemberContext extends OrganizationContext {
  readonly member: Membership
}

/** The effects that services of a request collect, to be applied at its end. */
export interface PendingEffects {
  events: Map<number, NewEvent[]>
  /** The same events as stored in the log of each organisation, once they are. */
  stored: Map<number, StoredEvent[]>
  beforeResponse: (() => Promise<unknown>)[]
  atCommit: (() => Promise<unknown>)[]
  afterCommit: (() => Promise<unknown> | unknown)[]
  afterRollback: (() => Promise<unknown>)[]
}

export const pendingEffects = (): PendingEffects => ({
  events: new Map(),
  stored: new Map(),
  beforeResponse: [],
  atCommit: [],
  afterCommit: [],
  afterRollback: [],
})

/** What is written last, together with the commit. */
export const lastWrites = (tx: Tx, effects: PendingEffects): Promise<unknown>[] => [
  ...effects.atCommit.map(write => write()),
  ...storeEvents(tx, effects),
]

/**
 * Writes the collected events to their logs, as the last queries of the transaction. Where there are several logs, each
 * organisation is the tenant while its own is written.
 */
function storeEvents(tx: Tx, effects: PendingEffects): Promise<void>[] {
  const logs = [...effects.events]
  return logs.map(async ([organization_id, events]) => {
    // Both are sent at once, because the commit follows without waiting for any of them.
    const entered = logs.length > 1 ? setTenant(tx, { organization_id }) : undefined
    const [stored] = await Promise.all([appendEvents(tx, organization_id, events), entered])
    effects.stored.set(organization_id, stored)
  })
}

interface ContextInput {
  tx: Tx
  app: AppContext
  ip: string
  request_id: string
}

export function createRequestContext(ground: ContextInput, effects: PendingEffects): RequestContext {
  const now = new Date(ground.app.clock.now()).toISOString()
  return {
    ...ground,
    now,
    setTenant: to => setTenant(ground.tx, to),
    atCommit: write => {
      effects.atCommit.push(write)
    },
    afterCommit: task => {
      effects.afterCommit.push(task)
    },
    afterRollback: task => {
      effects.afterRollback.push(task)
    },
    beforeResponse: task => {
      effects.beforeResponse.push(task)
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

export function withCaller(ctx: RequestContext, caller: Caller, effects: PendingEffects): UserContext {
  const userContext: UserContext = {
    ...ctx,
    caller,
    audit: entry => ctx.audit({ actor_id: caller.user_id, ...entry }),
    enter: async organization_id => {
      await setTenant(ctx.tx, { organization_id, user_id: caller.user_id })
      return inOrganisation(userContext, organization_id, effects)
    },
  }
  return userContext
}

export function inOrganisation(
  ctx: UserContext,
  organization_id: number,
  effects: PendingEffects,
): OrganizationContext {
  return {
    ...ctx,
    organization_id,
    audit: entry => ctx.audit({ organization_id, ...entry }),
    record: (event, audience) => {
      const events = effects.events.get(organization_id) ?? []
      events.push({ event, audience, actor_id: ctx.caller.user_id, at: ctx.now })
      effects.events.set(organization_id, events)
    },
  }
}
