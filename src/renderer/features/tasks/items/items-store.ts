import type { Answer, Input } from '#shared/contract/endpoint'
import { createFromItems, listMadeItems, listOpenItems, type OpenItems, tickItem } from '#shared/contract/tasks/origins'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { createListSlice } from '../../../platform/list-slice'

type Made = Answer<typeof createFromItems>

/** The text of a document, or of a log in it. */
export interface ItemText {
  doc_id: number
  log_id?: number | undefined
}

export const nameOfText = ({ doc_id, log_id }: ItemText): string => (log_id ? `log ${log_id}` : `document ${doc_id}`)

/** The action items of texts for which there are tasks, by text. */
export const useMadeItems = createKeyedListSlice('tasks.items', {
  list: ({ doc_id, log_id }: ItemText) => call(listMadeItems, { doc_id, log_id }),
  nameOf: nameOfText,
  key: made => made.item,
  actions: ({ changer }) => ({
    /** Creates tasks; a repetition with the same key creates no others. */
    async add(input: Input<typeof createFromItems>, key: string): Promise<Outcome<Made>> {
      const change = changer(input)
      const outcome = await call(createFromItems, input, { idempotencyKey: key })
      if (outcome.ok) {
        const added = outcome.data.map(({ item, task_id }) => ({ item, task_id }))
        change(items => [...items.filter(known => added.every(({ item }) => item !== known.item)), ...added])
      }
      return outcome
    },
  }),
})

/** Action items of the texts that one may read, of which no task was made. */
export const useOpenItems = createListSlice('tasks.openItems', {
  list: page => call(listOpenItems, { ...page, limit: 20 }),
  key: ({ doc_id, log_id }: OpenItems) => nameOfText({ doc_id, log_id: log_id ?? undefined }),
  actions: () => ({
    /** Marks an action item as done or not done where it stands. */
    tick: ({ doc_id, log_id }: OpenItems, item: string, is_done: boolean): Promise<Outcome<null>> =>
      call(tickItem, { doc_id, item, is_done, ...(log_id !== null && { log_id }) }),
  }),
})
