import { z } from 'zod'
import type { TokenScope } from '#shared/contract/tokens/endpoints'
import { tokens as limits } from '#shared/contract/tokens/limits'
import { ApiError, apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import { inertJson, quoted } from '../../platform/model/quoting'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { runAsPerson } from '../../platform/run-as'
import { unstorableTextIn } from '../../platform/storable-text'
import type { ActionTool, Tool } from '../../platform/tool'
import { withNamedLinks } from '../logs/service'
import { propose } from '../mate/service'
import type { TokenHolder } from './service'
import type { HeldToken } from './store'

/** Whose token calls, and from where. */
export interface McpCaller extends TokenHolder {
  ip: string
  request_id: string
}

/** The actions that the server performs; what a client of this app performs alone means nothing to other programs. */
const actionsOf = (app: AppContext): ActionTool[] =>
  registryOf(app).actions.filter(({ perform }) => perform !== undefined)

/** The tools that a token may use. */
export function toolsOf(app: AppContext, scope: TokenScope): readonly Tool[] {
  const { tools } = registryOf(app)
  return scope === 'read' ? tools : [...tools, ...actionsOf(app)]
}

/** The action that a tool proposes; undefined for tools that only read. */
export const actionOf = (app: AppContext, tool: Tool): ActionTool | undefined =>
  actionsOf(app).find(action => action === tool)

/**
 * Runs a tool as the owner of the token, with their current rights and an entry in the audit log. What they may not do
 * is a result too. Throws `NoMember` once they have left.
 */
export async function runTool(
  app: AppContext,
  { organization_id, token, ip, request_id }: McpCaller,
  tool: Tool,
  given: unknown,
): Promise<{ text: string; isError: boolean }> {
  const input = tool.input.safeParse(given)
  if (!input.success) return refusal(z.prettifyError(input.error))
  const unstorable = unstorableTextIn(input.data)
  if (unstorable !== undefined) return refusal(`${unstorable}: characters that cannot be stored.`)
  const result = await runAsPerson(app, { organization_id, user_id: token.user_id, ip, request_id }, async ctx => {
    const { id, name } = token
    await ctx.audit({ kind: 'mate.tool', subject: tool.name, details: { input: input.data, token: { id, name } } })
    const action = actionOf(app, tool)
    const run = action ? proposed(ctx, action, input.data, token) : looked(ctx, tool, input.data)
    return run.catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    })
  })
  return result instanceof ApiError ? refusal(result.message) : { text: result, isError: false }
}

const refusal = (why: string) => ({ text: `Refused: ${why}`, isError: true })

const looked = async (ctx: MemberContext, tool: Tool, input: unknown): Promise<string> =>
  quoted(tool.name, await withNamedLinks(ctx, (await tool.run(ctx, input)).facts))

/** Proposes an action in the person's chat with Mate, or does what they let Mate do alone if the token may act. */
async function proposed(
  ctx: MemberContext,
  action: ActionTool,
  input: unknown,
  { name, scope }: HeldToken,
): Promise<string> {
  const { facts } = await action.run(ctx, input)
  const result = await propose(ctx, facts, {
    through: name,
    perHour: limits.proposalsPerHour,
    mayAct: scope === 'act',
  })
  if (result === null) throw apiError('token.too_many_proposals')
  const label = inertJson(result.label)
  if (result.isDone) return `Done, as the person lets Mate act: ${label}.`
  return `Proposed. The person sees the button ${label} in their chat with Mate at ${ctx.app.publicUrl()}/#/chat; nothing has happened yet.`
}
