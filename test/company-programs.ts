import * as Y from 'yjs'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { addPageThread } from '#shared/contract/documents/page-comments'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { addAnnotation, deleteAnnotation } from '#shared/contract/graphs/annotations'
import { addThreshold, deleteThreshold } from '#shared/contract/graphs/thresholds'
import { createBot, postAsBot, renewWebhook } from '#shared/contract/messages/bots'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { importBusyTimes, renewCalendarFeed } from '#shared/contract/planning/calendars'
import { createToken } from '#shared/contract/tokens/endpoints'
import { textOf } from '#shared/page/document'
import { eventReader } from '../src/server/features/notifications/feature'
import type { Actor } from './actor'
import type { TestServer } from './test-server'

/** A bot that wrote the secret into the chat of a space, and its webhook. */
export async function botWith(
  owner: Actor,
  nobody: Actor,
  { secret, branch_id }: { secret: string; branch_id: number },
): Promise<{ bot_id: number; token: string }> {
  const { bot_id } = await owner.call(createBot, { name: `Bell of the ${secret}`, branch_ids: [branch_id] })
  const { path } = await owner.call(renewWebhook, { bot_id })
  const token = path?.split('/').at(-1) ?? ''
  await nobody.call(postAsBot, { token, text: `The ${secret} has rung.` })
  return { bot_id, token }
}

/** A calendar of busy times, and the address under which the schedule is read. Returns the id of the calendar. */
export async function calendarOf(owner: Actor, secret: string): Promise<number> {
  await owner.call(renewCalendarFeed, {})
  const times = [{ start: '2026-11-20T10:00:00Z', end: '2026-11-20T12:00:00Z' }]
  return (await owner.call(importBusyTimes, { name: `Visits to the ${secret}`, times })).calendar_id
}

/** An access token that is named after the secret. */
export async function accessTokenWith(owner: Actor, secret: string): Promise<number> {
  const { token } = await owner.call(createToken, { name: `Agent of the ${secret}`, scope: 'act', expires_in_days: 30 })
  return token.token_id
}

/** A page in whose shared document the secret was written, with a comment on it, and that names itself. */
export async function pageWith(owner: Actor, secret: string): Promise<{ doc_id: number; thread_id: number }> {
  const { doc_id } = await owner.call(createDocument, { document_name: `The old ${secret}`, document_type: 'document' })
  await owner.call(openPage, { doc_id })
  const doc = new Y.Doc()
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(`Where the ${secret} stood`)])
  textOf(doc).insert(0, [paragraph])
  const update = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
  await owner.call(changePage, { doc_id, update })
  const { version } = await owner.call(fetchDocument, { doc_id })
  const content = `See [the ${secret}](#/docs/${doc_id}).`
  const error = await owner.call(replaceContent, { doc_id, content, version }).catch((cause: unknown) => cause)
  if (error instanceof Error) await owner.call(replaceContent, { doc_id, content, version: version + 1 })
  const place = Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(textOf(doc), 0))).toString(
    'base64',
  )
  const passage = { begins_at: place, ends_at: place }
  const thread = await owner.call(addPageThread, { doc_id, passage, quote: secret, content: `Where is the ${secret}?` })
  return { doc_id, thread_id: thread.thread_id }
}

/** The notification of the mention, once everything before led to its notifications. */
export async function notificationOf({ app }: TestServer, owner: Actor): Promise<{ notification_id: number }> {
  await eventReader(app.context).settled()
  const [notification] = await owner.call(listNotifications, {})
  if (!notification) throw new Error('The owner was not notified.')
  return { notification_id: notification.notification_id }
}

/** A page that is marked as sample content. */
export async function sampleOf({ asOwner }: TestServer, organization_id: number, doc_id: number): Promise<void> {
  await asOwner(`insert into samples (organization_id, kind, subject_id, version) values ($1, 'page', $2, 0)`, [
    organization_id,
    doc_id,
  ])
}

/** What a part of a meeting is about. */
export async function topicOf({ asOwner }: TestServer, doc_id: number, secret: string): Promise<void> {
  await asOwner(
    `insert into transcript_topics (organization_id, doc_id, starts_at, title)
     select organization_id, doc_id, 0, $2 from recordings where doc_id = $1`,
    [doc_id, `The ${secret}`],
  )
}

/** What was said in a meeting while it was recorded. */
export async function captionOf({ asOwner }: TestServer, doc_id: number, secret: string): Promise<void> {
  await asOwner(
    `insert into live_captions (organization_id, doc_id, place, starts_at, text)
     select organization_id, doc_id, 0, 0, $2 from recordings where doc_id = $1`,
    [doc_id, `The ${secret} is here.`],
  )
}

/** Annotations of a graph with the secret: one that is there, whose id it returns, and one that was deleted. */
export async function annotationOf(owner: Actor, graph_id: number, secret: string): Promise<number> {
  const [from, to] = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z']
  const gone = await owner.call(addAnnotation, { graph_id, text: `Before the ${secret}`, from })
  await owner.call(deleteAnnotation, { annotation_id: gone.annotation_id })
  return (await owner.call(addAnnotation, { graph_id, text: `The ${secret} was open`, from, to })).annotation_id
}

/** Thresholds of a graph: one that is there and watched by its author, whose id it returns, and one that was deleted. */
export async function thresholdOf(owner: Actor, graph_id: number): Promise<number> {
  const set = { graph_id, label: 0, side: 'below', value: 2, unit: 'day' } as const
  await owner.call(deleteThreshold, { threshold_id: (await owner.call(addThreshold, set)).threshold_id })
  return (await owner.call(addThreshold, set)).threshold_id
}

/** The handovers of the primary branch, as they are set. */
export async function handoverOf({ asOwner }: TestServer, organization_id: number): Promise<void> {
  await asOwner(
    `insert into branch_handovers (organization_id, branch_id, is_on, closes_at, weekdays, timezone, recipients, revision)
     select $1, id, false, '18:00', '{1}', 'UTC', '{}', 1 from branches where organization_id = $1 and is_primary`,
    [organization_id],
  )
}

/** A network in which the cameras of an organisation may be. */
export async function networkOf({ asOwner }: TestServer, organization_id: number): Promise<void> {
  await asOwner(
    `insert into camera_networks (organization_id, network, allowed_at) values ($1, 'fd12:3456:789a::/64', now())`,
    [organization_id],
  )
}

/** A plan that was ordered, paid and reported at the sandbox provider, with the secret where a provider writes. */
export async function payFor(
  { asOwner }: TestServer,
  organization_id: number,
  secret: string,
): Promise<{ payment_id: number }> {
  const id = `of-${organization_id}`
  const plan = `'team', 'monthly'`
  for (const statement of [
    `insert into payment_orders (organization_id, order_id, plan_id, billing_interval, renews, amount, currency, reference, created_at)
     values ($1, $2, ${plan}, true, 14900, 'USD', $3, now())`,
    `insert into subscriptions (organization_id, subscription_id, plan_id, billing_interval, status, renews, period_start,
       period_end, card, fact_at, fact_event_id, ends_at_period_end, change_at)
     values ($1, $2, ${plan}, 'active', true, now(), now() + interval '1 month', $3, now(), $2, false, now())`,
    `insert into payments (organization_id, provider_payment_id, plan_id, billing_interval, amount, currency, status, at, reference,
       invoice_number, seller, buyer)
     values ($1, $2, ${plan}, 14900, 'USD', 'paid', now(), $3, 1, $3, $3)`,
    `insert into payment_events (organization_id, event_id, received_at) values ($1, $2 || $3, now())`,
    `insert into sandbox_subscriptions (organization_id, subscription_id, plan_id, billing_interval, renews, has_trial, amount,
       currency, status, card)
     values ($1, $2, ${plan}, true, false, 14900, 'USD', 'active', $3)`,
  ])
    await asOwner(statement, [organization_id, id, secret])
  const [payment] = await asOwner<{ payment_id: number }>(
    'select id::int as payment_id from payments where organization_id = $1',
    [organization_id],
  )
  return { payment_id: payment?.payment_id ?? 0 }
}

/** The record of an archive, of somebody who is gone. */
export async function exportIn({ asOwner }: TestServer, organization_id: number): Promise<void> {
  await asOwner(
    `insert into exports (organization_id, status, requested_at, ended_at, bytes) values ($1, 'ready', now(), now(), 1)`,
    [organization_id],
  )
}
