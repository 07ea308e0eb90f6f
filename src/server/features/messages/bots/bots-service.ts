import type { Body } from '#shared/contract/endpoint'
import type { Bot, createBot, deleteBot, editBot, listBots } from '#shared/contract/messages/bots'
import { messages as limits } from '#shared/contract/messages/limits'
import { apiError } from '#shared/errors'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { branchesFor } from '../../organisations/service'
import * as store from './bots-store'

async function botFrom(ctx: MemberContext, { id, creator, token_hash: _, ...row }: store.BotRow): Promise<Bot> {
  return { ...row, bot_id: id, created_by: creator && (await personFrom(ctx, creator)) }
}

export async function list(ctx: MemberContext, _body: Body<typeof listBots>): Promise<Bot[]> {
  return Promise.all((await store.listBots(ctx)).map(row => botFrom(ctx, row)))
}

/** A bot that can be changed. */
export async function requireBot(ctx: MemberContext, bot_id: number): Promise<store.BotRow> {
  const bot = await store.findBot(ctx, bot_id)
  if (!bot) throw apiError('bot.not_found')
  if (bot.is_jobs) throw apiError('bot.of_jobs')
  return bot
}

async function requireBranches(ctx: MemberContext, branch_ids: readonly number[]): Promise<void> {
  const seen = new Set((await branchesFor(ctx)).map(branch => branch.id))
  if (branch_ids.some(id => !seen.has(id))) throw apiError('branch.not_found')
}

async function found(ctx: MemberContext, bot_id: number): Promise<Bot> {
  return botFrom(ctx, await requireBot(ctx, bot_id))
}

export async function create(
  ctx: MemberContext,
  { name, about, branch_ids, writes_people }: Body<typeof createBot>,
): Promise<Bot> {
  await requireBranches(ctx, branch_ids)
  if ((await store.listBots(ctx)).length >= limits.bots) throw apiError('bot.too_many')
  const id = await store.insertBot(ctx, { name, about, branch_ids: [...new Set(branch_ids)], writes_people })
  await ctx.audit({ kind: 'bot.created', subject: `bot:${id}`, details: { name } })
  return found(ctx, id)
}

export async function edit(ctx: MemberContext, { bot_id, ...body }: Body<typeof editBot>): Promise<Bot> {
  const { branch_ids: before } = await requireBot(ctx, bot_id)
  const { branch_ids, ...rest } = body
  if (branch_ids)
    await requireBranches(
      ctx,
      branch_ids.filter(id => !before.includes(id)),
    )
  const changes = { ...rest, ...(branch_ids && { branch_ids: [...new Set(branch_ids)] }) }
  if (Object.keys(changes).length > 0) await store.updateBot(ctx, bot_id, changes)
  await ctx.audit({ kind: 'bot.changed', subject: `bot:${bot_id}`, details: changes })
  return found(ctx, bot_id)
}

export async function remove(ctx: MemberContext, { bot_id }: Body<typeof deleteBot>): Promise<null> {
  const { name } = await requireBot(ctx, bot_id)
  await store.updateBot(ctx, bot_id, { deleted_at: ctx.now, token_hash: null })
  await ctx.audit({ kind: 'bot.deleted', subject: `bot:${bot_id}`, details: { name } })
  return null
}
