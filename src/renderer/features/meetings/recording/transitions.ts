export const meetingStates = ['idle', 'asking', 'recording', 'paused', 'kept', 'finishing', 'done', 'failed'] as const
export type MeetingState = (typeof meetingStates)[number]

/** The events of a recording. */
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

/** The account or workspace changed, or another tab records. The stored recording stays. */
const always = { left: ['idle'] } satisfies Row

/**
 * The states to which each event may lead from each state. An event missing here changes nothing, for example a late
 * answer or a second press; the machine throws when it would take any other transition. Sound is recorded only in
 * `recording`. The microphone is open in `recording` and, unless it was lost, in `paused`. `kept` is an unfinished
 * recording of an earlier page. From `finishing` on, nothing is recorded any more.
 */
export const transitions: Record<MeetingState, Row> = {
  idle: { record: ['asking'], found: ['kept', 'finishing'], ...always },
  asking: {
    allowed: ['recording'],
    // Back to the state that asked for the microphone.
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
    // Asks again if the microphone was lost.
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
