import { z } from 'zod'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'

/** A document's text as the server has it. */
const Base = z.object({ content: z.string(), version: z.int() })
export type Base = z.infer<typeof Base>

/** A send of which no answer came: it may have arrived. Sent again with its key it is saved once. */
const Sent = z.object({ key: z.string(), text: z.string(), version: z.int() })
export type Sent = z.infer<typeof Sent>

const Kept = z.object({ base: Base, text: z.string(), sent: z.array(Sent), isInPlace: z.boolean().default(false) })
type Kept = z.infer<typeof Kept>

export const textKey = (doc_id: number) => `document.text.${doc_id}`
const asideKey = (doc_id: number) => `document.aside.${doc_id}`

/** What was written into a document on this device and is not saved; null when there is nothing. */
export function keptText(doc_id: number): Kept | null {
  const kept = Kept.safeParse(readDraft(textKey(doc_id)))
  return kept.success ? kept.data : null
}

export function keepText(doc_id: number, kept: Kept | null): void {
  if (kept) writeDraft(textKey(doc_id), kept)
  else clearDraft(textKey(doc_id))
}

/** An own text that somebody else's was taken instead of; it can be brought back. */
export function keptAside(doc_id: number): string | null {
  const text = readDraft(asideKey(doc_id))
  return typeof text === 'string' ? text : null
}

export function keepAside(doc_id: number, text: string | null): void {
  if (text === null) clearDraft(asideKey(doc_id))
  else writeDraft(asideKey(doc_id), text)
}
