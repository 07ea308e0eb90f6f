import { catchUp, UnreadDocument } from '#shared/contract/documents/catch-up'
import { openedDocument } from '#shared/contract/documents/endpoints'
import { call } from '../../../platform/api'
import { copied, reread } from '../../../platform/list-copies'
import { createListSlice } from '../../../platform/list-slice'
import { useUnread } from '../unread'

const copyName = 'catch-up'

/** Reads the copy of what others wrote anew. */
export const rereadCatchUp = (): Promise<void> => reread(copyName, () => call(catchUp, {}))

/** What others wrote since the person last opened each document. */
export const useCatchUp = createListSlice('catchUp', {
  list: async () => {
    const outcome = await call(catchUp, {})
    return outcome.ok ? { ...outcome, extra: { isOutdated: false } } : outcome
  },
  key: part => part.doc_id,
  copies: () => copied(copyName, UnreadDocument),
  /** Whether somebody has written since the list was loaded. It stays as it is, so that nothing moves under who reads. */
  extra: { isOutdated: false },
  actions: ({ changer, set }) => ({
    /** Marks a document as read on all devices; tells whether the server knows it. */
    async read(doc_id: number): Promise<boolean> {
      const change = changer()
      const outcome = await call(openedDocument, { doc_id })
      // A document that is gone has nothing to read either.
      if (!outcome.ok && outcome.code !== 'document.not_found') return false
      change(parts => parts.filter(part => part.doc_id !== doc_id))
      useUnread.getState().read(doc_id)
      return true
    },
    outdate() {
      set(state => {
        state.isOutdated = true
      })
    },
  }),
})
