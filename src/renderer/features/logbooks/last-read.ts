import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { Document, Log, type LogPage, NoteItem } from '#shared/contract/logbooks'
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

/** What the strip knows a document's logs by: they are asked for apart from the document, and kept together with it. */
export const logsShown = (doc_id: number): string => `${documentCopy(doc_id)}.logs`

/** Failures in which the server said nothing at all. */
export const isUnreachable = (code: string): boolean => ['network.failed', 'server.unavailable'].includes(code)

interface Place<S extends z.ZodType> {
  name: string
  schema: S
  /** What the strip knows it by, which says from now on how old it is. */
  shownAs: string
}

/** What was kept in a place, for a call that failed. */
async function insteadOf<S extends z.ZodType>(
  code: string,
  { name, schema, shownAs }: Place<S>,
): Promise<z.infer<S> | null> {
  if (!isUnreachable(code)) return null
  const copy = await offlineCopies.read(name, schema)
  if (!copy) return null
  useCopiesShown.getState().showCopy(shownAs, copy.at)
  return copy.content
}

/** Waits for an answer. Where it takes long, `show` puts what was kept on the screen, and says whether it could. */
async function meanwhile<T, S extends z.ZodType>(
  answer: Promise<T>,
  { name, schema, shownAs }: Place<S>,
  show: (content: z.infer<S>) => boolean,
): Promise<T> {
  try {
    return await offlineCopies.whileWaiting(answer, name, schema, ({ content, at }) => {
      if (show(content)) useCopiesShown.getState().showCopy(shownAs, at, true)
    })
  } finally {
    useCopiesShown.getState().ended(shownAs)
  }
}

const listPlace = { name: listCopy, schema: ListCopy, shownAs: listCopy }
const infoPlace = (doc_id: number) => {
  const name = documentCopy(doc_id)
  return { name, schema: DocumentCopy, shownAs: name }
}
const logsPlace = (doc_id: number) => ({ ...infoPlace(doc_id), shownAs: logsShown(doc_id) })

type ListCopy = z.infer<typeof ListCopy>
type DocumentCopy = z.infer<typeof DocumentCopy>

const pageOf = ({ logs, hasOlder }: DocumentCopy): LogPage | null =>
  logs && { logs, has_newer: false, has_older: hasOlder }

export const listInsteadOf = (code: string) => insteadOf(code, listPlace)
export const infoInsteadOf = (code: string, doc_id: number) => insteadOf(code, infoPlace(doc_id))

export async function logsInsteadOf(code: string, doc_id: number): Promise<LogPage | null> {
  const copy = await insteadOf(code, logsPlace(doc_id))
  return copy && pageOf(copy)
}

export const listMeanwhile = <T>(answer: Promise<T>, show: (copy: ListCopy) => boolean) =>
  meanwhile(answer, listPlace, show)
export const infoMeanwhile = <T>(answer: Promise<T>, doc_id: number, show: (copy: DocumentCopy) => boolean) =>
  meanwhile(answer, infoPlace(doc_id), show)
export const logsMeanwhile = <T>(answer: Promise<T>, doc_id: number, show: (page: LogPage) => boolean) =>
  meanwhile(answer, logsPlace(doc_id), copy => {
    const page = pageOf(copy)
    return page !== null && show(page)
  })
