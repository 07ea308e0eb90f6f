import type { CaptureState, CaptureStatus, Consent } from '#shared/contract/desktop'
import type { FeedFrame, SharingState } from '#shared/contract/sources/endpoints'
import { type EventName, transitions } from './transitions'

/** The server's request for a picture, with the permission to upload it. */
export type Request = Pick<Extract<FeedFrame, { event: 'screenshot' }>, 'id' | 'upload'>
export interface StreamSource {
  readonly id: string
  readonly name: string
}
export type Trouble = NonNullable<CaptureStatus['trouble']>

/** The conditions of a start, read at that moment. */
export interface StartFacts {
  /** The setting that allows capture to start by itself; on by default [9.3b]. */
  readonly autoStart: boolean
  /** True if the computer started the app rather than a person. */
  readonly openedByComputer: boolean
  readonly user_id: number | null
  readonly hasAccessToken: boolean
  /** -1 for none [3.1]. */
  readonly organization_id: number
  /** Consent for this device, person and organisation [D34]. */
  readonly consent: Consent
}

interface EventData {
  start: { by: 'person' | 'itself'; facts: StartFacts; source_id?: string | undefined }
  woke: { facts: StartFacts }
  source_held: { source: StreamSource }
  source_missing: { trouble: Trouble }
  permission_denied: { trouble: 'permission_denied' | 'permission_error' }
  requested: { request: Request }
  grabbed: { id: string }
  grab_failed: { id: string }
  /** `stopped`: this person stopped by hand before, on this device. */
  session_changed: { stopped: boolean }
}
export type CaptureEvent = {
  [K in EventName]: { readonly type: K; readonly at: number } & (K extends keyof EventData ? EventData[K] : unknown)
}[EventName]

/** The effects that the machine requests, in this order. */
export type Effect =
  | { do: 'ask_consent' }
  /** `ask`: dialogs may be shown. */
  | { do: 'check_permission'; ask: boolean }
  | { do: 'hold_source'; source_id: string | undefined }
  | { do: 'release_source' }
  | { do: 'show_indicator'; automatic: boolean }
  | { do: 'hide_indicator' }
  | { do: 'grab'; request: Request }
  | { do: 'send_frame'; request: Request }
  | { do: 'forget_frame'; id: string }
  | { do: 'uploads'; may: 'flow' | 'wait' | 'be_dropped' }
  | { do: 'tell'; state: SharingState; what: string | undefined }
  | { do: 'remember_stop'; stopped: boolean }

/** The state of capture. */
export interface Capture {
  readonly state: CaptureState
  readonly connected: boolean
  readonly source: StreamSource | null
  /** The id of the requested source; without it the best one is selected [5.8b]. */
  readonly wanted: string | undefined
  readonly automatic: boolean
  /** Milliseconds since the epoch. */
  readonly since: number | null
  readonly taken: number
  readonly trouble: Trouble | null
  /** Requests whose picture is being taken. A result for any other is too late. */
  readonly grabbing: readonly Request[]
}

export interface Step {
  readonly next: Capture
  readonly effects: readonly Effect[]
}

export const atRest: Capture = {
  state: 'off',
  connected: false,
  source: null,
  wanted: undefined,
  automatic: false,
  since: null,
  taken: 0,
  trouble: null,
  grabbing: [],
}

/** Whether capture may start by itself: every condition of [4.12a], and the person's consent [D34]. */
export function mayStartItself(capture: Capture, facts: StartFacts): boolean {
  const isWanted = facts.autoStart && (!facts.openedByComputer || facts.consent.start_with_computer)
  return (
    isWanted &&
    facts.user_id !== null &&
    facts.hasAccessToken &&
    facts.organization_id !== -1 &&
    facts.consent.agreed_at !== null &&
    capture.state === 'off'
  )
}

/** The state and effects after an event. Total: an event without meaning in a state changes nothing. */
export function step(capture: Capture, event: CaptureEvent): Step {
  const allowed = transitions[capture.state][event.type]
  if (!allowed) return stay(capture)
  const result = react(capture, event)
  if (!allowed.includes(result.next.state))
    throw new Error(`The event ${event.type} may not lead from ${capture.state} to ${result.next.state}.`)
  return result
}

const stay = (capture: Capture, change: Partial<Capture> = {}, effects: Effect[] = []): Step => ({
  next: { ...capture, ...change },
  effects,
})

function react(capture: Capture, event: CaptureEvent): Step {
  switch (event.type) {
    case 'start':
      return start(capture, event)
    case 'woke':
      return wake(capture, event)
    case 'consent_given':
      return checkPermission(capture, true)
    case 'consent_withdrawn':
      return end(capture, 'off', null)
    case 'permission_granted':
      return stay(capture, { state: 'starting', trouble: null }, [{ do: 'hold_source', source_id: capture.wanted }])
    case 'permission_denied':
      return stay(capture, { trouble: event.trouble })
    case 'source_held':
      return hold(capture, event)
    case 'source_missing':
      return end(capture, 'stopped_by_system', event.trouble)
    case 'connected':
      return connect(capture, event.at)
    case 'disconnected':
      return disconnect(capture)
    case 'requested': {
      if (capture.grabbing.some(grabbing => grabbing.id === event.request.id)) return stay(capture)
      const { request } = event
      return stay(capture, { grabbing: [...capture.grabbing, request] }, [{ do: 'grab', request }])
    }
    case 'grabbed':
      return keep(capture, event.id)
    case 'grab_failed':
      return stay(capture, { trouble: 'capture_failed', grabbing: without(capture, event.id) })
    case 'spool_full':
      return stay(capture, { trouble: 'spool_full' })
    case 'uploaded':
      return stay(capture, { trouble: null })
    case 'pause':
      return stay(capture, { state: 'paused', grabbing: [] }, [{ do: 'uploads', may: 'wait' }, tell(capture, 'paused')])
    case 'resume':
      // The computer may have slept meanwhile.
      return stay(capture, { state: capture.connected ? 'sharing' : 'reconnecting' }, [
        { do: 'hold_source', source_id: capture.source?.id },
        { do: 'uploads', may: 'flow' },
        tell(capture, 'sharing'),
      ])
    case 'stop':
      return stopByHand(capture)
    case 'ended_by_system':
      return end(capture, 'stopped_by_system', null)
    case 'session_changed': {
      const ended = end(capture, event.stopped ? 'stopped_by_hand' : 'off', null)
      return { ...ended, next: { ...ended.next, taken: 0 } }
    }
  }
}

type EventOf<K extends EventName> = Extract<CaptureEvent, { type: K }>

function start(capture: Capture, { by, facts, source_id }: EventOf<'start'>): Step {
  if (by === 'itself') {
    return mayStartItself(capture, facts) ? checkPermission({ ...capture, automatic: true }, true) : stay(capture)
  }
  if (facts.user_id === null || facts.organization_id === -1) return stay(capture)
  const fresh = { ...capture, automatic: false, wanted: source_id, trouble: null }
  const started: Step =
    facts.consent.agreed_at === null
      ? stay(fresh, { state: 'consent' }, [{ do: 'ask_consent' }])
      : checkPermission(fresh, true)
  return { ...started, effects: [{ do: 'remember_stop', stopped: false }, ...started.effects] }
}

/** A stream may not have survived the sleep. If nothing was running, the automatic start is tried again [4.12b]. */
function wake(capture: Capture, { facts }: EventOf<'woke'>): Step {
  switch (capture.state) {
    case 'off':
      return mayStartItself(capture, facts) ? checkPermission({ ...capture, automatic: true }, false) : stay(capture)
    case 'permission':
      return checkPermission(capture, false)
    case 'sharing':
    case 'reconnecting':
      return stay(capture, {}, [{ do: 'hold_source', source_id: capture.source?.id }])
    default:
      return stay(capture)
  }
}

function checkPermission(capture: Capture, ask: boolean): Step {
  return stay(capture, { state: 'permission' }, [{ do: 'check_permission', ask }])
}

function hold(capture: Capture, { source, at }: EventOf<'source_held'>): Step {
  if (capture.state !== 'starting') {
    const held = { ...capture, source }
    // Viewers only learn the new name if they are told.
    return stay(held, {}, source.name === capture.source?.name ? [] : [tell(held, 'sharing')])
  }
  return capture.connected ? beginSharing({ ...capture, source }, at) : stay(capture, { source })
}

/**
 * Capture starts once permission is granted and the socket is open [4.11a], and never before its indicator is shown.
 */
function beginSharing(capture: Capture, at: number): Step {
  return stay(capture, { state: 'sharing', since: at, taken: 0, trouble: null }, [
    { do: 'show_indicator', automatic: capture.automatic },
    { do: 'uploads', may: 'flow' },
    tell(capture, 'sharing'),
  ])
}

function connect(capture: Capture, at: number): Step {
  const connected = { ...capture, connected: true }
  switch (capture.state) {
    case 'starting':
      return capture.source ? beginSharing(connected, at) : stay(connected)
    case 'reconnecting':
      return stay(connected, { state: 'sharing', trouble: null }, [tell(capture, 'sharing')])
    case 'paused':
      return stay(connected, {}, [tell(capture, 'paused')])
    default:
      return stay(connected, {}, [{ do: 'tell', state: 'off', what: undefined }])
  }
}

function disconnect(capture: Capture): Step {
  const lost = { ...capture, connected: false }
  return capture.state === 'sharing' ? stay(lost, { state: 'reconnecting', trouble: 'network' }) : stay(lost)
}

/** A picture requested before a pause or a stop that arrives after it is discarded. */
function keep(capture: Capture, id: string): Step {
  const request = capture.grabbing.find(candidate => candidate.id === id)
  if (!request) return stay(capture, {}, [{ do: 'forget_frame', id }])
  const trouble = capture.trouble === 'capture_failed' ? null : capture.trouble
  return stay(capture, { taken: capture.taken + 1, trouble, grabbing: without(capture, id) }, [
    { do: 'send_frame', request },
  ])
}

function stopByHand(capture: Capture): Step {
  const ended = end(capture, 'stopped_by_hand', null)
  return { ...ended, effects: [...ended.effects, { do: 'remember_stop', stopped: true }] }
}

/**
 * First nothing can leave any more, then the indicator is hidden, and only then it is reported. This works without a
 * network.
 */
function end(capture: Capture, state: CaptureState, trouble: Trouble | null): Step {
  return stay(capture, { state, trouble, source: null, wanted: undefined, since: null, grabbing: [] }, [
    { do: 'release_source' },
    { do: 'uploads', may: 'be_dropped' },
    { do: 'hide_indicator' },
    { do: 'tell', state: 'off', what: undefined },
  ])
}

const without = (capture: Capture, id: string) => capture.grabbing.filter(request => request.id !== id)

const tell = (capture: Capture, state: SharingState): Effect => ({ do: 'tell', state, what: capture.source?.name })

/** The state that viewers see: `off` whenever nothing can leave this computer. */
export function sharingOf(state: CaptureState): SharingState {
  return state === 'sharing' || state === 'paused' || state === 'reconnecting' ? state : 'off'
}
