import { z } from 'zod'
import type { MessageDetails, Reference, Suggestion } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { ApiError } from '#shared/errors'
import { colourCycle } from '#shared/limits'
import { messageAddress, taskAddress } from '../../platform/markdown'
import { addressesIn, withOnlyLinks } from '../../platform/model/links'
import type { ModelTool } from '../../platform/model/model'
import { inertJson, quoted } from '../../platform/model/quoting'
import type { MemberContext } from '../../platform/request-context'
import { runAsMember } from '../../platform/run-as'
import {
  type ActionTool,
  addReads,
  nothingRead,
  openAction,
  type Proposal,
  type Read,
  type Tool,
  type ToolResult,
} from '../../platform/tool'
import { withNamedLinks } from '../logs/service'
import type { Writing } from './writing'

/** Tool calls for one answer; a model that wants more must answer with what it has. */
const mostCalls = 40

const Offer = z.object({
  suggestions: z.array(z.string().trim().min(1).max(80)).max(mate.suggestions).default([]),
  options: z.array(z.string().trim().min(1).max(80)).max(mate.suggestions).default([]),
})

/**
 * The tools of a model while it writes one answer. Each call runs as the person who asks, one after another, in a
 * transaction of its own with an entry in the audit log [D26]. The session records what they returned; the answer may
 * only refer to that.
 */
export class ToolSession {
  /** By address: the allowed targets of links; null for the document of a log, which is not a source of its own. */
  readonly #links = new Map<string, Reference | null>()
  readonly #people = new Map<number, Reference>()
  readonly #conversationText: string[] = []
  #read: Read = nothingRead
  #offer: z.output<typeof Offer> = { suggestions: [], options: [] }
  readonly #proposals: Proposal[] = []
  #calls = 0
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** `lookups` are the tools that the asking person has. */
  constructor(
    private readonly writing: Writing,
    private readonly lookups: readonly Tool[],
    /** The actions that can be proposed, and the labels of their options; none for guests. */
    private readonly actions: readonly ActionTool[] = [],
    private readonly labelOf: (proposal: Proposal) => string = ({ doc_name }) => doc_name,
    /** What the person lets Mate do without a confirmation. */
    private readonly autoApproved: readonly Proposal['kind'][] = [],
  ) {}

  /** The tools that the model may call. */
  get tools(): ModelTool[] {
    const proposing = this.actions.map(action => this.#propose(action))
    return [...this.lookups.map(tool => this.#lookup(tool)), ...proposing, this.#setDetails()]
  }

  /** Text of the conversation; URLs in it may be linked. */
  addConversation(text: string): void {
    this.#conversationText.push(text)
  }

  /** No call starts any more, including waiting ones. */
  close(): void {
    this.#isClosed = true
  }

  /** The stored answer: links only to what was found, and details that refer to nothing else. */
  finished(text: string): Partial<MessageDetails> & { message: string } {
    const message = withOnlyLinks(text, address => this.#isNamed(address))
    const linked = addressesIn(message)
    const cited = [...new Set(linked.flatMap(address => this.#links.get(placeOf(address)) ?? []))]
    const found = [...this.#links.values()].filter(reference => reference !== null)
    const people = [...this.#people.values()].filter(person => message.includes(person.title))
    const logs = cited.filter(reference => reference.kind === 'log')
    const documents = [
      ...logs.map(log => log.doc_id),
      ...cited.filter(reference => reference.kind === 'document').map(reference => reference.id),
    ]
    return {
      message,
      suggestions: this.#offer.suggestions.map(suggestion),
      ...this.#options(),
      // What was read without being linked follows what the sentences cite.
      references: [...new Set([...cited, ...people, ...this.#people.values(), ...found])].slice(0, mate.references),
      log_ids: logs.map(log => log.id),
      logbook_ids: [...new Set(documents.filter(id => id !== undefined))],
      user_ids: people.map(person => person.id),
      task_ids: idsOf(cited, 'task'),
      message_ids: idsOf(cited, 'message'),
      read: this.#read,
    }
  }

  #lookup(tool: Tool): ModelTool {
    return this.#modelTool(tool, async input => {
      this.writing.tool(tool.name, summaryOf(input))
      const result = await this.#act(tool.name, input, async ctx => {
        const found = await tool.run(ctx, input)
        return { ...found, facts: await withNamedLinks(ctx, found.facts) }
      })
      if (result instanceof ApiError) return `Refused: ${result.message}`
      this.#remember(result)
      const text = quoted(tool.name, result.facts)
      this.addConversation(text)
      return text
    })
  }

  /** Actions to confirm come before plain replies. */
  #options(): Pick<MessageDetails, 'options' | 'actions'> {
    const proposed = this.#proposals.map(this.labelOf)
    return {
      options: [...proposed, ...this.#offer.options].slice(0, mate.suggestions),
      actions: this.#proposals.map(openAction),
    }
  }

  #propose(action: ActionTool): ModelTool {
    return this.#modelTool(action, async input => {
      if (this.#proposals.length >= mate.suggestions) return 'No more proposals for this answer.'
      const result = await this.#act(action.name, input, ctx => action.run(ctx, input))
      if (result instanceof ApiError) return `Refused: ${result.message}`
      this.#remember(result)
      this.#proposals.push(result.facts)
      const label = inertJson(this.labelOf(result.facts))
      if (this.#proposals.length > 1)
        return `Proposed: ${label}. With more than one proposal nothing happens by itself: the member sees a button for each.`
      if (this.autoApproved.includes(action.kind))
        return `Accepted: ${label}. The member lets you do this without asking, so it happens as soon as your answer ends. Say so briefly. If you propose more, nothing happens by itself.`
      return `Proposed. The member sees the button ${label}; nothing has happened yet.`
    })
  }

  #setDetails(): ModelTool {
    const tool = {
      name: 'set_details',
      description:
        'Offers the member something to tap beside your answer: `suggestions`, questions they could ask next, or `options`, replies to a question of yours. At most 5 each, 80 characters each. Reads and changes nothing.',
      input: Offer,
    }
    return this.#modelTool(tool, async input => {
      await this.#act(tool.name, input, async () => {})
      this.#offer = input
      return 'Noted.'
    })
  }

  /**
   * Runs calls one after another: a model that calls many tools at once must not occupy all connections to the
   * database.
   */
  #modelTool<Input>(
    { name, description, input }: { name: string; description: string; input: z.ZodType<Input> },
    run: (input: Input) => Promise<string>,
  ): ModelTool {
    const work = async (given: unknown) => {
      if (this.#isClosed || this.writing.signal.aborted) return 'Stopped.'
      this.#calls += 1
      if (this.#calls > mostCalls) return 'No more calls for this answer. Write it from what you have.'
      try {
        return await run(input.parse(storable(given)))
      } catch (error) {
        // An error ends the answer, so the next call must not start.
        this.close()
        throw error
      }
    }
    return {
      name,
      description,
      input,
      run: given => {
        const result = this.#last.then(() => work(given))
        this.#last = result.catch(() => {})
        return result
      },
    }
  }

  /** Runs a call as the person who asks. An API error is a result too, and its entry in the audit log stays. */
  #act<T>(name: string, input: unknown, run: (ctx: MemberContext) => Promise<T>): Promise<T | ApiError> {
    return runAsMember(this.writing.app, this.writing.asker, async ctx => {
      await ctx.audit({ kind: 'mate.tool', subject: name, details: { input } })
      return run(ctx).catch(error => {
        if (error instanceof ApiError) return error
        throw error
      })
    })
  }

  /** Records what was found; what was found before is not counted again. */
  #remember({ references, addresses = [], read }: ToolResult): void {
    for (const address of addresses) this.#links.set(address, null)
    const known = references.filter(reference =>
      reference.kind === 'person' ? this.#people.has(reference.id) : this.#links.get(addressOf(reference)),
    )
    const again = (kind: Reference['kind']) => -known.filter(knownReference => knownReference.kind === kind).length
    const repeated = { logs: again('log'), documents: again('document'), people: again('person') }
    this.#read = addReads(this.#read, addReads(read, repeated))
    for (const reference of references) {
      if (reference.kind === 'person') this.#people.set(reference.id, reference)
      else this.#links.set(addressOf(reference), reference)
      const document = `#/docs/${reference.doc_id}`
      if (reference.kind === 'log' && !this.#links.has(document)) this.#links.set(document, null)
    }
  }

  /** True for places in the app that tools returned, and for other URLs that occur in what was said or read. */
  #isNamed(address: string): boolean {
    if (this.#links.has(placeOf(address))) return true
    return /^(https?:|mailto:|tel:)/i.test(address) && this.#conversationText.some(text => text.includes(address))
  }
}

const idsOf = (references: readonly Reference[], kind: Reference['kind']) =>
  references.filter(reference => reference.kind === kind).map(({ id }) => id)

function addressOf({ kind, id, doc_id, chat_id }: Reference): string {
  if (kind === 'task') return taskAddress(id)
  if (kind === 'message') return messageAddress(chat_id ?? 0, id)
  return kind === 'log' ? `#/docs/${doc_id}?log=${id}` : `#/docs/${id}`
}

/** The target of an address; a moment of a recording belongs to its document. */
const placeOf = (address: string) => address.replace(/^(#\/docs\/\d+)\?at=\d+$/, '$1')

function suggestion(text: string, index: number): Suggestion {
  const color = `suggest-${index % colourCycle}`
  return { text, color, border_color: `${color}-border`, options: [] }
}

/** The search, shown to the waiting person. */
function summaryOf(input: unknown): string {
  const { words, query } = input as { words?: unknown; query?: unknown }
  const looked = words ?? query
  return typeof looked === 'string' && looked !== '' ? `“${looked}”` : ''
}

/** Removes characters that PostgreSQL cannot store: NUL and lone surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\0|\p{Surrogate}/gu, '')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storable(part)]))
}
