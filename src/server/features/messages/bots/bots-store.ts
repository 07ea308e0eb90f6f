import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#shared/contract/messages/card'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'

/** A transaction that is limited to an organisation, whoever acts in it. */
type Tenant = Pick<MemberContext | SystemContext, 'tx' | 'now' | 'organization_id'>

export interface BotRow {
  id: number
  name: string
  about: string
  branch_ids: number[]
  writes_people: boolean
  is_jobs: boolean
  has_webhook: boolean
  token_hash: string | null
  created_at: string
  last_used_at: string | null
  creator: PersonRow | null
}

const botsWhere = async ({ tx, organization_id }: Tenant, where: RawBuilder<unknown>): Promise<BotRow[]> => {
  const { rows } = await sql<BotRow>`
    select b.id, b.name, b.about, b.branch_ids, b.writes_people, b.is_jobs, b.token_hash, b.created_at, b.last_used_at,
      b.token_hash is not null as has_webhook,
      (select ${personJson('u')} from users u where u.id = b.created_by) as creator
    from bots b where b.organization_id = ${organization_id} and b.deleted_at is null ${where}
    order by lower(b.name), b.id`.execute(tx)
  return rows
}

/** The bots that were not deleted, by name. */
export const listBots = (ctx: Tenant) => botsWhere(ctx, sql``)

export const findBot = async (ctx: Tenant, bot_id: number): Promise<BotRow | undefined> =>
  (await botsWhere(ctx, sql`and b.id = ${bot_id}`))[0]

export const findBotOfToken = async (ctx: Tenant, token_hash: string): Promise<BotRow | undefined> =>
  (await botsWhere(ctx, sql`and b.token_hash = ${token_hash}`))[0]

export interface BotFields {
  name: string
  about: string
  branch_ids: number[]
  writes_people: boolean
}

export async function insertBot(ctx: MemberContext, fields: BotFields): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('bots')
    .values({
      ...fields,
      organization_id: ctx.organization_id,
      created_by: ctx.caller.user_id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBot(
  { tx, organization_id }: Tenant,
  bot_id: number,
  changes: Partial<BotFields> & { token_hash?: string | null; last_used_at?: string; deleted_at?: string },
): Promise<void> {
  await tx
    .updateTable('bots')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('id', '=', bot_id)
    .execute()
}

/** The id of the bot through which jobs write, which is made with the first message. */
export async function botOfJobs({ tx, organization_id, now }: Tenant, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bots (organization_id, name, about, branch_ids, writes_people, is_jobs, created_at)
    values (${organization_id}, ${name}, '', '{}', true, true, ${now}::timestamptz)
    on conflict (organization_id) where is_jobs do update set last_used_at = excluded.created_at
    returning id`.execute(tx)
  const [bot] = rows
  if (!bot) throw new Error('The bot of the jobs is made or found.')
  return bot.id
}

export async function isMember({ tx, organization_id }: Tenant, user_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Of these branches, those that were not deleted, in one order for all posts, so that two never wait for each other. */
export async function openBranches({ tx, organization_id }: Tenant, branch_ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('branches')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', sql<number>`any(${branch_ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Which chat a bot writes into: that of a space, or its own one with a person. */
export type BotTarget = { branch_id: number } | { user_id: number }

/** The chat of a bot with a target, which is made if necessary. */
export async function chatOfBot(
  { tx, organization_id, now }: Tenant,
  bot_id: number,
  target: BotTarget,
): Promise<{ id: number; branch_id: number | null }> {
  const [values, found] =
    'branch_id' in target
      ? [
          sql`'space', ${target.branch_id}::bigint, null::bigint, null::bigint`,
          sql`c.kind = 'space' and c.branch_id = ${target.branch_id}`,
        ]
      : [
          sql`'bot', null::bigint, ${target.user_id}::bigint, ${bot_id}::bigint`,
          sql`c.kind = 'bot' and c.bot_id = ${bot_id} and c.lower_user_id = ${target.user_id}`,
        ]
  await sql`
    with made as (
      insert into chats (organization_id, created_at, last_at, kind, branch_id, lower_user_id, bot_id)
      select ${organization_id}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${values}
      on conflict do nothing returning id, organization_id, lower_user_id
    )
    insert into chat_members (organization_id, chat_id, user_id, joined_at)
    select made.organization_id, made.id, made.lower_user_id, ${now}::timestamptz from made
    where made.lower_user_id is not null`.execute(tx)
  const { rows } = await sql<{ id: number; branch_id: number | null }>`
    select c.id, c.branch_id from chats c where c.organization_id = ${organization_id} and ${found}`.execute(tx)
  const [chat] = rows
  if (!chat) throw new Error('The chat of a bot is made or found.')
  return chat
}

/** Writes a message as a bot. Its id, and whether it is new: a `client_id` is written once in a chat. */
export async function insertBotMessage(
  { tx, organization_id, now }: Tenant,
  message: { chat_id: number; bot_id: number; client_id: string; text: string; card: Card | null },
): Promise<{ id: number; is_new: boolean }> {
  const { chat_id, bot_id, client_id } = message
  const { rows } = await sql<{ id: number }>`
    with chat as (
      update chats c set last_at = greatest(c.last_at, ${now}::timestamptz), has_messages = true
      where c.organization_id = ${organization_id} and c.id = ${chat_id} returning c.id
    )
    insert into messages (organization_id, chat_id, bot_id, client_id, text, card, created_at)
    select ${organization_id}::bigint, chat.id, ${bot_id}::bigint, ${client_id}::text, ${message.text}::text,
      ${message.card && JSON.stringify(message.card)}::jsonb, ${now}::timestamptz
    from chat
    on conflict do nothing returning id`.execute(tx)
  const [written] = rows
  if (written) return { id: written.id, is_new: true }
  const { rows: known } = await sql<{ id: number }>`
    select m.id from messages m
    where m.organization_id = ${organization_id} and m.chat_id = ${chat_id} and m.bot_id = ${bot_id}
      and m.client_id = ${client_id}`.execute(tx)
  const [first] = known
  if (!first) throw new Error('A message that was not written is there.')
  return { id: first.id, is_new: false }
}

/** Deletes all messages of the chat of a bot with a person. */
export async function deleteMessages({ tx, organization_id }: Tenant, chat_id: number): Promise<void> {
  await sql`
    with gone as (
      delete from messages m where m.organization_id = ${organization_id} and m.chat_id = ${chat_id}
    )
    update chats c set has_messages = false
    where c.organization_id = ${organization_id} and c.id = ${chat_id}`.execute(tx)
}
