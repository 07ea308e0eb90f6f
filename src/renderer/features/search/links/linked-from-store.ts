import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { type LinkingText, listLinkedFrom } from '#shared/contract/documents/links'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { reloadOn } from '../../../platform/live'

/** The texts that link to a document, by document, the newest link first. */
export const useLinkedFrom = createKeyedListSlice('links.from', {
  list: (doc_id: number, page) => call(listLinkedFrom, { doc_id, ...page }),
  nameOf: doc_id => doc_id,
  key: (text: LinkingText) => text.link_id,
})

const kinds = [
  ...(['document.updated', 'document.access_changed', 'document.deleted', 'document.restored'] as const),
  ...(['page.commented', 'log.added', 'log.corrected', 'log.discussed', 'logs.removed', 'comment.changed'] as const),
  ...(['message.sent', 'message.changed'] as const),
]

const Message = z.object({ id: Id, message: z.string(), is_cut: z.boolean() })

const linksTo = (doc_id: number, text: string) => new RegExp(`\\(#/docs/${doc_id}\\b`).test(text)

/** Whether an event may add a link to a document, or change one of those listed. */
function mayConcern(doc_id: number, change: Parameters<Parameters<typeof reloadOn<(typeof kinds)[number]>>[1]>[0]) {
  const listed = useLinkedFrom.getState().lists[doc_id]?.items ?? []
  switch (change.kind) {
    case 'log.added':
    case 'log.corrected': {
      const { content, is_cut, id } = change.log
      return is_cut || linksTo(doc_id, content) || listed.some(({ log_id }) => log_id === id)
    }
    case 'message.sent':
    case 'message.changed': {
      const { data } = Message.safeParse(change.message)
      if (!data) return false
      return data.is_cut || linksTo(doc_id, data.message) || listed.some(({ message_id }) => message_id === data.id)
    }
    case 'comment.changed':
      return listed.some(({ task_id }) => task_id === change.task_id)
    case 'log.discussed':
      return listed.some(({ log_id }) => log_id === change.log_id)
    case 'logs.removed':
      return listed.some(({ log_id }) => log_id !== null && change.log_ids.includes(log_id))
    default:
      return change.kind === 'document.updated' || listed.some(text => text.doc_id === change.doc_id)
  }
}

/** Keeps the list of a document current. Returns the function that ends it. */
export function followLinkedFrom(doc_id: number): () => void {
  void useLinkedFrom.getState().load(doc_id)
  return reloadOn(
    kinds,
    () => void useLinkedFrom.getState().refresh(doc_id),
    change => (mayConcern(doc_id, change) ? doc_id : undefined),
  )
}
