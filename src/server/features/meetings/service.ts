import type { Transcript } from '#shared/contract/meetings'
import type { MemberContext } from '../../platform/request-context'
import * as transcripts from './transcript-service'
import * as turns from './turns'

/** What others ask of meetings. The feature's own endpoints are answered by the services beside this file. */

/** Who said what in a recording, with the rights of the caller. Refuses what they may not read, and documents that are no recording. */
export function transcriptFor(ctx: MemberContext, doc_id: number): Promise<Transcript> {
  return transcripts.read(ctx, { doc_id })
}

/** Whether anybody may read it is not asked. */
export const turnsOf = turns.turnsOf
