import type { Topic } from '#shared/contract/meetings/endpoints'

/** Uninterrupted speech. `name` is null until somebody names the speaker; `start` is in seconds. */
export interface Turn {
  name: string | null
  start: number
  text: string
}

/** Turns and characters below which a meeting is about one thing, so that topics would only repeat its name. */
const fewestTurns = 8
const fewestCharacters = 300

/** Whether a meeting is long enough to have topics. */
export const hasTopics = (spoken: readonly Turn[]): boolean =>
  spoken.length >= fewestTurns && spoken.reduce((sum, { text }) => sum + text.length, 0) >= fewestCharacters

/** Topics by time, each second once; a meeting with a single topic has none. */
export function inOrder(topics: readonly Topic[]): Topic[] {
  const sorted = topics.toSorted((topic, other) => topic.start - other.start)
  const once = sorted.filter(({ start }, at) => start !== sorted[at - 1]?.start)
  return once.length > 1 ? once : []
}
