import {
  confirmOption,
  fetchMate,
  getNewSuggestions,
  getSuggestions,
  type MateFrame,
  type MateMessage,
  resetMate,
  type Suggestion,
  sendToMate,
} from '#shared/contract/mate'
import { mate } from '#shared/limits'
import { call, type Outcome } from '../../platform/api'
import { randomText } from '../../platform/random'
import { createSlice, type Write } from '../../platform/store'
import { confirmed, upToDate, withMessages } from './conversation'
import { keepOutgoing, type Outgoing, withKept } from './outgoing'
import { type Heard, hear, nothingHeard, type Stream } from './stream'

export interface MateState {
  /** Oldest first. */
  messages: MateMessage[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the first load failed. */
  failure: { code: string; message: string } | null
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  /** Answers on their way, by message. */
  streams: Record<number, Stream>
  outgoing: Outgoing[]
  suggestions: Suggestion[]
}

const initial: MateState = {
  messages: [],
  status: 'idle',
  failure: null,
  hasOlder: false,
  older: 'idle',
  streams: {},
  outgoing: [],
  suggestions: [],
}

/** What is known besides the text of a question: the chip that was pressed, and the page it is about. */
export interface About {
  suggestion?: string
  path?: string
}

let isReading = false
let readAgain = false
let suggestionsAsked = 0

/** The conversation with Mate: the person's in the chosen workspace, or a guest's. */
export const useMate = createSlice(
  'mate',
  initial,
  (set, get, writer) => ({
    /** Reads the newest messages: at the beginning, after every connection, and when an answer began elsewhere. */
    async refresh() {
      readAgain = true
      if (isReading) return
      isReading = true
      try {
        while (readAgain) {
          readAgain = false
          await readNewest(get(), writer())
        }
      } finally {
        isReading = false
      }
    },

    async loadOlder() {
      const { messages, hasOlder, older } = get()
      const last_id = messages[0]?.id
      if (last_id === undefined || !hasOlder || older === 'loading') return
      const write = writer()
      write({ older: 'loading' })
      const outcome = await call(fetchMate, { last_id, limit: mate.page })
      write(state => {
        state.older = outcome.ok ? 'idle' : 'failed'
        // Started over meanwhile: what was before is gone.
        if (!outcome.ok || state.messages[0]?.id !== last_id) return
        state.messages = withMessages(state.messages, outcome.data)
        state.hasOlder = outcome.data.length === mate.page
      })
    },

    /** Asks Mate. The question shows at once; one that could not be sent stays, to be tried again. */
    ask(text: string, { suggestion, path }: About = {}): Promise<void> {
      const client_id = randomText()
      set(state => {
        const asked_at = new Date().toISOString()
        const one = { client_id, text, suggestion: suggestion ?? null, path: path ?? null, asked_at }
        setOutgoing(state, [...withKept(state.outgoing), { ...one, isSending: false, failure: null }])
      })
      return useMate.getState().retry(client_id)
    },

    /** Sends a question, once more under the same `client_id` if it failed before. */
    async retry(client_id: string) {
      const one = get().outgoing.find(other => other.client_id === client_id)
      if (!one || one.isSending) return
      const { text, suggestion, path } = one
      const write = writer()
      const change = (now: Partial<Outgoing>) =>
        write(state => {
          const other = state.outgoing.find(each => each.client_id === client_id)
          if (other) Object.assign(other, now)
        })
      change({ isSending: true, failure: null })
      const outcome = await call(sendToMate, {
        message: text,
        client_id,
        ...(suggestion !== null && { suggestion }),
        ...(path !== null && { path }),
      })
      if (outcome.ok) {
        write(state => {
          state.messages = withMessages(confirmed(one, outcome.data), state.messages)
          settle(state)
        })
      } else {
        const { code, message, retryAfter } = outcome
        const retry_at = retryAfter === undefined ? null : Date.now() + retryAfter * 1000
        change({ isSending: false, failure: { code, message, retry_at } })
      }
      // An answer that was not this one's: another device asked, too.
      if (hasStrangers(get())) void useMate.getState().refresh()
    },

    /** Takes a question that was not sent out of the conversation. */
    takeBack(client_id: string) {
      set(state =>
        setOutgoing(
          state,
          state.outgoing.filter(writableNonArrayDraft => writableNonArrayDraft.client_id !== client_id),
        ),
      )
    },

    /** Confirms what an option proposes; the message then says what came of it. */
    async confirm(message_id: number, option: number): Promise<Outcome<MateMessage>> {
      const write = writer()
      const outcome = await call(confirmOption, { message_id, option })
      if (outcome.ok)
        write(state => {
          state.messages = withMessages(state.messages, [outcome.data])
        })
      // Done on another device, or too old by now.
      else if (outcome.code.startsWith('mate.option')) void useMate.getState().refresh()
      return outcome
    },

    /** Starts the conversation over. */
    async startOver(): Promise<Outcome<null>> {
      const write = writer()
      const outcome = await call(resetMate, {})
      if (outcome.ok) {
        write({ messages: [], streams: {}, hasOlder: false, older: 'idle' })
        // A reading that was under way still brought the old ones.
        void useMate.getState().refresh()
      }
      return outcome
    },

    /** Suggestions for an empty conversation, or for how it went on. Without an answer the old ones stay. */
    async suggest(path: string | undefined) {
      suggestionsAsked += 1
      const mine = suggestionsAsked
      const write = writer()
      const outcome = await call(get().messages.length === 0 ? getNewSuggestions : getSuggestions, { path })
      if (outcome.ok && mine === suggestionsAsked) write({ suggestions: outcome.data })
    },

    /** Takes a frame of the socket, and answers what it meant. */
    hear(frame: MateFrame): Heard['take'] {
      const { message_id } = frame
      const message = get().messages.find(one => one.id === message_id)
      if (message && message.state !== 'writing') return 'nothing'
      const known = get().streams[message_id]
      const held = known ?? nothingHeard
      const heard = hear(held, frame)
      set(state => {
        state.streams[message_id] = streamAfter(heard, held)
        settle(state)
      })
      // While a question is on its way, this may well be its answer.
      if (!message && !known && !get().outgoing.some(one => one.isSending)) void useMate.getState().refresh()
      return heard.take
    },
  }),
  { scope: 'account' },
)

function streamAfter(heard: Heard, held: Stream): Stream {
  if (heard.take === 'end') return { ...held, end: heard.message }
  return heard.take === 'next' ? heard.stream : held
}

async function readNewest({ messages, status }: MateState, write: Write<MateState>): Promise<void> {
  const askedWith = new Set(messages.map(message => message.id))
  if (status !== 'ready') write({ status: 'loading', failure: null })
  const outcome = await call(fetchMate, { limit: mate.page })
  if (!outcome.ok) {
    const { code, message } = outcome
    if (status !== 'ready') write({ status: 'failed', failure: { code, message } })
    return
  }
  const isWhole = outcome.data.length < mate.page
  write(state => {
    if (state.status !== 'ready') state.outgoing = withKept(state.outgoing)
    const read = upToDate(state.messages, { page: outcome.data, isWhole, askedWith })
    state.status = 'ready'
    state.messages = read.messages
    if (isWhole || read.hasGap) state.hasOlder = !isWhole
    settle(state)
  })
}

/** What has arrived is no longer on its way. */
function settle(state: MateState): void {
  const ends = state.messages.flatMap(message => state.streams[message.id]?.end ?? [])
  if (ends.length > 0) state.messages = withMessages(state.messages, ends)
  for (const message of state.messages) if (message.state !== 'writing') delete state.streams[message.id]
  const arrived = new Set(state.messages.map(message => message.client_id))
  const left = state.outgoing.filter(one => !arrived.has(one.client_id))
  if (left.length < state.outgoing.length) setOutgoing(state, left)
}

function setOutgoing(state: MateState, outgoing: Outgoing[]): void {
  state.outgoing = outgoing
  keepOutgoing(outgoing)
}

const hasStrangers = ({ messages, streams }: MateState): boolean =>
  Object.keys(streams).some(id => !messages.some(message => message.id === Number(id)))

/** Whether an answer is being written, or a question is on its way. */
export const isBusy = ({ messages, outgoing }: MateState): boolean =>
  messages.some(message => message.state === 'writing') || outgoing.some(one => one.isSending)
