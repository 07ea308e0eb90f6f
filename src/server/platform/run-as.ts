import type { OrgEvent } from '#shared/contract/events'
import { apiError } from '#shared/errors'
import type { AppContext } from './app-context'
import { inTransaction } from './database/transaction'
import type { Audience } from './events'
import { type TokenSubject, underPlan } from './identity'
import { portsOf } from './registry'
import {
  type AuditRecord,
  createRequestContext,
  inOrganisation,
  lastWrites,
  type MemberContext,
  type PendingEffects,
  pendingEffects,
  type RequestContext,
  withCaller,
} from './request-context'

/** The person on whose behalf the app does something after their call was answered. */
export interface OnBehalfOf extends TokenSubject {
  organization_id: number
  ip: string
  request_id: string
}

/**
 * Runs `work` as a member, in a transaction of its own, with their current rights. A person who was removed or signed
 * out meanwhile gets nothing more.
 */
export async function runAsMember<T>(
  app: AppContext,
  who: OnBehalfOf,
  work: (ctx: MemberContext) => Promise<T>,
): Promise<T> {
  const { organization_id, ip, request_id } = who
  const effects = pendingEffects()
  const result = await inTransaction(
    app.pool,
    { readOnly: false, organization_id, user_id: who.user_id, opening: tx => app.identify(tx, who, organization_id) },
    async (tx, { caller, membership }) => {
      if (!caller) throw apiError('session.expired')
      if (!membership) throw apiError('organization.not_member')
      const ctx = withCaller(createRequestContext({ tx, app, ip, request_id }, effects), caller, effects)
      return work({ ...inOrganisation(ctx, organization_id, effects), member: membership })
    },
    tx => lastWrites(tx, effects),
  )
  publishAfterCommit(app, effects)
  return result
}

/** The person is no member of the organisation any more, or no longer exists. */
export class NoMember extends Error {
  override name = 'NoMember'
}

/**
 * Runs `work` on behalf of a member who did not call, such as the owner of a job, in a transaction of its own and with
 * their current rights. `ip` and `request_id` are those of a call that a program of theirs made. Throws
 * {@link NoMember}.
 */
export async function runAsPerson<T>(
  app: AppContext,
  {
    organization_id,
    user_id,
    ip = '',
    request_id = '',
  }: { organization_id: number; user_id: number; ip?: string; request_id?: string },
  work: (ctx: MemberContext) => Promise<T>,
): Promise<T> {
  const effects = pendingEffects()
  const { personOf, membershipOf } = portsOf(app)
  const result = await inTransaction(
    app.pool,
    {
      readOnly: false,
      organization_id,
      user_id,
      opening: tx => Promise.all([personOf(tx, user_id), membershipOf(tx, organization_id, user_id)]),
    },
    async (tx, [person, membership]) => {
      if (!person || !membership) throw new NoMember()
      const ctx = withCaller(createRequestContext({ tx, app, ip, request_id }, effects), person, effects)
      return work({ ...inOrganisation(ctx, organization_id, effects), member: underPlan(app.settings, membership) })
    },
    tx => lastWrites(tx, effects),
  )
  publishAfterCommit(app, effects)
  return result
}

/** What the app does in an organisation without anybody having called. */
export interface SystemContext extends Pick<RequestContext, 'tx' | 'app' | 'now' | 'afterCommit'> {
  readonly organization_id: number
  audit(entry: AuditRecord): Promise<void>
  /** Adds an event as in a call, with the person who caused it, if any. */
  record(event: OrgEvent, audience: Audience, actor_id: number | null): void
}

/**
 * Runs `work` in a transaction of its own that is limited to the organisation. `ip` and `request_id` are those of the call
 * that it is part of, if any.
 */
export async function runAsSystem<T>(
  app: AppContext,
  organization_id: number,
  work: (ctx: SystemContext) => Promise<T>,
  { ip = '', request_id = '' }: Partial<Pick<RequestContext, 'ip' | 'request_id'>> = {},
): Promise<T> {
  const effects = pendingEffects()
  const result = await inTransaction(
    app.pool,
    { readOnly: false, organization_id },
    tx => {
      const ctx = createRequestContext({ tx, app, ip, request_id }, effects)
      return work({
        ...ctx,
        organization_id,
        audit: entry => ctx.audit({ organization_id, ...entry }),
        record: (event, audience, actor_id) => {
          const events = effects.events.get(organization_id) ?? []
          effects.events.set(organization_id, [...events, { event, audience, actor_id, at: ctx.now }])
        },
      })
    },
    tx => lastWrites(tx, effects),
  )
  publishAfterCommit(app, effects)
  return result
}

/** The same for work that only reads. */
export function readAsSystem<T>(
  app: AppContext,
  organization_id: number,
  work: (ctx: Pick<SystemContext, 'tx' | 'now'>) => Promise<T>,
): Promise<T> {
  const now = new Date(app.clock.now()).toISOString()
  return inTransaction(app.pool, { readOnly: true, organization_id }, tx => work({ tx, now }))
}

/** Publishes events after a commit and runs the tasks that waited for it. */
export function publishAfterCommit(app: AppContext, effects: PendingEffects): void {
  for (const [organization_id, events] of effects.stored) {
    app.bus.publish({ topic: 'events', organization_id, events })
    for (const { event } of events) {
      if (event.kind !== 'member.removed') continue
      app.bus.publish({ topic: 'member_removed', organization_id, user_id: event.user_id })
    }
  }
  for (const task of effects.afterCommit) {
    Promise.resolve()
      .then(task)
      .catch(error => app.log.error({ err: error }, 'A task after a commit failed.'))
  }
}
