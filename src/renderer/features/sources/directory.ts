import { type Branch, type Member, organisationInfo } from '#shared/contract/organisations/endpoints'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'

interface Directory {
  people: Member[]
  branches: Branch[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
}

const initial: Directory = { people: [], branches: [], status: 'idle' }

/** People and branches of the chosen workspace, for the locations of sources and for screen access. */
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
          const { all_users, branches } = outcome.data
          const existing = branches.filter(branch => !branch.branch_softdelete)
          Object.assign(state, { people: all_users, branches: existing, status: 'ready' })
        } else if (state.status !== 'ready') state.status = 'failed'
      })
    },
  }),
  { scope: 'organisation' },
)
