import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { Document, NoteItem } from '#shared/contract/documents/endpoints'
import type { LogPage } from '#shared/contract/logs/endpoints'
import { Log } from '#shared/contract/logs/log'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'

/** The name of the copy of the list; others are copies of documents. */
export const listCopy = 'logbooks'
const prefix = 'logbook.'
export const documentCopy = (doc_id: number): string => prefix + doc_id

/** Returns the document of a copy with this name; null for other copies. */
export const documentOfCopy = (name: string): number | null =>
  name.startsWith(prefix) ? Number(name.slice(prefix.length)) : null

export const ListCopy = z.object({ items: z.array(NoteItem), pinned: z.array(Id), recent: z.array(Id) })
export const DocumentCopy = z.object({
  info: Document.omit({ logs: true }),
  /** The newest logs; null for a document without logs. */
  logs: z.array(Log).nullable(),
  hasOlder: z.boolean(),
})

/**
 * The name under which the strip knows a document's logs, which are requested separately but stored with the document.
 */
export const logsShown = (doc_id: number): string => `${documentCopy(doc_id)}.logs`

/** Codes of failures without any answer from the server. */
export const isUnreachable = (code: string): boolean => ['network.failed', 'server.unavailable'].includes(code)

interface Place<S extends z.ZodType> {
  name: string
  schema: S
  /** The name under which the strip shows its age. */
  shownAs: string
}

/** Returns the copy in place of a failed call. */
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

/** Waits for an answer. If that takes long, `show` displays the copy, and returns whether it could. */
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
