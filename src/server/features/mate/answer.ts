import type { AppContext } from '../../platform/app-context'
import { ModelFailure } from '../../platform/model/model'
import { type OnBehalfOf, runAsMember } from '../../platform/run-as'
import { performAutoApproved } from './actions'
import { answerBook, type OwnAnswer } from './answers'
import { answerWithoutModel } from './builtin/answer'
import { botText, presented, somethingWentWrong, takingLonger } from './message'
import { answerWithModel } from './model-answer'
import * as store from './store'
import type { Writing } from './writing'

interface Task {
  message_id: number
  question: string
}

/** Writes one answer from start to stored message. Never throws: a failure becomes an answer that says so [8.11]. */
export async function writeAnswer(app: AppContext, asker: OnBehalfOf, { message_id, question }: Task): Promise<void> {
  const book = answerBook(app)
  const answer = book.begin(message_id, asker.user_id, asker.organization_id)
  let text = ''
  answer.say({ event: 'start' })
  const writing: Writing = {
    app,
    asker,
    message_id,
    question,
    signal: answer.signal,
    say(more) {
      if (more === '' || answer.signal.aborted) return
      text += more
      answer.say({ event: 'delta', text: more })
    },
    tool: (name, summary) => answer.say({ event: 'tool', name, summary }),
  }
  try {
    const details = await (app.model ? answerWithModel(app.model, writing) : answerWithoutModel(writing))
    const state = answer.signal.aborted ? 'stopped' : 'done'
    await storeAnswer(writing, answer, botText(details.message ?? text, details), state)
  } catch (error) {
    if (answer.signal.aborted) await storeAnswer(writing, answer, botText(text), 'stopped')
    else {
      app.log.warn({ err: error, message_id }, 'Mate could not answer.')
      const said = error instanceof ModelFailure && error.kind === 'slow' ? takingLonger : somethingWentWrong
      await storeAnswer(writing, answer, botText(said), 'failed')
    }
  } finally {
    book.end(answer)
  }
}

async function storeAnswer(
  writing: Writing,
  answer: OwnAnswer,
  text: string,
  state: 'done' | 'stopped' | 'failed',
): Promise<void> {
  const { app, asker, message_id } = writing
  const event = state === 'failed' ? 'error' : 'done'
  try {
    const written = await runAsMember(app, asker, ctx => store.finishAnswer(ctx, message_id, text, state))
    const row = (written && state === 'done' && (await performIfAutoApproved(writing))) || written
    // The conversation may have been started over meanwhile; then there is nothing to show.
    if (row) answer.say({ event, message: presented(row, answerBook(app), new Date(app.clock.now()).toISOString()) })
  } catch (error) {
    app.log.error({ err: error }, 'An answer could not be saved.')
  }
  answer.ended = true
}

/**
 * Does what the answer proposes if the person lets Mate act, in a transaction of its own, so that a failure leaves the
 * answer with its button.
 */
async function performIfAutoApproved({ app, asker, message_id, question }: Writing) {
  try {
    return await runAsMember(app, asker, async ctx =>
      ctx.member.is_guest ? undefined : performAutoApproved(ctx, message_id, { question }),
    )
  } catch (error) {
    app.log.error({ err: error, message_id }, 'Mate could not act.')
    return undefined
  }
}
