import { type AccessRequest, type declineAccess, type requestAccess, Subject } from '#shared/contract/access/endpoints'
import { access } from '#shared/contract/access/limits'
import type { Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import type { DashboardSource } from '../../platform/dashboard'
import { personFrom } from '../../platform/people/person'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { grantableOf } from './grantables'
import * as store from './requests-store'
import { announceAnswers } from './service'

/** How long a request stays open without an answer; after that it no longer counts. */
const openFor = 30 * day
const listedAtMost = 100

const openSince = ({ now }: MemberContext) => new Date(Date.parse(now) - openFor).toISOString()

/**
 * Asks those who can grant access. If the caller may not see the subject, everything is the same whether or not it
 * exists: the answer, the stored and counted row, the entry in the audit log, and the event, which goes to nobody if
 * nobody can grant access. So neither the limit nor a gap in the numbers of events reveals anything. Nothing happens if
 * the caller can already see it.
 */
export async function request(ctx: MemberContext, { kind, id, note }: Body<typeof requestAccess>): Promise<null> {
  const subject = { kind, id }
  const { user_id } = ctx.caller
  if (await grantableOf(ctx.app, kind).find(ctx, id)) {
    await store.deleteRequests(ctx, subject, [user_id])
    return null
  }
  const [, others, user_ids] = await Promise.all([
    store.lockAsker(ctx),
    store.countOthers(ctx, subject, openSince(ctx)),
    grantableOf(ctx.app, kind).giversOf(ctx, id),
  ])
  if (others >= access.openRequests) throw apiError('access.too_many_requests')
  await Promise.all([
    store.deleteLapsed(ctx, openSince(ctx)),
    store.upsertRequest(ctx, subject, { note, reached: user_ids.length > 0 }),
    ctx.audit({ kind: 'access.requested', subject: `${kind}:${id}` }),
  ])
  ctx.record({ kind: 'access.requested', subject, user_id }, { to: 'users', user_ids })
  return null
}

const namesOf = ({ app }: MemberContext) =>
  registryOf(app).grantables.map(grantable => ({ kind: grantable.kind, of: grantable.named }))

/** The same requests for the dashboard, by what they ask for. */
export const requestsToAnswer = Subject.shape.kind.options.map(
  (kind): DashboardSource => ({
    name: `access_requested_${kind}`,
    counts: 'attention',
    rows: ctx =>
      store.openRequestRows(ctx, { names: namesOf(ctx).filter(name => name.kind === kind), since: openSince(ctx) }),
  }),
)

/** Requests that the caller can answer, oldest first. */
export async function list(ctx: MemberContext): Promise<AccessRequest[]> {
  const names = namesOf(ctx)
  const rows = await store.openRequests(ctx, { names, since: openSince(ctx), limit: listedAtMost })
  return Promise.all(
    rows.map(async ({ kind, id, name, note, asked_at, ...person }) => ({
      kind,
      id,
      name,
      user: await personFrom(ctx, person),
      note,
      asked_at,
    })),
  )
}

/**
 * Declines a request. The person who asked is told with only the ids that they sent, and the others who could answer
 * are told that they no longer need to.
 */
export async function decline(ctx: MemberContext, body: Body<typeof declineAccess>): Promise<null> {
  const { requested_by: user_id, ...subject } = body
  await grantableOf(ctx.app, subject.kind).lock(ctx, subject.id)
  const wasOpen = await store.deleteOpenRequest(ctx, subject, { user_id, since: openSince(ctx) })
  if (!wasOpen) throw apiError('access.request_not_found')
  await announceAnswers(ctx, grantableOf(ctx.app, subject.kind), subject.id, { to: [user_id], is_given: false })
  await ctx.audit({
    kind: 'access.declined',
    subject: `${subject.kind}:${subject.id}`,
    details: { requested_by: user_id },
  })
  return null
}
