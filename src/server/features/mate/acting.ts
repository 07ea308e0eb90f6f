import { refuse } from '#shared/errors'
import { inTransaction } from '../../platform/database/transaction'
import { appendEvents } from '../../platform/events'
import type { House } from '../../platform/house'
import { type Gathered, inOrganisation, type MemberScene, makeScene, withCaller } from '../../platform/scene'
import { membershipOf } from '../organisations/service'
import { callerOf } from '../session/service'

/** Whose question is being answered. */
export interface Asker {
  user_id: number
  session_id: number
  organization_id: number
  ip: string
  request_id: string
}

/**
 * Runs `work` as the person who asked, in a transaction of its own, with the rights they have at this moment: somebody who was
 * removed or signed out while Mate is answering gets nothing more.
 */
export async function actAs<T>(house: House, asker: Asker, work: (at: MemberScene) => Promise<T>): Promise<T> {
  const { organization_id, user_id, session_id, ip, request_id } = asker
  const gathered: Gathered = { events: new Map(), beforeAnswer: [], afterwards: [] }
  const result = await inTransaction(
    house.pool,
    {
      readOnly: false,
      organization_id,
      user_id,
      opening: tx => Promise.all([callerOf(tx, user_id, session_id), membershipOf(tx, organization_id, user_id)]),
    },
    async (tx, [caller, membership]) => {
      if (!caller) throw refuse('session.expired')
      if (!membership) throw refuse('organization.not_member')
      const scene = withCaller(makeScene({ tx, house, ip, request_id }, gathered), caller, gathered)
      return work({ ...inOrganisation(scene, organization_id, gathered), member: membership })
    },
    tx => [...gathered.events].map(([organization, events]) => appendEvents(tx, organization, events)),
  )
  for (const organization of gathered.events.keys())
    house.bus.publish({ topic: 'events', organization_id: organization })
  return result
}
