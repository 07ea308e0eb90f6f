import type { z } from 'zod'
import type { Reference } from '#shared/contract/mate/endpoints'
import type { MemberContext } from './request-context'

/** How much was read to answer, as it is told to the person. */
export interface Read {
  logs: number
  documents: number
  people: number
}

export interface ToolResult<Facts = unknown> {
  /** What the tool found; data for whoever composes the answer. */
  facts: Facts
  /** What a sentence may link to. */
  references: Reference[]
  read: Read
}

/** Something Mate can look up. It runs with the rights of the person who asks, never more [D26]. */
export interface Tool<Input = unknown, Facts = unknown> {
  name: string
  /** For the model: when to use it. */
  description: string
  input: z.ZodType<Input>
  run(ctx: MemberContext, input: Input): Promise<ToolResult<Facts>>
}

export const nothingRead: Read = { logs: 0, documents: 0, people: 0 }

/** Two readings of one answer, together. */
export function together(one: Read, other: Read): Read {
  return { logs: one.logs + other.logs, documents: one.documents + other.documents, people: one.people + other.people }
}
