import { z } from 'zod'
import { changePage } from '#shared/contract/documents/pages'
import type { Outcome } from '../../../platform/api'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import type { Failure } from '../../../platform/failure'
import { callOverSocket } from '../../../platform/live-calls'
import type { Mutation, MutationKind } from '../../../platform/mutation-queue/mutation'
import { useMutations } from '../../../platform/mutation-queue/store'
import { createSlice } from '../../../platform/store'

/** A change of the shared document of a page, in base64. */
const PageChange = z.object({ doc_id: z.int(), update: z.string() })
export type PageChange = z.infer<typeof PageChange>

const laneOf = (doc_id: number) => `page.${doc_id}`
export const keptKey = (doc_id: number) => `page.kept.${doc_id}`

/** Why changes of a page were refused. They are kept on this device. */
export const useRefusedChanges = createSlice('pages.refused', { pages: {} as Record<number, Failure> }, set => ({
  refused: (doc_id: number, failure: Failure) =>
    set(({ pages }) => {
      pages[doc_id] = failure
    }),
  tryAgain: (doc_id: number) =>
    set(({ pages }) => {
      delete pages[doc_id]
    }),
}))

/**
 * How changes are sent: they survive reloads, cuts and the end of the tab in the queue of this device, and applying one
 * twice changes nothing.
 */
export const pageChange: MutationKind<PageChange, unknown> = {
  name: 'page.change',
  input: PageChange,
  lane: ({ doc_id }) => laneOf(doc_id),
  isRepeatable: true,
  isUnordered: true,
  send: (input, key) => callOverSocket(changePage, input, key),
  settle: () => undefined,
  refuse({ doc_id, update }, { code, message }: Outcome<unknown> & { ok: false }) {
    writeDraft(keptKey(doc_id), [...keptChanges(doc_id), update])
    // What it builds on was lost on the way: the page sends everything once it is open.
    useRefusedChanges.getState().refused(doc_id, { code, message })
  },
}

/** Changes that were refused, and may be taken later. */
export function keptChanges(doc_id: number): string[] {
  const kept = z.array(z.string()).safeParse(readDraft(keptKey(doc_id)))
  return kept.success ? kept.data : []
}

export const dropKeptChanges = (doc_id: number): void => clearDraft(keptKey(doc_id))

/** Changes of a page that the server has not confirmed. */
export const unsentChanges = (
  doc_id: number,
  mutations: readonly Mutation[] = useMutations.getState().mutations,
): Mutation[] => mutations.filter(({ kind, lane }) => kind === pageChange.name && lane === laneOf(doc_id))

export const updateOf = ({ input }: Mutation): string | null => PageChange.safeParse(input).data?.update ?? null
