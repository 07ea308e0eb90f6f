import type { Body } from '#shared/contract/endpoint'
import type { createPrompt, deletePrompt, Prompt, updatePrompt } from '#shared/contract/jobs/endpoints'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import * as store from './prompts-store'

/** The library of prompts, which all members read. */
export const list = (ctx: MemberContext): Promise<Prompt[]> => store.listPrompts(ctx)

export async function create(ctx: MemberContext, { name, text }: Body<typeof createPrompt>): Promise<Prompt> {
  if ((await store.listPrompts(ctx)).length >= limits.prompts) throw apiError('prompt.too_many')
  return { prompt_id: await store.insertPrompt(ctx, { name, text }), name, text }
}

export async function update(
  ctx: MemberContext,
  { prompt_id, name, text }: Body<typeof updatePrompt>,
): Promise<Prompt> {
  const { created_by: _, ...prompt } = await lockOwn(ctx, prompt_id)
  const changed = { ...prompt, name: name ?? prompt.name, text: text ?? prompt.text }
  await store.updatePrompt(ctx, changed)
  return changed
}

export async function remove(ctx: MemberContext, { prompt_id }: Body<typeof deletePrompt>): Promise<null> {
  await lockOwn(ctx, prompt_id)
  await store.deletePrompt(ctx, prompt_id)
  return null
}

/** A prompt that the caller created, or may change because they manage all jobs. */
async function lockOwn(ctx: MemberContext, prompt_id: number): Promise<store.PromptRow> {
  const prompt = await store.lockPrompt(ctx, prompt_id)
  if (!prompt) throw apiError('prompt.not_found')
  if (prompt.created_by !== ctx.caller.user_id && !can(ctx.member, 'jobs.manage_all'))
    throw apiError('permission.missing')
  return prompt
}
