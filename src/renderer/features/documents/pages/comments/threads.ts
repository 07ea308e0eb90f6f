import {
  addPageComment,
  addPageThread,
  editPageComment,
  listPageThreads,
  PageThread,
  resolvePageThread,
} from '#shared/contract/documents/page-comments'
import type { Input } from '#shared/contract/endpoint'
import { call, type Outcome } from '../../../../platform/api'
import { createKeyedListSlice } from '../../../../platform/keyed-list-slice'
import { copied } from '../../../../platform/list-copies'
import { onEvent, onResync } from '../../../../platform/live'
import { createSlice } from '../../../../platform/store'
import { copyOfPart } from '../../store'

export interface ThreadList {
  doc_id: number
  is_resolved: boolean
}
export const nameOfList = ({ doc_id, is_resolved }: ThreadList): string =>
  `${doc_id} ${is_resolved ? 'resolved' : 'open'}`

/** The comments on the passages of pages, newest passage first. */
export const useThreads = createKeyedListSlice('pages.threads', {
  list: (of: ThreadList, page) => call(listPageThreads, { ...of, ...page }),
  nameOf: nameOfList,
  copies: ({ doc_id, is_resolved }) =>
    copied(copyOfPart(doc_id, is_resolved ? 'threads.resolved' : 'threads'), PageThread),
  key: thread => thread.thread_id,
  actions: ({ changer }) => {
    function put(thread: PageThread): void {
      for (const is_resolved of [false, true])
        changer({ doc_id: thread.doc_id, is_resolved })(items => {
          const others = items.filter(({ thread_id }) => thread_id !== thread.thread_id)
          if ((thread.resolved_at !== null) !== is_resolved) return others
          return [...others, thread].sort((a, b) => b.thread_id - a.thread_id)
        })
    }
    async function settled(outcome: Promise<Outcome<PageThread>>): Promise<Outcome<PageThread>> {
      const now = await outcome
      if (now.ok) put(now.data)
      return now
    }
    return {
      comment: (input: Input<typeof addPageThread>) => settled(call(addPageThread, input)),
      answer: (input: Input<typeof addPageComment>) => settled(call(addPageComment, input)),
      edit: (input: Input<typeof editPageComment>) => settled(call(editPageComment, input)),
      resolve: (thread_id: number, is_resolved: boolean) =>
        settled(call(resolvePageThread, { thread_id, is_resolved })),
    }
  },
})

/** A passage that a person is about to comment on, and the thread that they look at. */
export const useAtPassage = createSlice(
  'pages.passage',
  {
    draft: null as { doc_id: number; passage: PageThread['passage']; quote: string } | null,
    active: null as number | null,
  },
  set => ({
    begin: (draft: { doc_id: number; passage: PageThread['passage']; quote: string }) => set({ draft, active: null }),
    end: () => set({ draft: null }),
    look: (active: number | null) => set({ active }),
  }),
)

/** Reads the comments on a page, and follows them until the returned function is called. */
export function followThreads(doc_id: number): () => void {
  const lists = [false, true].map(is_resolved => ({ doc_id, is_resolved }))
  const { load, refresh } = useThreads.getState()
  for (const list of lists) void load(list)
  const again = () => {
    for (const list of lists) void refresh(list)
  }
  return onEvent('page.commented', change => {
    if (change.doc_id === doc_id) again()
  })
}

// Also those of pages that were left, whose copies would be reported for ever.
onResync(() => {
  for (const name of Object.keys(useThreads.getState().lists)) {
    const [doc_id, kind] = name.split(' ')
    void useThreads.getState().refresh({ doc_id: Number(doc_id), is_resolved: kind === 'resolved' })
  }
})
