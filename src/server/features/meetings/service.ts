import type { Transcript } from '#shared/contract/meetings/endpoints'
import type { MemberContext } from '../../platform/request-context'
import * as handing from './handover-service'
import * as recordings from './recordings-service'
import { doneSince } from './recordings-store'
import * as tools from './tools'
import * as transcripts from './transcript-service'
import * as turns from './transcript-store'

/** What others ask of meetings. The feature's own endpoints are answered by the services beside this file. */

/**
 * The transcript of a recording, with the rights of the caller. Refuses documents that they may not read or that are no
 * recording.
 */
export function transcriptFor(ctx: MemberContext, doc_id: number): Promise<Transcript> {
  return transcripts.read(ctx, { doc_id })
}

/** The meetings that the caller may read and whose transcripts became ready since an instant, with the transcripts. */
export async function newMeetings(
  ctx: MemberContext,
  params: { since: string; limit: number },
): Promise<{ doc_id: number; name: string; at: string; transcript: Transcript }[]> {
  const done = await doneSince(ctx, params)
  const read = await Promise.all(done.map(({ doc_id }) => transcripts.read(ctx, { doc_id }, 'mate')))
  return done.flatMap((meeting, at) => {
    const transcript = read[at]
    return transcript ? [{ ...meeting, transcript }] : []
  })
}

/** Does not check whether anybody may read it. */
export const turnsOf = turns.turnsOf

/** The progress of a recording: see the service. */
export const recordingStatus = recordings.status

/** The progress of recordings by their batches. */
export const statusOfBatches = recordings.ofBatches

/** Creates a document from sound files of the caller and starts its transcription. */
export const startRecording = recordings.start

/** Moves a recording from one organisation to another. The caller of these functions checks the permission. */
export const handover = handing

/** Tells Mate who said what in a recording. */
export const transcriptTool = tools.transcriptTool
