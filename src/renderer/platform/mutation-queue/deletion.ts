import { z } from 'zod'
import { endpoint, member } from '#shared/contract/endpoint'
import { call, type Outcome } from '../api'
import { createSlice } from '../store'
import type { MutationKind } from './mutation'

/**
 * A deletion that waits for the end of its time for Undo. It holds the whole call, so that a later page can make it
 * before the feature is loaded that began it.
 */
const DeletionInput = z.object({
  /** The kind of thing, and the keys of those that the call deletes. */
  of: z.string(),
  keys: z.array(z.string()),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  fields: z.record(z.string(), z.unknown()),
  /** What the person is told when the server refuses. */
  refused: z.string(),
})
export type DeletionInput = z.infer<typeof DeletionInput>

/** A deletion that the server refused for good; its item is shown again. */
export interface RefusedDeletion {
  title: string
  code: string
  message: string
}

/** What was deleted since the page was opened, and refusals of which the person was not told yet. */
export const useDeletions = createSlice(
  'deletions',
  { done: {} as Record<string, readonly string[]>, refused: [] as readonly RefusedDeletion[] },
  (set, get) => ({
    deleted(of: string, keys: readonly string[]) {
      const { done } = get()
      set({ done: { ...done, [of]: [...(done[of] ?? []), ...keys] } })
    },
    refuse: (refusal: RefusedDeletion) => set({ refused: [...get().refused, refusal] }),
    /** The person is told of all refusals. */
    told: () => set({ refused: [] }),
  }),
  { scope: 'account' },
)

/** Makes the call of a deletion. What does not exist any more counts as deleted. */
export async function sendDeletion(
  { method, path, fields }: Pick<DeletionInput, 'method' | 'path' | 'fields'>,
  options: { idempotencyKey: string; keepalive?: boolean },
): Promise<Outcome<unknown>> {
  const body = z.looseObject({})
  const to = endpoint({ method, path, summary: '', access: member(), body, answer: z.unknown() })
  const outcome = await call(to, fields, options)
  return !outcome.ok && outcome.status === 404 ? { ok: true, data: null, status: 404, message: '' } : outcome
}

export const deletionMutation: MutationKind<DeletionInput, unknown> = {
  name: 'deletion',
  input: DeletionInput,
  lane: (_, id) => `deletion.${id}`,
  // A second time it finds nothing to delete.
  isRepeatable: true,
  send: (input, idempotencyKey) => sendDeletion(input, { idempotencyKey }),
  settle: (_, { of, keys }) => useDeletions.getState().deleted(of, keys),
  refuse: ({ refused: title }, { code, message }) => useDeletions.getState().refuse({ title, code, message }),
}
