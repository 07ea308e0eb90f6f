import { sql } from 'kysely'
import type { Notification, NotificationKind, NotificationSubject } from '#shared/contract/notifications/endpoints'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'

/** The threshold that the number of an hour, a day or a week from an instant crossed. */
type ThresholdFacts = NonNullable<Notification['data']['threshold']> & { label: number; from: string }

/** A notification to be made. `dedupe_key` tells it from others of the same person. */
export interface Draft {
  user_id: number
  kind: NotificationKind
  actor_id: number | null
  subject_kind: NotificationSubject['kind']
  subject_id: number
  detail_id: number | null
  data: { title?: string; count?: number; deadline?: string; late_minutes?: number; threshold?: ThresholdFacts }
  dedupe_key: string
}

/** Tells that a task is late, whichever way it was found, so that nobody hears it twice of one deadline. */
export const lateKey = (task_id: number, deadline: string): string => `late:${task_id}:${deadline}`

export interface NotificationRow {
  id: number
  kind: NotificationKind
  actor: PersonRow | null
  subject_kind: NotificationSubject['kind']
  subject_id: number
  detail_id: number | null
  data: Draft['data']
  created_at: string
  read_at: string | null
}

type Context = Pick<SystemContext, 'tx' | 'organization_id' | 'now'>

/** Whether a person wants a kind of theirs `n` on a channel; everything is on until they change it. */
export const wants = (channel: 'in_app' | 'push' | 'mail') =>
  sql<boolean>`coalesce((p.kinds -> n.kind ->> ${sql.lit(channel)})::boolean, true)`

export interface MadeNotification {
  id: number
  user_id: number
  is_listed: boolean
}

/** Stores what its people want on any channel and were not notified of before. Others than members are passed over. */
export async function insertNotifications(ctx: Context, drafts: readonly Draft[]): Promise<MadeNotification[]> {
  const { rows } = await sql<MadeNotification>`
    insert into notifications (organization_id, user_id, kind, actor_id, subject_kind, subject_id, detail_id, data,
      dedupe_key, is_listed, created_at)
    select ${ctx.organization_id}::bigint, n.user_id, n.kind, u.id, n.subject_kind, n.subject_id, n.detail_id, n.data,
      n.dedupe_key, ${wants('in_app')}, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as n (user_id bigint, kind text, actor_id bigint,
      subject_kind text, subject_id bigint, detail_id bigint, data jsonb, dedupe_key text)
    join memberships m on m.organization_id = ${ctx.organization_id} and m.user_id = n.user_id
    left join notification_preferences p on p.user_id = n.user_id
    left join users u on u.id = n.actor_id
    where ${wants('in_app')} or ${wants('push')} or ${wants('mail')}
    on conflict do nothing returning id, user_id, is_listed`.execute(ctx.tx)
  return rows
}

/** An unread notification of a chat takes up newer messages instead of a second one. Returns what changed. */
export async function refreshUnread(ctx: Context, drafts: readonly Draft[]): Promise<MadeNotification[]> {
  const { rows } = await sql<MadeNotification>`
    update notifications o
    set actor_id = n.actor_id, detail_id = n.detail_id, data = n.data, created_at = ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as n (user_id bigint, kind text, actor_id bigint,
      subject_kind text, subject_id bigint, detail_id bigint, data jsonb)
    where o.organization_id = ${ctx.organization_id} and o.user_id = n.user_id and o.kind = n.kind
      and o.subject_kind = n.subject_kind and o.subject_id = n.subject_id and o.read_at is null
      and o.detail_id < n.detail_id
    returning o.id, o.user_id, o.is_listed`.execute(ctx.tx)
  return rows
}

/** Of these people, those with an unread notification of this kind about a subject. */
export async function unreadAbout(
  { tx, organization_id }: Context,
  { kind, subject_kind, subject_id }: Pick<Draft, 'kind' | 'subject_kind' | 'subject_id'>,
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('notifications')
    .select('user_id')
    .where('organization_id', '=', organization_id)
    .where('kind', '=', kind)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('read_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** Deletes what was about a comment or message that no longer exists, by a key if given. Returns whose that was. */
export async function deleteAbout(
  { tx, organization_id }: Context,
  about: Pick<Draft, 'subject_kind' | 'subject_id' | 'detail_id'> & { dedupe_key?: string },
): Promise<number[]> {
  const { subject_kind, subject_id, detail_id, dedupe_key } = about
  const those = tx
    .deleteFrom('notifications')
    .where('organization_id', '=', organization_id)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('detail_id', '=', detail_id)
  const rows = await (dedupe_key === undefined ? those : those.where('dedupe_key', '=', dedupe_key))
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(row => row.user_id))]
}

/** Marks what a person has seen in a chat; returns whether there was anything. */
export async function markChatRead(
  { tx, organization_id, now }: Context,
  { user_id, chat_id, read_id }: { user_id: number; chat_id: number; read_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    update notifications set read_at = ${now}::timestamptz
    where organization_id = ${organization_id} and user_id = ${user_id} and subject_kind = 'chat'
      and subject_id = ${chat_id} and read_at is null and (detail_id is null or detail_id <= ${read_id})
    returning id`.execute(tx)
  return rows.length > 0
}

const columns = sql`n.id, n.kind, ${personJson('u')} as actor, n.subject_kind, n.subject_id, n.detail_id, n.data,
  n.created_at, n.read_at`

const own = (ctx: MemberContext) =>
  sql`n.organization_id = ${ctx.organization_id} and n.user_id = ${ctx.caller.user_id}`

/** Where the list continues. */
export interface Place {
  at: string
  id: number
}

/** The caller's notifications, newest first. Does not check whether they may still see the subjects. */
export async function listNotifications(
  ctx: MemberContext,
  { only_unread, after, limit }: { only_unread: boolean; after: Place | undefined; limit: number },
): Promise<NotificationRow[]> {
  const unread = only_unread ? sql`and n.read_at is null` : sql``
  const older = after ? sql`and (n.created_at, n.id) < (${after.at}::timestamptz, ${after.id})` : sql``
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n left join users u on u.id = n.actor_id
    where ${own(ctx)} and n.is_listed ${unread} ${older}
    order by n.created_at desc, n.id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** A notification of the caller, listed or not. */
export async function findNotification(ctx: MemberContext, id: number): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n left join users u on u.id = n.actor_id
    where ${own(ctx)} and n.id = ${id}`.execute(ctx.tx)
  return rows[0]
}

/** The newest unread notifications since an instant that the caller wants by mail. */
export async function missedSince(ctx: MemberContext, since: string | null, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n left join users u on u.id = n.actor_id
    left join notification_preferences p on p.user_id = n.user_id
    where ${own(ctx)} and n.read_at is null and ${wants('mail')}
      and n.created_at > coalesce(${since}::timestamptz, '-infinity')
    order by n.created_at desc, n.id desc limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

/** Marks these, or all up to an instant; returns whether any was unread. */
export async function markRead(
  ctx: MemberContext,
  which: { ids: readonly number[] } | { until: string } | { kind: NotificationSubject['kind']; id: number },
): Promise<boolean> {
  const these =
    'ids' in which
      ? sql`n.id = any(${which.ids}::bigint[])`
      : 'until' in which
        ? sql`n.created_at <= ${which.until}::timestamptz`
        : sql`n.subject_kind = ${which.kind} and n.subject_id = ${which.id}`
  const { rows } = await sql`
    update notifications n set read_at = ${ctx.now}::timestamptz
    where ${own(ctx)} and n.read_at is null and ${these} returning n.id`.execute(ctx.tx)
  return rows.length > 0
}

/** Up to which event the notifications were made, locked until the transaction ends; `first` for a new organisation. */
export async function lockPosition({ tx, organization_id }: Context, first: number): Promise<number> {
  await sql`
    insert into notification_positions (organization_id, seq) values (${organization_id}, ${first})
    on conflict do nothing`.execute(tx)
  const { seq } = await tx
    .selectFrom('notification_positions')
    .select('seq')
    .where('organization_id', '=', organization_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return seq
}

export async function movePosition({ tx, organization_id }: Context, seq: number): Promise<void> {
  await tx.updateTable('notification_positions').set({ seq }).where('organization_id', '=', organization_id).execute()
}

/** Notes for which deadline the jobs of a task are planned; returns whether that is news. */
export async function noteDeadline(
  { tx, organization_id }: Context,
  task_id: number,
  deadline: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_deadlines as d (organization_id, task_id, deadline, is_planned)
    values (${organization_id}, ${task_id}, ${deadline}::timestamptz, true)
    on conflict (organization_id, task_id) do update set deadline = excluded.deadline, is_planned = true
      where d.deadline <> excluded.deadline or not d.is_planned
    returning task_id`.execute(tx)
  return rows.length > 0
}

/** Tasks of an organisation with a deadline for which no jobs are planned, as the owner of the database. */
export async function unplannedDeadlines(
  tx: SystemContext['tx'],
  limit: number,
): Promise<{ organization_id: number; task_id: number }[]> {
  const { rows } = await sql<{ organization_id: number; task_id: number }>`
    select organization_id, task_id from notification_deadlines where not is_planned
      and organization_id = (select min(organization_id) from notification_deadlines where not is_planned)
    order by task_id limit ${limit}`.execute(tx)
  return rows
}

/** Notes that nothing is left to be planned for these tasks. */
export async function markPlanned({ tx, organization_id }: Context, task_ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('notification_deadlines')
    .set({ is_planned: true })
    .where('organization_id', '=', organization_id)
    .where('task_id', 'in', [...task_ids])
    .execute()
}

/** Deletes a batch of notifications from before an instant, as the owner of the database. */
export async function deleteOld(tx: SystemContext['tx'], before: string, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from notifications where (organization_id, id) in (
      select organization_id, id from notifications where created_at < ${before}::timestamptz limit ${batch}
    ) returning id`.execute(tx)
  return rows.length
}
