import type { z } from 'zod'
import type { Reference } from '#shared/contract/mate/endpoints'
import type { MemberContext } from './request-context'

/** How much was read for an answer, as shown to the person. */
export interface Read {
  logs: number
  documents: number
  people: number
}

export interface ToolResult<Facts = unknown> {
  /** The results, as data for the answer. */
  facts: Facts
  /** The things that a sentence may link. */
  references: Reference[]
  read: Read
}

/** A tool of Mate. It runs with the rights of the person who asks, never more [D26]. */
export interface Tool<Input = unknown, Facts = unknown> {
  name: string
  /** For the model: when to use it. */
  description: string
  input: z.ZodType<Input>
  run(ctx: MemberContext, input: Input): Promise<ToolResult<Facts>>
}

export const nothingRead: Read = { logs: 0, documents: 0, people: 0 }

/** Adds up what two tool calls read for one answer. */
export function addReads(first: Read, other: Read): Read {
  return {
    logs: first.logs + other.logs,
    documents: first.documents + other.documents,
    people: first.people + other.people,
  }
}
