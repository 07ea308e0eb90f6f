import { z } from 'zod'
import { meetings } from '#shared/contract/meetings/limits'
import { SpeechFailure } from '../transcriber'

/** A spoken segment, in seconds from the start of the sound; `speaker` is the service's own label. */
export interface SpokenSegment {
  start: number
  end: number
  text: string
  speaker: string | null
}

/**
 * Timestamps of services are slightly off, and those that process windows of 30 seconds may run to the end of the last
 * window.
 */
const slack = 30
/** The largest number of segments in one piece of sound. */
const mostSegments = 20_000

const Segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string().max(meetings.segmentLength),
  speaker: z.union([z.string().max(100), z.int()]).nullish(),
})
const Answer = z.object({
  text: z.string().max(1_000_000).nullish(),
  segments: z.array(Segment).max(mostSegments).nullish(),
})

/**
 * The segments in an answer of any shape, ordered by time, for sound of this many seconds. Throws {@link
 * SpeechFailure}.
 */
export function segmentsOf(answer: unknown, seconds: number): SpokenSegment[] {
  const { data } = Answer.safeParse(answer)
  if (!data) throw new SpeechFailure('The speech service answered with something other than a transcript.')
  const { text, segments } = data
  if (!segments) {
    if (!text?.trim()) return []
    throw new SpeechFailure('The speech service returns no times. Choose a model that answers with segments.')
  }
  if (segments.some(({ start, end }) => start < -slack || end < start || end > seconds + slack))
    throw new SpeechFailure('The speech service returned times outside this recording.')
  return segments
    .map(segment => ({
      start: within(segment.start, seconds),
      end: within(segment.end, seconds),
      text: storable(segment.text).trim(),
      speaker: segment.speaker === null || segment.speaker === undefined ? null : String(segment.speaker),
    }))
    .filter(segment => segment.text !== '' && segment.end > segment.start)
    .sort((first, other) => first.start - other.start || first.end - other.end)
}

const within = (time: number, seconds: number) => Math.min(Math.max(0, time), seconds)

/** The text without characters that PostgreSQL cannot store. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '')
