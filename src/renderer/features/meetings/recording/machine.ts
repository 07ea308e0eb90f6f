import { type EventName, type MeetingState, transitions } from './transitions'

/** Why there is no microphone. */
export type MicrophoneTrouble = 'denied' | 'missing' | 'busy' | 'unsupported' | 'elsewhere' | 'lost'

export interface Failure {
  code: string
  message: string
}

interface EventDetails {
  /** `isWhole`: the person had already stopped it, and only the upload was interrupted. */
  found: { isWhole: boolean }
  refused: { trouble: MicrophoneTrouble }
  finished: { doc_id: number }
  failed: { failure: Failure }
}
export type MeetingEvent = {
  [K in EventName]: { readonly type: K } & (K extends keyof EventDetails ? EventDetails[K] : unknown)
}[EventName]

/**
 * What the machine asks for, in order. open: request the microphone. begin: record with it. close: end the sound and
 * release the microphone. send: upload everything and create the document. erase: delete the recording. leave: release
 * the recording but keep it stored.
 */
export type Effect = 'open' | 'begin' | 'rest' | 'go_on' | 'close' | 'erase' | 'send' | 'leave'

/** The state of a recording as an immutable value. */
export interface Meeting {
  readonly state: MeetingState
  /** The state to return to when the microphone is refused. */
  readonly askedFrom: 'idle' | 'kept' | 'paused'
  readonly hasMicrophone: boolean
  readonly trouble: MicrophoneTrouble | null
  /** False when this device has no room left, so that new sound is in this tab only. */
  readonly isKept: boolean
  readonly failure: Failure | null
  readonly doc_id: number | null
}

export interface Step {
  readonly next: Meeting
  readonly effects: readonly Effect[]
}

export const atRest: Meeting = {
  state: 'idle',
  askedFrom: 'idle',
  hasMicrophone: false,
  trouble: null,
  isKept: true,
  failure: null,
  doc_id: null,
}

/** Returns the next state and its effects. An event without a meaning in the current state changes nothing. */
export function step(meeting: Meeting, change: MeetingEvent): Step {
  const allowed = transitions[meeting.state][change.type]
  if (!allowed) return { next: meeting, effects: [] }
  const result = react(meeting, change)
  if (!allowed.includes(result.next.state))
    throw new Error(`${change.type} may not lead from ${meeting.state} to ${result.next.state}.`)
  return result
}

function react(meeting: Meeting, change: MeetingEvent): Step {
  const to = (next: Partial<Meeting>, ...effects: Effect[]): Step => ({ next: { ...meeting, ...next }, effects })
  switch (change.type) {
    case 'record':
      return { next: { ...atRest, state: 'asking' }, effects: ['open'] }
    case 'found':
      return change.isWhole
        ? { next: { ...atRest, state: 'finishing' }, effects: ['send'] }
        : { next: { ...atRest, state: 'kept' }, effects: [] }
    case 'continue':
      return to({ state: 'asking', askedFrom: 'kept', trouble: null }, 'open')
    case 'allowed':
      return to({ state: 'recording', hasMicrophone: true, trouble: null }, 'begin')
    case 'refused':
      return to({ state: meeting.askedFrom, trouble: change.trouble })
    case 'pause':
      return to({ state: 'paused' }, 'rest')
    case 'resume':
      return meeting.hasMicrophone
        ? to({ state: 'recording' }, 'go_on')
        : to({ state: 'asking', askedFrom: 'paused' }, 'open')
    case 'microphone_lost':
      return to({ state: 'paused', hasMicrophone: false, trouble: 'lost' }, 'close')
    case 'disk_full':
      return to({ isKept: false })
    case 'restart':
      return { next: { ...atRest, state: 'asking' }, effects: ['close', 'erase', 'open'] }
    case 'stop':
      return meeting.state === 'asking' && meeting.askedFrom === 'idle'
        ? { next: atRest, effects: ['close'] }
        : to({ state: 'finishing', hasMicrophone: false, trouble: null }, 'close', 'send')
    case 'discard':
      return { next: atRest, effects: ['erase'] }
    case 'finished':
      return to({ state: 'done', doc_id: change.doc_id })
    case 'failed':
      return to({ state: 'failed', failure: change.failure })
    case 'retry':
      return to({ state: 'finishing', failure: null }, 'send')
    case 'dismiss':
      return { next: atRest, effects: [] }
    case 'left':
      return { next: atRest, effects: ['close', 'leave'] }
  }
}
