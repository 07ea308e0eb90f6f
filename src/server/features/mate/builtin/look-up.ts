import type { MemberContext } from '../../../platform/request-context'
import { addReads, nothingRead, type Read, type Tool } from '../../../platform/tool'
import type { Writing } from '../writing'

/** Calls a tool, and tells the waiting person the summary; with an empty summary, it is called silently. */
export type Use = <I, F>(tool: Tool<I, F>, input: I, summary: string) => Promise<F>

/**
 * Calls tools while an answer is composed: each call has its entry in the audit log [D26], and everything read is
 * collected.
 */
export function toolCaller(ctx: MemberContext, writing: Writing): { use: Use; read(): Read } {
  let read: Read = nothingRead
  return {
    read: () => read,
    async use(tool, input, summary) {
      if (summary) writing.tool(tool.name, summary)
      await ctx.audit({ kind: 'mate.tool', subject: tool.name, details: { input } })
      const result = await tool.run(ctx, input)
      read = addReads(read, result.read)
      return result.facts
    },
  }
}
