import { useDraft, writeDraft } from '../../platform/drafts'

const titleKey = (doc_id: number) => `log.title.${doc_id}`
const contentKey = (doc_id: number) => `log.content.${doc_id}`

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

/** Puts words back to be edited, before what is there already. */
export function putBack(doc_id: number, log: { title: string; content: string }, held: { title: string; content: string }): void {
  writeDraft(titleKey(doc_id), held.title || log.title || undefined)
  const title = held.title && log.title ? log.title : ''
  writeDraft(contentKey(doc_id), [title, log.content, held.content].filter(text => text.trim() !== '').join('\n\n') || undefined)
}
