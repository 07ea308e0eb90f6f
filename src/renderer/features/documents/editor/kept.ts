import { z } from 'zod'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'

/** The text of a document as the server has it. */
export const Base = z.object({ content: z.string(), version: z.int() })
export type Base = z.infer<typeof Base>

const Kept = z.object({ base: Base, text: z.string() })
type Kept = z.infer<typeof Kept>

export const textKey = (doc_id: number) => `document.text.${doc_id}`
const asideKey = (doc_id: number) => `document.aside.${doc_id}`

/** Returns the unsaved text of a document on this device, or null. */
export function keptText(doc_id: number): Kept | null {
  const kept = Kept.safeParse(readDraft(textKey(doc_id)))
  return kept.success ? kept.data : null
}

export function keepText(doc_id: number, kept: Kept | null): void {
  if (kept) writeDraft(textKey(doc_id), kept)
  else clearDraft(textKey(doc_id))
}

/** Returns one's own text that was set aside in favour of somebody else's; it can be restored. */
export function keptAside(doc_id: number): string | null {
  const text = readDraft(asideKey(doc_id))
  return typeof text === 'string' ? text : null
}

export function keepAside(doc_id: number, text: string | null): void {
  if (text === null) clearDraft(asideKey(doc_id))
  else writeDraft(asideKey(doc_id), text)
}
