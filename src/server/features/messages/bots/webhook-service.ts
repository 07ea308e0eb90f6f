import { randomBytes } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import { postAsBot, type renewWebhook } from '#shared/contract/messages/bots'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import type { MemberContext, RequestContext } from '../../../platform/request-context'
import { runAsSystem, type SystemContext } from '../../../platform/run-as'
import { keyedHash } from '../../../platform/secrets'
import { requireBot } from './bots-service'
import * as store from './bots-store'
import { post as postMessage } from './post-service'

const tokenPattern = /^(\d{1,15})\.[\w-]{43}$/

const hashOf = ({ secrets }: AppContext, token: string) => keyedHash(secrets.derive('webhooks of bots'), token)

/** Gives a bot a new webhook, or takes its webhook away. The token names the organisation, so that it finds its rows. */
export async function renew(
  ctx: MemberContext,
  { bot_id, is_on }: Body<typeof renewWebhook>,
): Promise<{ path: string | null }> {
  await requireBot(ctx, bot_id)
  const token = is_on ? `${ctx.organization_id}.${randomBytes(32).toString('base64url')}` : null
  await store.updateBot(ctx, bot_id, { token_hash: token && hashOf(ctx.app, token) })
  await ctx.audit({ kind: is_on ? 'bot.webhook_made' : 'bot.webhook_ended', subject: `bot:${bot_id}` })
  return { path: token && postAsBot.path.replace('{token}', token) }
}

/** Posts what came through a webhook. */
export async function post(
  { app }: RequestContext,
  { token, text, card, client_id = randomBytes(16).toString('hex'), ...target }: Body<typeof postAsBot>,
): Promise<{ messages: { chat_id: number; message_id: number }[] }> {
  const organization_id = Number(tokenPattern.exec(token)?.[1])
  if (!Number.isSafeInteger(organization_id)) throw apiError('bot.webhook_unknown')
  return runAsSystem(app, organization_id, async ctx => {
    const bot = await store.findBotOfToken(ctx, hashOf(app, token))
    if (!bot) throw apiError('bot.webhook_unknown')
    const targets = await targetsOf(ctx, bot, target)
    await store.updateBot(ctx, bot.id, { last_used_at: ctx.now })
    const content = { bot_id: bot.id, client_id, text, card: card ? { ...card, links: [] } : null }
    const messages: { chat_id: number; message_id: number }[] = []
    for (const each of targets)
      messages.push(await postMessage({ ...ctx, record: (event, to) => ctx.record(event, to, null) }, content, each))
    return { messages }
  })
}

/** Where a post goes. */
async function targetsOf(
  ctx: SystemContext,
  { branch_ids, writes_people }: store.BotRow,
  { branch_id, user_id }: Pick<Body<typeof postAsBot>, 'branch_id' | 'user_id'>,
): Promise<store.BotTarget[]> {
  if (user_id !== undefined) {
    const isAllowed = writes_people && branch_id === undefined && (await store.isMember(ctx, user_id))
    if (!isAllowed) throw apiError('bot.not_allowed')
    return [{ user_id }]
  }
  const chosen = branch_id === undefined ? branch_ids : branch_ids.filter(id => id === branch_id)
  const open = await store.openBranches(ctx, chosen)
  if (open.length === 0) throw apiError('bot.not_allowed')
  return open.map(id => ({ branch_id: id }))
}
