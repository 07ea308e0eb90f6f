import { sql } from 'kysely'
import type { SeenMark } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import type { PersonRow } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'

/** The people of a chat. `everyone`: all members of the organisation. */
export interface ChatPeople {
  everyone: boolean
  user_ids: readonly number[]
}

const among = (ctx: MemberContext, { everyone, user_ids }: ChatPeople) =>
  everyone
    ? sql`exists (select from memberships m where m.organization_id = ${ctx.organization_id} and m.user_id = u.id)`
    : sql`u.id = any(${user_ids}::bigint[])`

/** People of a chat by name. */
export async function peopleRows(ctx: MemberContext, people: ChatPeople): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id as user_id, u.displayname, u.image_key from users u
    where ${among(ctx, people)} order by lower(u.displayname), u.id limit ${sql.lit(limits.people)}`.execute(ctx.tx)
  return rows
}

/** Of these people, those who are in the chat, in the same order. */
export async function peopleAmong(
  ctx: MemberContext,
  people: ChatPeople,
  user_ids: readonly number[],
): Promise<number[]> {
  if (user_ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.id = any(${user_ids}::bigint[]) and ${among(ctx, people)}
    order by array_position(${user_ids}::bigint[], u.id)`.execute(ctx.tx)
  return rows.map(row => row.id)
}

/**
 * Moves the caller's mark to the newest message up to `last_id`. Returns that message if the mark was before it,
 * otherwise undefined.
 */
export async function markRead(ctx: MemberContext, chat_id: number, last_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ read_id: number }>`
    insert into chat_reads as r (organization_id, chat_id, user_id, read_id, read_at)
    select m.organization_id, m.chat_id, ${ctx.caller.user_id}::bigint, m.id, ${ctx.now}::timestamptz from messages m
    where m.organization_id = ${ctx.organization_id} and m.chat_id = ${chat_id} and m.id <= ${last_id}
    order by m.id desc limit 1
    on conflict (organization_id, chat_id, user_id) do update set read_id = excluded.read_id, read_at = excluded.read_at
      where r.read_id < excluded.read_id
    returning r.read_id`.execute(ctx.tx)
  return rows[0]?.read_id
}

/** Up to where the people of a chat have read it. */
export async function seenMarks(ctx: MemberContext, chat_id: number, people: ChatPeople): Promise<SeenMark[]> {
  const { rows } = await sql<SeenMark>`
    select r.user_id, r.read_id, r.read_at from chat_reads r join users u on u.id = r.user_id
    where r.organization_id = ${ctx.organization_id} and r.chat_id = ${chat_id} and ${among(ctx, people)}
    order by r.read_id desc, r.user_id limit ${sql.lit(limits.people)}`.execute(ctx.tx)
  return rows
}
