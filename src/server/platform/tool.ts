import type { z } from 'zod'
import type { Language } from '#shared/contract/common'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import type { MateAction, Reference } from '#shared/contract/mate/endpoints'
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
  /** Other places in the app that a sentence may link. */
  addresses?: readonly string[]
  read: Read
}

/** A tool of Mate. It runs with the rights of the person who asks, never more [D26]. */
export interface Tool<Input = unknown, Facts = unknown> {
  name: string
  /** For the model: when to use it. */
  description: string
  input: z.ZodType<Input>
  run(ctx: MemberContext, input: Input): Promise<ToolResult<Facts>>
  /** The questions that the tool answers without a model. */
  question?: ToolQuestion<Input, Facts>
}

/** An action before it is an option of an answer. */
export type Proposal = Pick<MateAction, 'kind' | 'doc_id' | 'doc_name' | 'content'> &
  Partial<Pick<MateAction, 'job' | 'task'>>

/** The open action of an option. */
export const openAction = (proposal: Proposal, option: number): MateAction => ({
  job: null,
  task: null,
  ...proposal,
  option,
  state: 'open',
  is_auto_approved: false,
  log_id: null,
})

/** What an action did, for the option that proposed it. */
export type Performed = Partial<Pick<MateAction, 'log_id' | 'job' | 'task'>>

/** A tool that proposes an action. Nothing happens before the person confirms it [D26]. */
export interface ActionTool<Input = unknown> extends Tool<Input, Proposal> {
  kind: MateAction['kind']
  /**
   * Performs the action with the current rights of the caller; absent if the client performs it alone. `instruction_id` is
   * the job that the caller made from the proposal.
   */
  perform?(ctx: MemberContext, proposal: Proposal, instruction_id: number | undefined): Promise<Performed>
  /** The text of the option, for an action that Mate itself has no words for. */
  label?(proposal: Proposal, language: Language): string
  /** Recognises requests for the action without a model [D25]; undefined for every other question. */
  requested?(ctx: MemberContext, question: string, language: Language): Promise<Requested<Input> | undefined>
}

/** What Mate without a model understood of a request for an action. */
export interface Requested<Input = unknown> {
  /** What is proposed, an option each; empty if nothing can be. */
  inputs: readonly Input[]
  /** Returns the answer as markdown. Words of people must be escaped. */
  write(proposals: readonly Proposal[], speak: Speak): string
}

/** A document that a question names. */
export interface NamedDocument {
  id: number
  name: string
  type: DocumentType
  /** How the text calls it, unless by its whole name. */
  said?: string
}

/** How a text calls what it names. */
export const nameSaid = ({ name, said = name }: { name: string; said?: string }): string => said

/** A question as Mate without a model parses it [D25]. */
export interface ParsedQuestion {
  /**
   * In lower case, without the names of people and documents, and without times. Of a question that continues another
   * one, the text that decides its kind.
   */
  text: string
  /** The questions that it is made of, complete, in lower case: this one, then those that it continues. */
  questions: readonly string[]
  /** Whether it asks what is to be done, or names a time to come. */
  isAhead: boolean
  language: Language
  /** Words to search, in order and lower case. */
  words: readonly string[]
  people: readonly { id: number; name: string }[]
  documents: readonly NamedDocument[]
  /** The first instant of the named time, the first after it, and its name in words, such as ` tomorrow`. */
  time: { from: string; to: string; said: string } | undefined
}

/** How Mate without a model recognises questions for a tool, and words the answer [D25]. */
export interface ToolQuestion<Input = unknown, Facts = unknown> {
  /** Returns the input for a question that the tool answers, undefined for every other question. */
  inputFor(ctx: MemberContext, asked: ParsedQuestion): Promise<Input | undefined> | Input | undefined
  /** The same for a question about what is to be done that no tool recognises. */
  planned?(ctx: MemberContext, asked: ParsedQuestion): Promise<Input | undefined> | Input | undefined
  /**
   * Returns the answer as markdown. Words of people must be escaped. `cited` are the references among those of the
   * result that the answer uses.
   */
  write(facts: Facts, asked: ParsedQuestion, speak: Speak): { text: string; cited: Reference[] }
}

/** Current titles of things that old answers of Mate name; those that the caller may not see any more have none. */
export interface TitleSource {
  kind: 'task' | 'message'
  titlesOf(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** How times and numbers are written for the reader. */
export interface Speak {
  locale: string
  time(instant: string): string
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
