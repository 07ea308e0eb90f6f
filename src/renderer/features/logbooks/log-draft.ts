import { readDraft, useDraft, writeDraft } from '../../platform/drafts'
import { moveUploads } from '../attachments/store'

const titleKey = (doc_id: number) => `log.title.${doc_id}`
const contentKey = (doc_id: number) => `log.content.${doc_id}`

/** Where files are listed that are chosen for a log that is being written. */
export const draftFilesOf = (doc_id: number) => `log.${doc_id}`

/** A log that is being written, one for each document; it is still there after a reload or a crash. */
export function useLogDraft(doc_id: number) {
  const [title, setTitle, clearTitle] = useDraft(titleKey(doc_id))
  const [content, setContent, clearContent] = useDraft(contentKey(doc_id))
  return {
    title,
    content,
    setTitle,
    setContent,
    clear() {
      clearTitle()
      clearContent()
    },
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Log {
  title: string
  content: string
  uploads: readonly string[]
}

/** Puts words back to be edited, before those that are there already, and files to those that are there. */
export function putBack(doc_id: number, log: Log): void {
  moveUploads(log.uploads, draftFilesOf(doc_id))
  const title = text(readDraft(titleKey(doc_id)))
  const parts = [title ? log.title : '', log.content, text(readDraft(contentKey(doc_id)))]
  writeDraft(titleKey(doc_id), title || log.title || undefined)
  writeDraft(contentKey(doc_id), parts.filter(part => part.trim() !== '').join('\n\n') || undefined)
}
