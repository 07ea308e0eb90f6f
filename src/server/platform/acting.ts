import { refuse } from '#shared/errors'
import { inTransaction } from './database/transaction'
import type { House } from './house'
import type { TokenSubject } from './identity'
import { type Gathered, gatherer, inOrganisation, type MemberScene, makeScene, storeEvents, withCaller } from './scene'

/** For whom the house does something after their call was answered. */
export interface OnBehalfOf extends TokenSubject {
  organization_id: number
  ip: string
  request_id: string
}

/**
 * Runs `work` as a member, in a transaction of its own, with the rights they have at this moment: somebody who was removed or
 * signed out meanwhile gets nothing more.
 */
export async function actAs<T>(house: House, who: OnBehalfOf, work: (at: MemberScene) => Promise<T>): Promise<T> {
  const { organization_id, ip, request_id } = who
  const gathered = gatherer()
  const result = await inTransaction(
    house.pool,
    { readOnly: false, organization_id, user_id: who.user_id, opening: tx => house.identify(tx, who, organization_id) },
    async (tx, { caller, membership }) => {
      if (!caller) throw refuse('session.expired')
      if (!membership) throw refuse('organization.not_member')
      const scene = withCaller(makeScene({ tx, house, ip, request_id }, gathered), caller, gathered)
      return work({ ...inOrganisation(scene, organization_id, gathered), member: membership })
    },
    tx => storeEvents(tx, gathered),
  )
  tellAfterwards(house, gathered)
  return result
}

/** What follows a commit: news of events, and the tasks that waited for it. */
export function tellAfterwards(house: House, gathered: Gathered): void {
  for (const [organization_id, events] of gathered.stored) {
    house.bus.publish({ topic: 'events', organization_id, events })
    for (const { event } of events) {
      if (event.kind !== 'member.removed') continue
      house.bus.publish({ topic: 'member_removed', organization_id, user_id: event.user_id })
    }
  }
  for (const task of gathered.afterwards) {
    Promise.resolve()
      .then(task)
      .catch(error => house.log.error({ err: error }, 'A task after a commit failed.'))
  }
}
