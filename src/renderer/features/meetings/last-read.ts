import { z } from 'zod'
import { Transcript } from '#shared/contract/meetings/endpoints'
import { DiarizationStatus } from '#shared/contract/meetings/events'
import type { Outcome } from '../../platform/api'
import { answerOrCopy, type CopyScreen, isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { isSignedIn } from '../../platform/session'
import { copyOfPart } from '../documents/store'

const TranscriptCopy = z.object({ status: DiarizationStatus, transcript: Transcript })
type TranscriptCopy = z.infer<typeof TranscriptCopy>

const nameOf = (doc_id: number) => copyOfPart(doc_id, 'transcript')

/**
 * Shows the copy of a transcript while its answers are awaited, and in their place, where there is nothing yet. Returns
 * whether it is shown although the person may no longer read it, as the answers say.
 */
export async function transcriptMeanwhile(
  doc_id: number,
  answers: Promise<[Outcome<DiarizationStatus>, Outcome<Transcript>]>,
  { isEmpty, show }: CopyScreen<TranscriptCopy>,
): Promise<boolean> {
  const name = nameOf(doc_id)
  let isShown = false
  const screen: CopyScreen<TranscriptCopy> = {
    isEmpty,
    show: copy => {
      isShown = true
      show(copy)
    },
  }
  const whole = answers.then(([status, transcript]): Outcome<unknown> => (status.ok ? transcript : status))
  const outcome = await answerOrCopy(whole, { name, schema: TranscriptCopy }, screen)
  if (!isShown || outcome.ok || isUnreachable(outcome.code)) return false
  useCopiesShown.getState().isFresh(name)
  return true
}

/** Copies a transcript without its sound, whose addresses expire. Guests keep none, because the server deletes theirs. */
export function keepTranscript({ doc_id }: Transcript, copy: TranscriptCopy): void {
  const name = nameOf(doc_id)
  if (!isSignedIn() || copy.status.stage !== 'done' || name in useCopiesShown.getState().shown) return
  offlineCopies.keep(name, { ...copy, transcript: { ...copy.transcript, files: [] } })
}
