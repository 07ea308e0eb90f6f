import { z } from 'zod'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'

const StoredQuestion = z.object({
  /** Stays the same across attempts, so that the question is never asked twice. */
  client_id: z.string(),
  text: z.string(),
  suggestion: z.string().nullable(),
  path: z.string().nullable(),
  asked_at: z.string(),
})

/** A question that the server has not confirmed yet. */
export interface Outgoing extends z.infer<typeof StoredQuestion> {
  isSending: boolean
  /**
   * Why it was not sent. Null while it is being sent, and after a reload interrupted it. `retry_at` is in milliseconds
   * since the epoch.
   */
  failure: { code: string; message: string; retry_at: number | null } | null
}

const draft = 'mate.outgoing'

/** Stores unconfirmed questions, so that they survive a reload or a crash. */
export function keepOutgoing(outgoing: readonly Outgoing[]): void {
  if (outgoing.length === 0) clearDraft(draft)
  // Copied, because they are written a moment later.
  else
    writeDraft(
      draft,
      outgoing.map(question => ({ ...question })),
    )
}

/** Adds the questions that were unsent or failed when the page was last left. */
export function withKept(outgoing: readonly Outgoing[]): Outgoing[] {
  const kept = z.array(StoredQuestion).safeParse(readDraft(draft))
  if (!kept.success) return [...outgoing]
  const lost = kept.data.filter(question => !outgoing.some(other => other.client_id === question.client_id))
  return [...lost.map(question => ({ ...question, isSending: false, failure: null })), ...outgoing]
}
