import {
  type GrantInput,
  grantSubjectAccess,
  listGrants,
  revokeSubjectAccess,
  type Subject,
} from '#shared/contract/access/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { openYard } from '../sources/test-yard'

/** An id that belongs to nothing. */
export const nowhere = 999_999_999

export const camera = (id: number): Subject => ({ kind: 'camera', id })
export const document = (id: number): Subject => ({ kind: 'document', id })
export const screen = (whose: Actor): Subject => ({ kind: 'screen', id: whose.user_id })
export const person = (who: Actor) => ({ grantee_kind: 'user', grantee_id: who.user_id }) as const

/** Ridgeway Cycles with its sources, and helpers for the tests of access. */
export async function openGate(settings: Record<string, string> = {}) {
  const yard = await openYard(settings)
  const { server } = yard
  return {
    ...yard,
    /** Creates a logbook, by default a private one of Tom's; returns its id. */
    logbook: async (document_name: string, params: Partial<Input<typeof createDocument>> = {}, by = yard.tom) =>
      (await by.call(createDocument, { document_name, document_type: 'logbook', ...params })).doc_id,
    gives: (by: Actor, subject: Subject, gift: Omit<GrantInput, 'level'> & Partial<GrantInput>) =>
      by.call(grantSubjectAccess, { ...subject, ...gift }),
    takes: (by: Actor, subject: Subject, from: Pick<GrantInput, 'grantee_kind' | 'grantee_id'>) =>
      by.call(revokeSubjectAccess, { ...subject, ...from }),
    /** The names on the list of grants, as somebody sees it. */
    listed: async (by: Actor, subject: Subject) =>
      (await by.call(listGrants, subject)).map(grant => grant.grantee_name),
    leavesRole: (role_id: number, who: Actor) =>
      yard.maya.call(manageRoleUsers, { role_id, users_to_be_removed: [who.user_id] }),
    /** Moves somebody's requests this many milliseconds into the past. */
    wereMade: (by: Actor, ago: number) =>
      server.asOwner('update access_requests set asked_at = $2 where user_id = $1', [
        by.user_id,
        new Date(server.clock.now() - ago).toISOString(),
      ]),
    instantIn: (milliseconds: number) => new Date(server.clock.now() + milliseconds).toISOString(),
    /** The number of the newest event of the organisation. */
    newest: async () => {
      const [row] = await server.asOwner<{ seq: string }>('select seq from event_counters where organization_id = $1', [
        yard.maya.organization_id,
      ])
      return Number(row?.seq)
    },
  }
}

export type Gate = Awaited<ReturnType<typeof openGate>>
