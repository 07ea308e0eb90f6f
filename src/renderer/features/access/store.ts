import { useEffect } from 'react'
import {
  type AccessRequest,
  declineAccess,
  type Grant,
  type Grantee,
  grantSubjectAccess,
  listAccessRequests,
  listGrants,
  requestAccess,
  revokeSubjectAccess,
  type Subject,
} from '#shared/contract/access/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { call, type Outcome } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { createSlice, type Write } from '../../platform/store'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

interface Failure {
  code: string
  message: string
}

/** Returns a subject as a map key: `document.3`. */
export const keyOf = ({ kind, id }: Subject): string => `${kind}.${id}`

interface GrantList {
  list: Grant[]
  status: Exclude<Loaded, 'idle'>
  failure: Failure | null
}

type GrantParams = Omit<Input<typeof grantSubjectAccess>, keyof Subject>

/** Orders the answers about each subject, by `keyOf`. */
const orders = new Map<string, ReturnType<typeof latestOnly>>()

function askGrants(subject: Subject): () => boolean {
  const key = keyOf(subject)
  const ask = orders.get(key) ?? latestOnly()
  orders.set(key, ask)
  return ask()
}

interface Grants {
  held: Record<string, GrantList>
}

const noGrants: Grants = { held: {} }

function keep(write: Write<Grants>, subject: Subject, outcome: Outcome<Grant[]>, isNews: () => boolean): void {
  if (!outcome.ok || !isNews()) return
  write(({ held }) => {
    held[keyOf(subject)] = { list: outcome.data, status: 'ready', failure: null }
  })
}

/** The grants of documents, cameras and screens, by subject [6.8a, D41]. */
export const useGrants = createSlice(
  'grants',
  noGrants,
  (_set, get, writer) => {
    async function change(subject: Subject, asked: Promise<Outcome<Grant[]>>): Promise<Outcome<Grant[]>> {
      const write = writer()
      const outcome = await asked
      // Counts as a newer request, because grants read meanwhile may be older than the change.
      keep(write, subject, outcome, askGrants(subject))
      return outcome
    }
    return {
      async load({ kind, id }: Subject): Promise<void> {
        const subject = { kind, id }
        const key = keyOf(subject)
        const write = writer()
        const isNews = askGrants(subject)
        write(({ held }) => {
          held[key] ??= { list: [], status: 'loading', failure: null }
          if (held[key].status === 'failed') held[key].status = 'loading'
        })
        const outcome = await call(listGrants, subject)
        keep(write, subject, outcome, isNews)
        if (outcome.ok) return
        write(({ held }) => {
          // The grants read before stay visible.
          if (held[key]?.status === 'ready') return
          held[key] = { list: [], status: 'failed', failure: { code: outcome.code, message: outcome.message } }
        })
      },

      /** Reloads grants that were loaded before; others are not on screen. */
      async reload(subject: Subject): Promise<void> {
        if (get().held[keyOf(subject)]) await useGrants.getState().load(subject)
      },

      async give(subject: Subject, params: GrantParams): Promise<Outcome<Grant[]>> {
        const outcome = await change(subject, call(grantSubjectAccess, { ...subject, ...params }))
        if (outcome.ok && params.grantee_kind === 'user') {
          useAccessRequests.getState().answered(subject, params.grantee_id)
        }
        return outcome
      },

      revoke: (subject: Subject, { grantee_kind, grantee_id }: Grantee) =>
        change(subject, call(revokeSubjectAccess, { ...subject, grantee_kind, grantee_id })),
    }
  },
  { scope: 'organisation' },
)

interface Named {
  id: number
  name: string
}

/** Who access can be given to. */
interface Directory {
  user: Named[]
  role: Named[]
  branch: Named[]
  status: Loaded
}

const nobody: Directory = { user: [], role: [], branch: [], status: 'idle' }

/** People, roles and branches of the chosen workspace. */
export const useAccessDirectory = createSlice(
  'accessDirectory',
  nobody,
  (_set, get, writer) => ({
    async load(): Promise<void> {
      if (get().status === 'loading') return
      const write = writer()
      write(state => {
        if (state.status !== 'ready') state.status = 'loading'
      })
      const outcome = await call(organisationInfo, {})
      if (!outcome.ok) {
        write(state => {
          if (state.status !== 'ready') state.status = 'failed'
        })
        return
      }
      const { all_users, roles, branches } = outcome.data
      write({
        status: 'ready',
        user: all_users.map(all_user => ({ id: all_user.user_id, name: all_user.user_displayname })),
        role: roles.map(role => ({ id: role.role_id, name: role.role_name })),
        branch: branches
          .filter(branch => !branch.branch_softdelete)
          .map(branch => ({ id: branch.id, name: branch.branch_name })),
      })
    },
  }),
  { scope: 'organisation' },
)

interface Requests {
  /** Requests that the person can answer, oldest first. */
  list: AccessRequest[]
  status: Loaded
  /** The person's own unanswered requests, by subject. */
  asked: Record<string, true>
}

const noRequests: Requests = { list: [], status: 'idle', asked: {} }

const askRequests = latestOnly()

/** Requests for access: those of others to be answered, and the person's own [D41]. */
export const useAccessRequests = createSlice(
  'accessRequests',
  noRequests,
  (set, _get, writer) => ({
    async load(): Promise<void> {
      const write = writer()
      const isNews = askRequests()
      write(state => {
        if (state.status !== 'ready') state.status = 'loading'
      })
      const outcome = await call(listAccessRequests, {})
      if (!isNews()) return
      write(state => {
        if (outcome.ok) Object.assign(state, { list: outcome.data, status: 'ready' })
        else if (state.status !== 'ready') state.status = 'failed'
      })
    },

    /** Gives permanent read access. Other levels and limited access are given in the form. */
    give: ({ kind, id, user }: AccessRequest): Promise<Outcome<Grant[]>> =>
      useGrants.getState().give({ kind, id }, { grantee_kind: 'user', grantee_id: user.user_id, level: 'viewer' }),

    async decline({ kind, id, user }: AccessRequest): Promise<Outcome<null>> {
      const outcome = await call(declineAccess, { kind, id, requested_by: user.user_id })
      const isOver = outcome.ok || outcome.code === 'access.request_not_found'
      if (isOver) useAccessRequests.getState().answered({ kind, id }, user.user_id)
      return outcome
    },

    /** Removes a request that was answered here, on another device or by somebody else. */
    answered(subject: Subject, user_id: number) {
      set(state => {
        const key = keyOf(subject)
        state.list = state.list.filter(
          writableNonArrayDraft =>
            writableNonArrayDraft.user.user_id !== user_id || keyOf(writableNonArrayDraft) !== key,
        )
      })
    },

    /** Requests access. The answer does not reveal whether the subject exists. */
    async ask({ kind, id }: Subject, note: string): Promise<Outcome<null>> {
      const write = writer()
      const outcome = await call(requestAccess, { kind, id, note })
      if (outcome.ok) {
        write(({ asked }) => {
          asked[keyOf({ kind, id })] = true
        })
      }
      return outcome
    },

    /** The person's request was answered, so they may ask again. */
    ownAnswered(subject: Subject) {
      set(({ asked }) => {
        delete asked[keyOf(subject)]
      })
    },
  }),
  { scope: 'organisation' },
)

/** Returns the number of open requests for a subject, and loads them if needed; null requests nothing. */
export function useOpenRequests(subject: Subject | null): number {
  const list = useAccessRequests(state => state.list)
  const isNew = useAccessRequests(state => state.status === 'idle') && subject !== null
  useEffect(() => {
    if (isNew) void useAccessRequests.getState().load()
  }, [isNew])
  return subject ? list.filter(request => keyOf(request) === keyOf(subject)).length : 0
}
