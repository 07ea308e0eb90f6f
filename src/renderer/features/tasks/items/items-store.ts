import type { Answer, Input } from '#shared/contract/endpoint'
import { createFromItems, listMadeItems } from '#shared/contract/tasks/origins'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'

type Made = Answer<typeof createFromItems>

/** The action items of summaries for which there are tasks, by document. */
export const useMadeItems = createKeyedListSlice('tasks.items', {
  list: (doc_id: number) => call(listMadeItems, { doc_id }),
  nameOf: doc_id => doc_id,
  key: made => made.item,
  actions: ({ changer }) => ({
    /** Creates tasks; a repetition with the same key creates no others. */
    async add(input: Input<typeof createFromItems>, key: string): Promise<Outcome<Made>> {
      const change = changer(input.doc_id)
      const outcome = await call(createFromItems, input, { idempotencyKey: key })
      if (outcome.ok) {
        const added = outcome.data.map(({ item, task_id }) => ({ item, task_id }))
        change(items => [...items.filter(known => added.every(({ item }) => item !== known.item)), ...added])
      }
      return outcome
    },
  }),
})
