import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { Document, Log, NoteItem } from '#shared/contract/logbooks'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'

/** What a start without a server shows of the list, and of a document. */
export const listCopy = 'logbooks'
const prefix = 'logbook.'
export const documentCopy = (doc_id: number): string => prefix + doc_id

/** The document whose copy has this name; null where it is a copy of something else. */
export const documentOfCopy = (name: string): number | null =>
  name.startsWith(prefix) ? Number(name.slice(prefix.length)) : null

export const ListCopy = z.object({ items: z.array(NoteItem), pinned: z.array(Id), recent: z.array(Id) })
export const DocumentCopy = z.object({
  info: Document.omit({ logs: true }),
  /** The newest; null of a document that has none. */
  logs: z.array(Log).nullable(),
  hasOlder: z.boolean(),
})

/** Failures in which the server said nothing at all. */
const isUnreachable = (code: string): boolean => ['network.failed', 'server.unavailable'].includes(code)

/** What was kept under a name, for a call that failed; from now on the strip says how old it is. */
async function insteadOf<S extends z.ZodType>(code: string, name: string, schema: S): Promise<z.infer<S> | null> {
  if (!isUnreachable(code)) return null
  const copy = await offlineCopies.read(name, schema)
  if (!copy) return null
  useCopiesShown.getState().showCopy(name, copy.at)
  return copy.content
}

export const listInsteadOf = (code: string) => insteadOf(code, listCopy, ListCopy)
export const documentInsteadOf = (code: string, doc_id: number) => insteadOf(code, documentCopy(doc_id), DocumentCopy)
