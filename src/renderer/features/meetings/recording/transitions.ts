export const meetingStates = ['idle', 'asking', 'recording', 'paused', 'kept', 'finishing', 'done', 'failed'] as const
export type MeetingState = (typeof meetingStates)[number]

/** What can happen to a recording. */
export type EventName =
  | 'record'
  | 'found'
  | 'continue'
  | 'allowed'
  | 'refused'
  | 'pause'
  | 'resume'
  | 'microphone_lost'
  | 'disk_full'
  | 'restart'
  | 'stop'
  | 'discard'
  | 'finished'
  | 'failed'
  | 'retry'
  | 'dismiss'
  | 'left'

type Row = Partial<Record<EventName, readonly MeetingState[]>>

/** Somebody else is signed in, or in another workspace, or another tab records: what is here stays where it is kept. */
const always = { left: ['idle'] } satisfies Row

/**
 * Where each event may lead from each state. What is missing changes nothing: a late answer, a second press. The machine refuses to
 * go anywhere that is not written here.
 *
 * Sound is taken in `recording` alone; the microphone is held in `recording` and, unless it was lost, in `paused`. `kept` is a
 * recording that an earlier page began and nobody finished. From `finishing` on, nothing is recorded any more.
 */
export const transitions: Record<MeetingState, Row> = {
  idle: { record: ['asking'], found: ['kept', 'finishing'], ...always },
  asking: {
    allowed: ['recording'],
    // Back to where it was asked from.
    refused: ['idle', 'kept', 'paused'],
    stop: ['idle', 'finishing'],
    ...always,
  },
  recording: {
    pause: ['paused'],
    microphone_lost: ['paused'],
    disk_full: ['recording'],
    restart: ['asking'],
    stop: ['finishing'],
    ...always,
  },
  paused: {
    // Asks again where the microphone was lost.
    resume: ['recording', 'asking'],
    microphone_lost: ['paused'],
    disk_full: ['paused'],
    restart: ['asking'],
    stop: ['finishing'],
    ...always,
  },
  kept: { continue: ['asking'], stop: ['finishing'], discard: ['idle'], ...always },
  finishing: { finished: ['done'], failed: ['failed'], disk_full: ['finishing'], ...always },
  done: { record: ['asking'], dismiss: ['idle'], found: ['kept', 'finishing'], ...always },
  failed: { retry: ['finishing'], discard: ['idle'], ...always },
}
