import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AnswerState, AutoApprovable } from '#shared/contract/mate/endpoints'
import type { MemberContext } from '../../platform/request-context'

const columns = ['id', 'is_from_ai', 'text', 'state', 'suggestion', 'client_id', 'created_at'] as const

function own(ctx: MemberContext) {
  return ctx.tx
    .selectFrom('mate_messages')
    .select([...columns])
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
}

/** The caller's conversation, newest first; only messages before `before`, if given. */
export async function messages(ctx: MemberContext, before: number | undefined, limit: number) {
  const query = own(ctx).orderBy('id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('id', '<', before)).execute()
}
export type MessageRow = Awaited<ReturnType<typeof messages>>[number]

export function findMessage(ctx: MemberContext, id: number): Promise<MessageRow | undefined> {
  return own(ctx).where('id', '=', id).executeTakeFirst()
}

const answerTo = (question_id: number) => `answer to ${question_id}`

/** Stores a question and an empty answer; the same client id is stored once. */
export async function insertQuestion(
  ctx: MemberContext,
  question: { text: string; client_id: string; suggestion: string | null },
): Promise<{ question_id: number; message_id: number; isNew: boolean }> {
  const base = { organization_id: ctx.organization_id, user_id: ctx.caller.user_id, created_at: ctx.now }
  const inserted = await ctx.tx
    .insertInto('mate_messages')
    .values({ ...base, ...question, is_from_ai: false, state: 'done' })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'user_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const first = await own(ctx).where('client_id', '=', question.client_id).executeTakeFirstOrThrow()
    const answer = await own(ctx).where('client_id', '=', answerTo(first.id)).executeTakeFirstOrThrow()
    return { question_id: first.id, message_id: answer.id, isNew: false }
  }
  const answer = await ctx.tx
    .insertInto('mate_messages')
    .values({
      ...base,
      text: '',
      suggestion: null,
      client_id: answerTo(inserted.id),
      is_from_ai: true,
      state: 'writing',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { question_id: inserted.id, message_id: answer.id, isNew: true }
}

/** Begins the `client_id` of proposals that programs made, which are answers to no question. */
const proposal = 'proposal '

/** Adds a finished message of Mate without a question to the caller's conversation. */
export function insertProposal(ctx: MemberContext, text: string): Promise<MessageRow> {
  return ctx.tx
    .insertInto('mate_messages')
    .values({
      organization_id: ctx.organization_id,
      user_id: ctx.caller.user_id,
      created_at: ctx.now,
      text,
      suggestion: null,
      client_id: `${proposal}${randomUUID()}`,
      is_from_ai: true,
      state: 'done',
    })
    .returning([...columns])
    .executeTakeFirstOrThrow()
}

/** How many such messages the caller's conversation got since an instant. */
export async function countProposals(ctx: MemberContext, since: string): Promise<number> {
  const { count } = await ctx.tx
    .selectFrom('mate_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .where('client_id', 'like', `${proposal}%`)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** An answer to the caller, locked until the call ends, so that its action is performed once. */
export function lockAnswer(ctx: MemberContext, id: number): Promise<MessageRow | undefined> {
  return own(ctx).where('id', '=', id).where('is_from_ai', '=', true).forUpdate().executeTakeFirst()
}

export async function finishAnswer(
  ctx: MemberContext,
  id: number,
  text: string,
  state: AnswerState,
): Promise<MessageRow | undefined> {
  return ctx.tx
    .updateTable('mate_messages')
    .set({ text, state })
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .where('id', '=', id)
    .returning([...columns])
    .executeTakeFirst()
}

export async function deleteAll(ctx: MemberContext): Promise<void> {
  await sql`delete from mate_messages where organization_id = ${ctx.organization_id} and user_id = ${ctx.caller.user_id}`.execute(
    ctx.tx,
  )
}

/** What Mate may do for the caller without a confirmation. */
export async function autoApprovedKinds(ctx: MemberContext): Promise<AutoApprovable[]> {
  const row = await ctx.tx
    .selectFrom('mate_auto_approvals')
    .select('kinds')
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .executeTakeFirst()
  // A later version may have stored a kind that this one does not know.
  return (row?.kinds ?? []).flatMap(kind => AutoApprovable.safeParse(kind).data ?? [])
}

export async function setAutoApprovedKinds(ctx: MemberContext, kinds: readonly AutoApprovable[]): Promise<void> {
  await ctx.tx
    .insertInto('mate_auto_approvals')
    .values({ organization_id: ctx.organization_id, user_id: ctx.caller.user_id, kinds: [...kinds] })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ kinds: eb => eb.ref('excluded.kinds') }),
    )
    .execute()
}
