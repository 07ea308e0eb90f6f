import type { Input } from '#shared/contract/endpoint'
import { type Grant, grantAccess, listAccess, revokeAccess } from '#shared/contract/logbooks'
import { organisationInfo } from '#shared/contract/organisations'
import { call, type Outcome } from '../../platform/api'
import { createSlice } from '../../platform/store'
import type { Failure } from './timelines'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

interface Named {
  id: number
  name: string
}

/** Whom access can be given to. */
export interface Directory {
  user: Named[]
  role: Named[]
  branch: Named[]
}

interface AccessState {
  grants: Record<number, { list: Grant[]; status: Loaded; failure: Failure | null }>
  directory: Directory
  directoryStatus: Loaded
}

const initial: AccessState = {
  grants: {},
  directory: { user: [], role: [], branch: [] },
  directoryStatus: 'idle',
}

/** Who was given access to documents, and whom it can be given to [6.8a]. */
export const useAccess = createSlice(
  'logbookAccess',
  initial,
  (_set, get, writer) => {
    async function take(doc_id: number, asked: () => Promise<Outcome<Grant[]>>): Promise<Outcome<Grant[]>> {
      const write = writer()
      const outcome = await asked()
      if (outcome.ok) {
        write(({ grants }) => {
          grants[doc_id] = { list: outcome.data, status: 'ready', failure: null }
        })
      }
      return outcome
    }
    return {
      async loadGrants(doc_id: number): Promise<void> {
        const write = writer()
        write(({ grants }) => {
          grants[doc_id] ??= { list: [], status: 'loading', failure: null }
          if (grants[doc_id].status === 'failed') grants[doc_id].status = 'loading'
        })
        const outcome = await take(doc_id, () => call(listAccess, { doc_id }))
        if (outcome.ok) return
        write(({ grants }) => {
          const held = grants[doc_id]
          if (held?.status !== 'ready') {
            grants[doc_id] = { list: [], status: 'failed', failure: { code: outcome.code, message: outcome.message } }
          }
        })
      },
      grant: (wish: Input<typeof grantAccess>) => take(wish.doc_id, () => call(grantAccess, wish)),
      revoke: (wish: Input<typeof revokeAccess>) => take(wish.doc_id, () => call(revokeAccess, wish)),
      async loadDirectory(): Promise<void> {
        if (get().directoryStatus === 'loading') return
        const write = writer()
        write(state => {
          if (state.directoryStatus !== 'ready') state.directoryStatus = 'loading'
        })
        const outcome = await call(organisationInfo, {})
        if (!outcome.ok) {
          write(state => {
            if (state.directoryStatus !== 'ready') state.directoryStatus = 'failed'
          })
          return
        }
        const { all_users, roles, branches } = outcome.data
        write({
          directoryStatus: 'ready',
          directory: {
            user: all_users.map(one => ({ id: one.user_id, name: one.user_displayname })),
            role: roles.map(one => ({ id: one.role_id, name: one.role_name })),
            branch: branches.filter(one => !one.branch_softdelete).map(one => ({ id: one.id, name: one.branch_name })),
          },
        })
      },
    }
  },
  { scope: 'organisation' },
)
