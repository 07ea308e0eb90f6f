import type { Body } from '#shared/contract/endpoint'
import type {
  AutoApprovable,
  changeAutoApprovals,
  fetchMate,
  getSuggestions,
  MateMessage,
  Suggestion,
  sendToMate,
} from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { writeAnswer } from './answer'
import { answerBook } from './answers'
import { presented } from './message'
import * as proposals from './proposals'
import * as store from './store'
import { suggestionsFor } from './suggestions'
import { withCurrentTitles } from './titles'

export async function fetch(ctx: MemberContext, { last_id, limit }: Body<typeof fetchMate>): Promise<MateMessage[]> {
  const rows = await withCurrentTitles(ctx, await store.messages(ctx, last_id, limit))
  return rows.map(row => presented(row, answerBook(ctx.app), ctx.now))
}

/** Stores the question, and begins the answer after the commit. */
export async function send(ctx: MemberContext, body: Body<typeof sendToMate>) {
  const book = answerBook(ctx.app)
  const { user_id, session_id } = ctx.caller
  const { question_id, message_id, isNew } = await store.insertQuestion(ctx, {
    text: body.message,
    client_id: body.client_id,
    suggestion: body.suggestion ?? null,
  })
  if (isNew) {
    if (book.writingFor(user_id, ctx.organization_id)) throw apiError('mate.busy')
    await portsOf(ctx.app).countGuestQuestion(ctx)
    const asker = { user_id, session_id, organization_id: ctx.organization_id, ip: ctx.ip, request_id: ctx.request_id }
    book.expect(message_id)
    ctx.afterCommit(() => writeAnswer(ctx.app, asker, { message_id, question: body.message }))
  }
  return { question_id, message_id }
}

export async function reset(ctx: MemberContext): Promise<null> {
  answerBook(ctx.app).writingFor(ctx.caller.user_id, ctx.organization_id)?.stop()
  await store.deleteAll(ctx)
  return null
}

/** Suggestions that depend on the last turns and the page. */
export async function suggestions(ctx: MemberContext, { path }: Body<typeof getSuggestions>): Promise<Suggestion[]> {
  return suggestionsFor(ctx, path, await store.messages(ctx, undefined, messagesFollowed))
}

/** The number of messages in four turns: a question and an answer each. */
const messagesFollowed = 8

export const newSuggestions = (ctx: MemberContext, { path }: Body<typeof getSuggestions>): Promise<Suggestion[]> =>
  suggestionsFor(ctx, path)

/** Adds a proposal of a program to the caller's conversation: see there. */
export const propose = proposals.propose

export const autoApprovals = async (ctx: MemberContext): Promise<{ kinds: AutoApprovable[] }> => ({
  kinds: await store.autoApprovedKinds(ctx),
})

export async function setAutoApprovals(
  ctx: MemberContext,
  body: Body<typeof changeAutoApprovals>,
): Promise<{ kinds: AutoApprovable[] }> {
  const kinds = [...new Set(body.kinds)]
  await store.setAutoApprovedKinds(ctx, kinds)
  await ctx.audit({ kind: 'mate.auto_approvals_changed', details: { kinds } })
  return { kinds }
}
