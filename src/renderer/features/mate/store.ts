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
} from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { call, type Outcome } from '../../platform/api'
import { lazyCopies } from '../../platform/lazy-copies'
import { randomText } from '../../platform/random'
import { isSignedIn } from '../../platform/session'
import { createSlice, type Write } from '../../platform/store'
import { confirmed, upToDate, withMessages } from './conversation'
import { keepOutgoing, type Outgoing, withKept } from './outgoing'
import { applyFrame, emptyStream, type FrameResult, type Stream } from './stream'

export interface MateState {
  /** Oldest first. */
  messages: MateMessage[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the first load failed. */
  failure: { code: string; message: string } | null
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  /** Answers being written, by message. */
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

/** What is known besides the text of a question: the pressed suggestion, and the page it is about. */
export interface About {
  suggestion?: string
  path?: string
}

/** Copies of a person's conversation; the server deletes that of a guest. */
const copies = lazyCopies(async () => (await import('./last-read')).conversationCopies)

/** The running reading, and whether to read once more after it. */
let reading: { again: boolean } | null = null
let suggestionRequests = 0

/** The conversation with Mate: that of the person in the chosen workspace, or of a guest. */
export const useMate = createSlice(
  'mate',
  initial,
  (set, get, writer) => ({
    /** Loads the latest messages: at the start, after every connection, and when an answer started elsewhere. */
    async refresh() {
      // A reading of another account's conversation may still be running after a reset; nothing waits for it.
      if (reading && get().status !== 'idle') {
        reading.again = true
        return
      }
      const mine = { again: true }
      reading = mine
      while (mine.again) {
        mine.again = false
        await readNewest(get(), writer())
      }
      if (reading === mine) reading = null
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
        // The conversation was started over meanwhile, so older messages no longer exist.
        if (!outcome.ok || state.messages[0]?.id !== last_id) return
        state.messages = withMessages(state.messages, outcome.data)
        state.hasOlder = outcome.data.length === mate.page
      })
    },

    /** Asks Mate. The question shows at once; if it cannot be sent, it stays and can be tried again. */
    ask(text: string, { suggestion, path }: About = {}): Promise<void> {
      const client_id = randomText()
      set(state => {
        const asked_at = new Date().toISOString()
        const question = { client_id, text, suggestion: suggestion ?? null, path: path ?? null, asked_at }
        setOutgoing(state, [...withKept(state.outgoing), { ...question, isSending: false, failure: null }])
      })
      return useMate.getState().retry(client_id)
    },

    /** Sends a question again, under the same `client_id`. */
    async retry(client_id: string) {
      const question = get().outgoing.find(other => other.client_id === client_id)
      if (!question || question.isSending) return
      const { text, suggestion, path } = question
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
          state.messages = withMessages(confirmed(question, outcome.data), state.messages)
          settle(state)
        })
      } else {
        const { code, message, retryAfter } = outcome
        const retry_at = retryAfter === undefined ? null : Date.now() + retryAfter * 1000
        change({ isSending: false, failure: { code, message, retry_at } })
      }
      // An answer to an unknown question: another device asked too.
      if (hasStrangers(get())) void useMate.getState().refresh()
    },

    /** Removes an unsent question from the conversation, and returns the function that puts it back. */
    takeBack(client_id: string): () => void {
      const question = get().outgoing.find(other => other.client_id === client_id)
      const others = ({ outgoing }: MateState) => outgoing.filter(other => other.client_id !== client_id)
      const write = writer()
      write(state => setOutgoing(state, others(state)))
      return () => {
        if (question) write(state => setOutgoing(state, [...others(state), question]))
      }
    },

    /** Confirms the action that an option proposes; the message then shows the result. */
    async confirm(message_id: number, option: number): Promise<Outcome<MateMessage>> {
      const write = writer()
      const outcome = await call(confirmOption, { message_id, option })
      if (outcome.ok)
        write(state => {
          state.messages = withMessages(state.messages, [outcome.data])
        })
      // The action was done on another device, or has expired.
      else if (outcome.code.startsWith('mate.option')) void useMate.getState().refresh()
      return outcome
    },

    /** Starts the conversation over. */
    async startOver(): Promise<Outcome<null>> {
      const write = writer()
      const outcome = await call(resetMate, {})
      if (outcome.ok) {
        write({ messages: [], streams: {}, hasOlder: false, older: 'idle' })
        // A load that was running may have brought the old messages back.
        void useMate.getState().refresh()
      }
      return outcome
    },

    /**
     * Loads suggestions for an empty conversation, or for its current state. Without an answer the previous ones stay.
     */
    async suggest(path: string | undefined) {
      suggestionRequests += 1
      const mine = suggestionRequests
      const write = writer()
      const outcome = await call(get().messages.length === 0 ? getNewSuggestions : getSuggestions, { path })
      if (outcome.ok && mine === suggestionRequests) write({ suggestions: outcome.data })
    },

    /** Applies a frame of the socket, and returns what it meant. */
    handleFrame(frame: MateFrame): FrameResult['take'] {
      const { message_id } = frame
      const message = get().messages.find(candidate => candidate.id === message_id)
      if (message && message.state !== 'writing') return 'nothing'
      const known = get().streams[message_id]
      const held = known ?? emptyStream
      const result = applyFrame(held, frame)
      set(state => {
        state.streams[message_id] = streamAfter(result, held)
        settle(state)
      })
      // While a question is being sent, this may well be its answer.
      if (!message && !known && !get().outgoing.some(question => question.isSending)) void useMate.getState().refresh()
      return result.take
    },
  }),
  { scope: 'account' },
)

useMate.subscribe(({ messages, status }, before) => {
  if (status === 'ready' && messages !== before.messages && isSignedIn()) copies.keep(messages)
})

function streamAfter(result: FrameResult, held: Stream): Stream {
  if (result.take === 'end') return { ...held, end: result.message }
  return result.take === 'next' ? result.stream : held
}

async function readNewest({ messages, status }: MateState, write: Write<MateState>): Promise<void> {
  const askedWith = new Set(messages.map(message => message.id))
  if (status !== 'ready') write({ status: 'loading', failure: null })
  const show = (copy: MateMessage[]) => {
    let isShown = false
    write(state => {
      if (state.status === 'ready') return
      isShown = true
      for (const { id } of copy) askedWith.add(id)
      state.messages = withMessages(copy, state.messages)
      state.hasOlder = copy.length === mate.page
      begin(state)
    })
    return isShown
  }
  const asked = call(fetchMate, { limit: mate.page })
  const outcome = await (isSignedIn() ? copies.meanwhile(asked, show) : asked)
  if (!outcome.ok) {
    const { code, message } = outcome
    write(state => {
      if (state.status !== 'ready') Object.assign(state, { status: 'failed', failure: { code, message } })
    })
    return
  }
  const isWhole = outcome.data.length < mate.page
  write(state => {
    const read = upToDate(state.messages, { page: outcome.data, isWhole, askedWith })
    state.messages = read.messages
    if (isWhole || read.hasGap) state.hasOlder = !isWhole
    begin(state)
  })
}

/** Shows messages that were read. */
function begin(state: MateState): void {
  if (state.status !== 'ready') state.outgoing = withKept(state.outgoing)
  state.status = 'ready'
  settle(state)
}

/** Removes confirmed questions from the outgoing ones. */
function settle(state: MateState): void {
  const ends = state.messages.flatMap(message => state.streams[message.id]?.end ?? [])
  if (ends.length > 0) state.messages = withMessages(state.messages, ends)
  for (const message of state.messages) if (message.state !== 'writing') delete state.streams[message.id]
  const arrived = new Set(state.messages.map(message => message.client_id))
  const left = state.outgoing.filter(question => !arrived.has(question.client_id))
  if (left.length < state.outgoing.length) setOutgoing(state, left)
}

function setOutgoing(state: MateState, outgoing: Outgoing[]): void {
  state.outgoing = outgoing
  keepOutgoing(outgoing)
}

const hasStrangers = ({ messages, streams }: MateState): boolean =>
  Object.keys(streams).some(id => !messages.some(message => message.id === Number(id)))

/** Whether an answer is being written, or a question is being sent. */
export const isBusy = ({ messages, outgoing }: MateState): boolean =>
  messages.some(message => message.state === 'writing') || outgoing.some(question => question.isSending)
