import type { CaptureState } from '#shared/contract/desktop'

/** The events of capture. */
export type EventName =
  | 'start'
  | 'consent_given'
  | 'consent_withdrawn'
  | 'permission_granted'
  | 'permission_denied'
  | 'source_held'
  | 'source_missing'
  | 'connected'
  | 'disconnected'
  | 'requested'
  | 'grabbed'
  | 'grab_failed'
  | 'spool_full'
  | 'uploaded'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'ended_by_system'
  | 'woke'
  | 'session_changed'

type Row = Partial<Record<EventName, readonly CaptureState[]>>

/** Events that end every state. `session_changed` restores an earlier stop of this person [4.11d]. */
const always = {
  stop: ['stopped_by_hand'],
  session_changed: ['off', 'stopped_by_hand'],
} satisfies Row

/** The connection can change in every state; where it does not matter it is only remembered. */
function row(state: CaptureState, own: Row): Row {
  return { connected: [state], disconnected: [state], ...always, ...own }
}

/**
 * The states that each event can lead to from each state, including the same one if its conditions do not hold [4.12a].
 * Missing events change nothing: a late result, a request while paused. The machine refuses transitions that are not
 * listed here.
 *
 * Pictures are taken only in `sharing`. Every state from `sharing` on keeps the indicator visible until sharing has
 * ended.
 */
export const transitions: Record<CaptureState, Row> = {
  off: row('off', { start: ['off', 'consent', 'permission'], woke: ['off', 'permission'] }),
  consent: row('consent', {
    start: ['consent', 'permission'],
    consent_given: ['permission'],
    woke: ['consent'],
  }),
  permission: row('permission', {
    start: ['permission', 'consent'],
    permission_granted: ['starting'],
    permission_denied: ['permission'],
    consent_withdrawn: ['off'],
    woke: ['permission'],
  }),
  starting: row('starting', {
    source_held: ['starting', 'sharing'],
    source_missing: ['stopped_by_system'],
    connected: ['starting', 'sharing'],
    consent_withdrawn: ['off'],
    ended_by_system: ['stopped_by_system'],
    woke: ['starting'],
  }),
  sharing: row('sharing', {
    disconnected: ['reconnecting'],
    requested: ['sharing'],
    grabbed: ['sharing'],
    grab_failed: ['sharing'],
    spool_full: ['sharing'],
    uploaded: ['sharing'],
    source_held: ['sharing'],
    source_missing: ['stopped_by_system'],
    pause: ['paused'],
    consent_withdrawn: ['off'],
    ended_by_system: ['stopped_by_system'],
    woke: ['sharing'],
  }),
  reconnecting: row('reconnecting', {
    connected: ['sharing'],
    grabbed: ['reconnecting'],
    grab_failed: ['reconnecting'],
    spool_full: ['reconnecting'],
    uploaded: ['reconnecting'],
    source_held: ['reconnecting'],
    source_missing: ['stopped_by_system'],
    pause: ['paused'],
    consent_withdrawn: ['off'],
    ended_by_system: ['stopped_by_system'],
    woke: ['reconnecting'],
  }),
  paused: row('paused', {
    resume: ['sharing', 'reconnecting'],
    source_missing: ['stopped_by_system'],
    consent_withdrawn: ['off'],
    ended_by_system: ['stopped_by_system'],
    woke: ['paused'],
  }),
  // Only a person leaves these two: an ended capture does not start by itself [4.11c, 4.11d].
  stopped_by_hand: row('stopped_by_hand', { start: ['stopped_by_hand', 'consent', 'permission'] }),
  stopped_by_system: row('stopped_by_system', { start: ['stopped_by_system', 'consent', 'permission'] }),
}
