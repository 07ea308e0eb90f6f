import type { MemberContext } from '../../../platform/request-context'
import { nothingRead, type Read, type Tool, together } from '../../../platform/tool'
import type { Writing } from '../writing'

/** Uses a tool, and tells the person who waits what for; with nothing to tell, it is used silently. */
export type Use = <I, F>(tool: Tool<I, F>, input: I, summary: string) => Promise<F>

/** How tools are used while an answer is composed: each with its line in the audit log [D26], and all that was read together. */
export function lookingUp(ctx: MemberContext, writing: Writing): { use: Use; read(): Read } {
  let read: Read = nothingRead
  return {
    read: () => read,
    async use(tool, input, summary) {
      if (summary) writing.tool(tool.name, summary)
      await ctx.audit({ kind: 'mate.tool', subject: tool.name, details: { input } })
      const result = await tool.run(ctx, input)
      read = together(read, result.read)
      return result.facts
    },
  }
}
