import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { Document, NoteItem } from '#shared/contract/documents/endpoints'
import { copyInsteadOf, copyMeanwhile } from '../../platform/copied-answer'

/** The name of the copy of the list; others are copies of documents. */
export const listCopy = 'logbooks'
const prefix = 'document.'
export const documentCopy = (doc_id: number): string => prefix + doc_id

/** Returns the document of a copy with this name, or of a copy of its parts; null for other copies. */
export const documentOfCopy = (name: string): number | null =>
  name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : null

export const ListCopy = z.object({ items: z.array(NoteItem), pinned: z.array(Id), recent: z.array(Id) })
export const DocumentCopy = z.object({ info: Document.omit({ logs: true }) })

export type ListCopy = z.infer<typeof ListCopy>
type DocumentCopy = z.infer<typeof DocumentCopy>

const listPlace = { name: listCopy, schema: ListCopy }
const infoPlace = (doc_id: number) => ({ name: documentCopy(doc_id), schema: DocumentCopy })

export const listInsteadOf = (code: string) => copyInsteadOf(code, listPlace)
export const infoInsteadOf = (code: string, doc_id: number) => copyInsteadOf(code, infoPlace(doc_id))
export const listMeanwhile = <T>(answer: Promise<T>, show: (copy: ListCopy) => boolean) =>
  copyMeanwhile(answer, listPlace, show)
export const infoMeanwhile = <T>(answer: Promise<T>, doc_id: number, show: (copy: DocumentCopy) => boolean) =>
  copyMeanwhile(answer, infoPlace(doc_id), show)
