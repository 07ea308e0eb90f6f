import type { AppContext } from '../../../platform/app-context'
import { runAsPerson } from '../../../platform/run-as'
import { newMeetings } from '../../meetings/service'
import type { StoredJob } from '../store'

/** Meetings that a run reads at most, and what it reads of each. */
const atMost = 5
const turnsAtMost = 400
const day = 86_400_000

export interface ReadMeeting {
  doc_id: number
  name: string
  at: string
  /** Whether turns were left out. */
  is_cut: boolean
  turns: { speaker: string; seconds: number; text: string }[]
}

/**
 * The meetings whose transcripts became ready since the last run of a job, or within a day before its first, with the
 * rights of its owner.
 */
export async function readMeetings(
  app: AppContext,
  organization_id: number,
  { owner_id, reads_meetings }: Pick<StoredJob, 'owner_id' | 'reads_meetings'>,
  since: string | null,
): Promise<ReadMeeting[]> {
  if (!reads_meetings) return []
  const from = since ?? new Date(app.clock.now() - day).toISOString()
  return runAsPerson(app, { organization_id, user_id: owner_id }, async ctx =>
    (await newMeetings(ctx, { since: from, limit: atMost })).map(({ transcript, ...meeting }) => {
      const names = new Map(transcript.speakers.map(({ speaker, name }) => [speaker, name]))
      return {
        ...meeting,
        is_cut: transcript.segments.length > turnsAtMost,
        turns: transcript.segments.slice(0, turnsAtMost).map(({ speaker, start, text }) => ({
          speaker: names.get(speaker) ?? `Speaker ${speaker}`,
          seconds: Math.round(start),
          text,
        })),
      }
    }),
  )
}
