import type { Input } from '#shared/contract/endpoint'
import { addBranch, type Branch, listBranches } from '#shared/contract/organisations/endpoints'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'

/** The spaces that the person may see, the primary one first [D4]. Kept on the device for the next visit. */
export const useSpaces = createListSlice('spaces', {
  list: () => call(listBranches, {}),
  key: branch => branch.id,
  persist: ['items'],
  refreshOn: ['branch.changed'],
  actions: ({ changer }) => ({
    async add(fields: Input<typeof addBranch>): Promise<Outcome<Branch>> {
      const change = changer()
      const outcome = await call(addBranch, fields)
      if (outcome.ok) change(items => [...items.filter(branch => branch.id !== outcome.data.id), outcome.data])
      return outcome
    },
  }),
})
