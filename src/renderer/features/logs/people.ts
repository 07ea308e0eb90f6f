import { Person } from '#shared/contract/common'
import { copied } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'
import { useDirectory } from '../organisations/store'

/** Larger workspaces are known in part without a server. */
const maxPeople = 1_000

/** The names of the people of the workspace, nothing else of them, as they were read last. */
const useNames = createListSlice('logs.people', {
  async list() {
    if (useDirectory.getState().status !== 'ready') await useDirectory.getState().open()
    const { items, status, failure } = useDirectory.getState()
    if (status !== 'ready' && failure) return { ok: false, ...failure }
    const data = items.map(
      ({ user_id, user_displayname }): Person => ({
        ...{ user_id, user_displayname },
        ...{ user_image: null, user_phone: null, user_email: null },
      }),
    )
    return { ok: true, data }
  },
  key: person => person.user_id,
  copies: () => copied('people', Person, maxPeople),
})

useDirectory.subscribe(({ items }, before) => {
  if (items !== before.items && useNames.getState().status !== 'idle') void useNames.getState().refresh()
})

/** Loads the people whom a text may name. Who begins to write may name somebody where there is no network any more. */
export function knowPeople(): void {
  if (useNames.getState().status === 'idle') void useNames.getState().load()
}

/** Returns the people whom a text may name: those of the directory or, without a server, those who were read last. */
export function usePeople(): readonly Person[] {
  const people = useDirectory(state => state.items)
  const names = useNames(state => state.items)
  return people.length > 0 ? people : names
}
