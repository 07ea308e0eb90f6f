import { sql } from 'kysely'
import type { AnswerState } from '#shared/contract/mate'
import type { MemberScene } from '../../platform/scene'

const columns = ['id', 'is_from_ai', 'text', 'state', 'suggestion', 'client_id', 'created_at'] as const

function own(at: MemberScene) {
  return at.tx
    .selectFrom('mate_messages')
    .select([...columns])
    .where('organization_id', '=', at.organization_id)
    .where('user_id', '=', at.caller.user_id)
}

/** The caller's conversation, newest first; only what came before `before`, if it is given. */
export async function messages(at: MemberScene, before: number | undefined, limit: number) {
  const query = own(at).orderBy('id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('id', '<', before)).execute()
}
export type MessageRow = Awaited<ReturnType<typeof messages>>[number]

export function findMessage(at: MemberScene, id: number): Promise<MessageRow | undefined> {
  return own(at).where('id', '=', id).executeTakeFirst()
}

const answerTo = (question_id: number) => `answer to ${question_id}`

/** Keeps a question and a place for its answer; the same client id is kept once. */
export async function keepQuestion(
  at: MemberScene,
  question: { text: string; client_id: string; suggestion: string | null },
): Promise<{ question_id: number; message_id: number; isNew: boolean }> {
  const base = { organization_id: at.organization_id, user_id: at.caller.user_id, created_at: at.now }
  const inserted = await at.tx
    .insertInto('mate_messages')
    .values({ ...base, ...question, is_from_ai: false, state: 'done' })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'user_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const first = await own(at).where('client_id', '=', question.client_id).executeTakeFirstOrThrow()
    const answer = await own(at).where('client_id', '=', answerTo(first.id)).executeTakeFirstOrThrow()
    return { question_id: first.id, message_id: answer.id, isNew: false }
  }
  const answer = await at.tx
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

/** An answer of the caller's, held until the call ends, so that what it proposes is done once. */
export function holdAnswer(at: MemberScene, id: number): Promise<MessageRow | undefined> {
  return own(at).where('id', '=', id).where('is_from_ai', '=', true).forUpdate().executeTakeFirst()
}

export async function finishAnswer(
  at: MemberScene,
  id: number,
  text: string,
  state: AnswerState,
): Promise<MessageRow | undefined> {
  return at.tx
    .updateTable('mate_messages')
    .set({ text, state })
    .where('organization_id', '=', at.organization_id)
    .where('user_id', '=', at.caller.user_id)
    .where('id', '=', id)
    .returning([...columns])
    .executeTakeFirst()
}

export async function deleteAll(at: MemberScene): Promise<void> {
  await sql`delete from mate_messages where organization_id = ${at.organization_id} and user_id = ${at.caller.user_id}`.execute(
    at.tx,
  )
}
