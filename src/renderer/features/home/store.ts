import { listBranches } from '#shared/contract/organisations/branches'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { call } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'

/** The spaces that the person may see, the primary one first [D4]. Kept on the device for the next visit. */
export const useSpaces = createListSlice('spaces', {
  list: () => call(listBranches, {}),
  key: branch => branch.id,
  persist: ['items'],
  refreshOn: ['branch.changed'],
  actions: ({ changer }) => ({
    /** Shows a space that was just added, before its event comes. */
    show(space: Branch) {
      changer()(items => [...items.filter(branch => branch.id !== space.id), space])
    },
  }),
})
