import type { Reference } from '#shared/contract/mate/endpoints'
import type { MemberContext } from '../../../platform/request-context'
import type { Read, Tool } from '../../../platform/tool'
import { withNamedLinks } from '../../logs/service'
import type { Writing } from '../writing'

/** Calls a tool, and tells the waiting person the summary; with an empty summary, it is called silently. */
export type Use = <I, F>(tool: Tool<I, F>, input: I, summary: string) => Promise<F>

/** What the tools read for an answer, and how much that is. */
export interface ReadSources {
  references: Reference[]
  counts: Read
}

/**
 * Calls tools while an answer is composed: each call has its entry in the audit log [D26], and everything read is
 * collected, each thing once.
 */
export function toolCaller(ctx: MemberContext, writing: Writing): { use: Use; read(): ReadSources } {
  const found = new Map<string, Reference>()
  const count = (kind: Reference['kind']) => [...found.values()].filter(reference => reference.kind === kind).length
  return {
    read: () => ({
      references: [...found.values()],
      counts: { logs: count('log'), documents: count('document'), people: count('person') },
    }),
    async use(tool, input, summary) {
      if (summary) writing.tool(tool.name, summary)
      await ctx.audit({ kind: 'mate.tool', subject: tool.name, details: { input } })
      const { facts, references } = await tool.run(ctx, input)
      for (const reference of references) found.set(`${reference.kind} ${reference.id}`, reference)
      return withNamedLinks(ctx, facts)
    },
  }
}
