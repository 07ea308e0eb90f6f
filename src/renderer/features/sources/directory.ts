import { type Branch, type Member, organisationInfo, type Role } from '#shared/contract/organisations'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'

interface Directory {
  people: Member[]
  roles: Role[]
  branches: Branch[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
}

const initial: Directory = { people: [], roles: [], branches: [], status: 'idle' }

/** People, roles and branches of the chosen workspace: where sources are, and who may be let see them. */
export const useDirectory = createSlice(
  'sourcesDirectory',
  initial,
  (_set, get, writer) => ({
    async load(): Promise<void> {
      if (get().status === 'loading') return
      const write = writer()
      write(state => {
        if (state.status !== 'ready') state.status = 'loading'
      })
      const outcome = await call(organisationInfo, {})
      write(state => {
        if (outcome.ok) {
          const { all_users, roles, branches } = outcome.data
          const there = branches.filter(one => !one.branch_softdelete)
          Object.assign(state, { people: all_users, roles, branches: there, status: 'ready' })
        } else if (state.status !== 'ready') state.status = 'failed'
      })
    },
  }),
  { scope: 'organisation' },
)
