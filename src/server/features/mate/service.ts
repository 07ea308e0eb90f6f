import type { Body } from '#shared/contract/endpoint'
import type { fetchMate, getSuggestions, MateMessage, Suggestion, sendToMate } from '#shared/contract/mate'
import { refuse } from '#shared/errors'
import type { MemberScene } from '../../platform/scene'
import { countQuestion } from '../guests/quota-service'
import { writeAnswer } from './answer'
import { answerBook } from './answers'
import { presented } from './message'
import * as store from './store'
import { suggestionsFor } from './suggestions'
import { withTitlesOfToday } from './titles'

export async function fetch(at: MemberScene, { last_id, limit }: Body<typeof fetchMate>): Promise<MateMessage[]> {
  const rows = await withTitlesOfToday(at, await store.messages(at, last_id, limit))
  return rows.map(row => presented(row, answerBook(at.house), at.now))
}

/** Keeps the question, and begins the answer once that is certain. */
export async function send(at: MemberScene, body: Body<typeof sendToMate>) {
  const book = answerBook(at.house)
  const { user_id, session_id } = at.caller
  const { question_id, message_id, isNew } = await store.keepQuestion(at, {
    text: body.message,
    client_id: body.client_id,
    suggestion: body.suggestion ?? null,
  })
  if (isNew) {
    if (book.writingFor(user_id, at.organization_id)) throw refuse('mate.busy')
    await countQuestion(at)
    const asker = { user_id, session_id, organization_id: at.organization_id, ip: at.ip, request_id: at.request_id }
    at.after(() => writeAnswer(at.house, asker, { message_id, question: body.message }))
  }
  return { question_id, message_id }
}

export async function reset(at: MemberScene): Promise<null> {
  answerBook(at.house).writingFor(at.caller.user_id, at.organization_id)?.stop()
  await store.deleteAll(at)
  return null
}

/** Suggestions that follow the last turns and the page. */
export async function suggestions(at: MemberScene, { path }: Body<typeof getSuggestions>): Promise<Suggestion[]> {
  return suggestionsFor(at, path, await store.messages(at, undefined, messagesFollowed))
}

/** Messages of the last four turns: a question and an answer each. */
const messagesFollowed = 8

export const newSuggestions = (at: MemberScene, { path }: Body<typeof getSuggestions>): Promise<Suggestion[]> =>
  suggestionsFor(at, path)
