import { z } from 'zod'
import { meetings } from '#shared/limits'
import { SpeechFailure } from '../transcriber'

/** Something that was said, in seconds from the beginning of what was listened to; `speaker` is the service's own word for who. */
export interface SpokenContent {
  start: number
  end: number
  text: string
  speaker: string | null
}

/** Services are a little off, and those that listen in windows of 30 seconds may go on to the end of the last one. */
const slack = 30
/** Things that are said in one piece of sound. */
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

/** What was said in sound of so many seconds, by time, out of an answer that may be anything. Throws {@link SpeechFailure}. */
export function saidIn(answer: unknown, seconds: number): SpokenContent[] {
  const { data } = Answer.safeParse(answer)
  if (!data) throw new SpeechFailure('The speech service answered something else than a transcript.')
  const { text, segments } = data
  if (!segments) {
    if (!text?.trim()) return []
    throw new SpeechFailure('The speech service knows no times. Choose a model that answers with segments.')
  }
  if (segments.some(({ start, end }) => start < -slack || end < start || end > seconds + slack))
    throw new SpeechFailure('The speech service answered times that are not of this recording.')
  return segments
    .map(segment => ({
      start: within(segment.start, seconds),
      end: within(segment.end, seconds),
      text: storable(segment.text).trim(),
      speaker: segment.speaker === null || segment.speaker === undefined ? null : String(segment.speaker),
    }))
    .filter(one => one.text !== '' && one.end > one.start)
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

const within = (time: number, seconds: number) => Math.min(Math.max(0, time), seconds)

/** The text without characters that PostgreSQL keeps in no text. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '')
