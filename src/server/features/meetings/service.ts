import type { Transcript } from '#shared/contract/meetings'
import type { MemberContext } from '../../platform/request-context'
import { heardOf } from './heard-store'
import * as searchable from './searchable'
import * as transcripts from './transcript-service'
import * as desk from './transcription-worker'
import * as turns from './turns'

/** What others ask of meetings. The feature's own endpoints are answered by the services beside this file. */

/** Who said what in a recording, with the rights of the caller. Refuses what they may not read, and documents that are no recording. */
export function transcriptFor(ctx: MemberContext, doc_id: number): Promise<Transcript> {
  return transcripts.read(ctx, { doc_id })
}

/** Whether anybody may read it is not asked. */
export const turnsOf = turns.turnsOf

/** See the worker. */
export const transcriptionWorker = desk.transcriptionWorker

/** See the store. */
export const heardRecordings = heardOf

/** What was said can be looked for. */
export const searchableTranscripts = searchable.transcripts
