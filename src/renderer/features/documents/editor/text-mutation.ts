import { z } from 'zod'
import type { Document } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { call } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import type { Mutation, MutationKind } from '../../../platform/mutation-queue/mutation'
import { useMutations } from '../../../platform/mutation-queue/store'
import { Base } from './kept'
import { withTheirs } from './theirs'

export const SavedText = z.object({ doc_id: z.int(), base: Base, text: z.string() })
export type SavedText = z.infer<typeof SavedText>

const laneOf = (doc_id: number) => `document.${doc_id}`

/** How a text is sent. A refusal as stale always has the current version. */
export const sentText: Omit<MutationKind<SavedText, Document>, 'settle' | 'refuse'> = {
  name: 'document.write',
  input: SavedText,
  lane: ({ doc_id }) => laneOf(doc_id),
  // A second one finds its own text there.
  isRepeatable: true,
  async send({ doc_id, base, text }, key) {
    const sent = { content: text, version: base.version }
    const outcome = await call(replaceContent, { doc_id, ...sent }, { idempotencyKey: key })
    return outcome.ok || outcome.code !== 'document.stale' ? outcome : withTheirs(doc_id, sent, outcome)
  },
}

/** The save of a document that is on its way. */
export const onItsWay = (doc_id: number): Mutation | undefined =>
  useMutations
    .getState()
    .mutations.find(({ kind, lane, state }) => kind === sentText.name && lane === laneOf(doc_id) && state !== 'failed')

/** A save that waits shows why. Without a network it is not even tried. */
export function progressOf({ state, failure }: Mutation): { state: 'saving' | 'failed'; failure: Failure | null } {
  if (state === 'sending' || (!failure && navigator.onLine)) return { state: 'saving', failure: null }
  return { state: 'failed', failure: failure ?? { code: 'network.failed', message: '' } }
}
