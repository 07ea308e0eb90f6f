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
import { call, type Outcome } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { createListSlice } from '../../platform/list-slice'

/** Returns a subject as a map key: `document.3`. */
export const keyOf = ({ kind, id }: Subject): string => `${kind}.${id}`

type GrantParams = Omit<Input<typeof grantSubjectAccess>, keyof Subject>

/** The grants of documents, cameras and screens, by subject [6.8a, D41]. */
export const useGrants = createKeyedListSlice('grants', {
  list: ({ kind, id }: Subject) => call(listGrants, { kind, id }),
  key: ({ grantee_kind, grantee_id }) => `${grantee_kind}.${grantee_id}`,
  nameOf: keyOf,
  actions: ({ replacer }) => {
    /** The answer to a change is newer than grants that were read meanwhile. */
    async function change(subject: Subject, asked: Promise<Outcome<Grant[]>>): Promise<Outcome<Grant[]>> {
      const replace = replacer(subject)
      const outcome = await asked
      if (outcome.ok) replace(outcome.data)
      return outcome
    }
    return {
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
})

/** Requests for access: those that the person can answer, oldest first, and the person's own [D41]. */
export const useAccessRequests = createListSlice('accessRequests', {
  list: () => call(listAccessRequests, {}),
  key: request => `${keyOf(request)}.${request.user.user_id}`,
  extra: {
    /** The person's own unanswered requests, by subject. */
    asked: {} as Record<string, true>,
  },
  // Answered here, on another device or by somebody else.
  events: ['access.request_answered'],
  reduce: (items, { subject, user_id }) => withoutRequest(items, subject, user_id),
  // Roles decide who can answer, and requests for deleted subjects are void.
  refreshOn: ['member.changed', 'role.changed', 'document.deleted', 'camera.deleted'],
  actions: ({ set, writer, changer }) => ({
    /** Gives permanent read access. Other levels and limited access are given in the form. */
    give: ({ kind, id, user }: AccessRequest): Promise<Outcome<Grant[]>> =>
      useGrants.getState().give({ kind, id }, { grantee_kind: 'user', grantee_id: user.user_id, level: 'viewer' }),

    async decline({ kind, id, user }: AccessRequest): Promise<Outcome<null>> {
      const change = changer()
      const outcome = await call(declineAccess, { kind, id, requested_by: user.user_id })
      const isOver = outcome.ok || outcome.code === 'access.request_not_found'
      if (isOver) change(items => withoutRequest(items, { kind, id }, user.user_id))
      return outcome
    },

    answered(subject: Subject, user_id: number) {
      changer()(items => withoutRequest(items, subject, user_id))
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
})

const withoutRequest = (items: AccessRequest[], subject: Subject, user_id: number): AccessRequest[] =>
  items.filter(request => request.user.user_id !== user_id || keyOf(request) !== keyOf(subject))

/** Returns the number of open requests for a subject, and loads them if needed; null requests nothing. */
export function useOpenRequests(subject: Subject | null): number {
  const list = useAccessRequests(state => state.items)
  const isNew = useAccessRequests(state => state.status === 'idle') && subject !== null
  useEffect(() => {
    if (isNew) void useAccessRequests.getState().load()
  }, [isNew])
  return subject ? list.filter(request => keyOf(request) === keyOf(subject)).length : 0
}
