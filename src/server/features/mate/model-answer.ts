import { actAs } from '../../platform/acting'
import type { Model } from '../../platform/model/model'
import { phrasesFor } from './builtin/languages'
import { guestTools } from './guest-tools'
import { Desk } from './model-desk'
import { briefing } from './model-prompt'
import { tools } from './tools'
import type { Details, Writing } from './writing'

/**
 * Mate with a model [D25]: the model writes, from what its tools return with the rights of the person who asks [D26]. The text goes
 * out as it comes; what is kept links only to what the tools returned.
 */
export async function answerWithModel(model: Model, writing: Writing): Promise<Details> {
  const { house, asker, signal } = writing
  const { system, messages, lookups, writeInto } = await actAs(house, asker, async at => ({
    ...(await briefing(at, writing)),
    lookups: at.member.is_guest ? guestTools : tools,
    writeInto: at.member.is_guest ? null : phrasesFor(at.caller.language).say.writeInto,
  }))
  const desk = new Desk(writing, lookups, writeInto)
  for (const { content } of messages) desk.hear(content)
  let text = ''
  try {
    for await (const piece of model.answer({ system, messages, tools: desk.tools, signal })) {
      if (signal.aborted) break
      text += piece
      writing.say(piece)
    }
  } catch (error) {
    // Stopped while something failed: what was said until then is the answer.
    if (!signal.aborted) throw error
  } finally {
    desk.close()
  }
  return desk.finished(text)
}
