import type { OrgEvent } from '#shared/contract/live'
import { refuse } from '#shared/errors'
import { inTransaction } from './database/transaction'
import type { Audience } from './events'
import type { House } from './house'
import type { TokenSubject } from './identity'
import {
  type AuditRecord,
  type Gathered,
  gatherer,
  inOrganisation,
  type MemberScene,
  makeScene,
  type Scene,
  storeEvents,
  withCaller,
} from './scene'

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

/** What the house does in an organisation without anybody having called. */
export interface AloneScene extends Pick<Scene, 'tx' | 'house' | 'now'> {
  readonly organization_id: number
  audit(entry: AuditRecord): Promise<void>
  /** Like the event of a call, with the person whose doing it is, if anybody's. */
  record(event: OrgEvent, audience: Audience, actor_id: number | null): void
}

/** Runs `work` in a transaction of its own that is narrowed to the organisation. */
export async function actAlone<T>(
  house: House,
  organization_id: number,
  work: (at: AloneScene) => Promise<T>,
): Promise<T> {
  const gathered = gatherer()
  const result = await inTransaction(
    house.pool,
    { readOnly: false, organization_id },
    tx => {
      const scene = makeScene({ tx, house, ip: '', request_id: '' }, gathered)
      return work({
        ...scene,
        organization_id,
        audit: entry => scene.audit({ organization_id, ...entry }),
        record: (event, audience, actor_id) => {
          const events = gathered.events.get(organization_id) ?? []
          gathered.events.set(organization_id, [...events, { event, audience, actor_id, at: scene.now }])
        },
      })
    },
    tx => storeEvents(tx, gathered),
  )
  tellAfterwards(house, gathered)
  return result
}

/** The same for what only looks. */
export function lookAlone<T>(
  house: House,
  organization_id: number,
  work: (at: Pick<AloneScene, 'tx' | 'now'>) => Promise<T>,
): Promise<T> {
  const now = new Date(house.clock.now()).toISOString()
  return inTransaction(house.pool, { readOnly: true, organization_id }, tx => work({ tx, now }))
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
