import type { Model } from '../../platform/model/model'
import { registryOf } from '../../platform/registry'
import { runAsMember } from '../../platform/run-as'
import { phrasesFor } from './builtin/languages'
import { optionLabel } from './builtin/option-label'
import { guestTools } from './guest-tools'
import { briefing } from './model-prompt'
import { autoApprovedKinds } from './store'
import { ToolSession } from './tool-session'
import type { Details, Writing } from './writing'

/**
 * Mate with a model [D25]: the model writes from what its tools return with the rights of the person who asks [D26].
 * The text is streamed as it arrives; the stored message links only to what the tools returned.
 */
export async function answerWithModel(model: Model, writing: Writing): Promise<Details> {
  const { app, asker, signal } = writing
  const { system, messages, lookups, actions, phrases, autoApproved } = await runAsMember(app, asker, async ctx => ({
    ...(await briefing(ctx, writing)),
    lookups: ctx.member.is_guest ? guestTools : registryOf(ctx.app).tools,
    actions: ctx.member.is_guest ? [] : registryOf(ctx.app).actions,
    phrases: phrasesFor(ctx.caller.language),
    autoApproved: ctx.member.is_guest ? [] : await autoApprovedKinds(ctx),
  }))
  const session = new ToolSession(
    writing,
    lookups,
    actions,
    proposal => optionLabel(app, phrases, proposal),
    autoApproved,
  )
  for (const { content } of messages) session.addConversation(content)
  let text = ''
  try {
    for await (const piece of model.answer({ system, messages, tools: session.tools, signal })) {
      if (signal.aborted) break
      text += piece
      writing.say(piece)
    }
  } catch (error) {
    // Stopped during a failure: the text so far is the answer.
    if (!signal.aborted) throw error
  } finally {
    session.close()
  }
  return session.finished(text)
}
