import type { CaptureState } from '#shared/contract/desktop'

/** What can happen to capture. */
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

/** Whatever is going on, these lead out of it. `session_changed` brings back a stop that this person made earlier [4.11d]. */
const always = {
  stop: ['stopped_by_hand'],
  session_changed: ['off', 'stopped_by_hand'],
} satisfies Row

/** The connection comes and goes everywhere; where it does not matter it is only remembered. */
function row(state: CaptureState, own: Row): Row {
  return { connected: [state], disconnected: [state], ...always, ...own }
}

/**
 * Where each event may lead from each state; back to the same where its conditions do not hold [4.12a]. What is missing changes
 * nothing: a late answer, a request while paused. The machine refuses to go anywhere that is not written here.
 *
 * Pictures are taken in `sharing` alone. Everything from `sharing` on keeps the indicator up until it has left for good.
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
  // Only a person leaves these two: a capture that was ended does not come back by itself [4.11c, 4.11d].
  stopped_by_hand: row('stopped_by_hand', { start: ['stopped_by_hand', 'consent', 'permission'] }),
  stopped_by_system: row('stopped_by_system', { start: ['stopped_by_system', 'consent', 'permission'] }),
}
