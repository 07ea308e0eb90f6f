import type { OrgEvent } from '#shared/contract/events'
import type { Powers } from '#shared/rules/capabilities'
import { allows, type PlanName } from '#shared/rules/plans'
import type { Settings } from '../settings'
import type { Bus } from './bus'
import type { Clock } from './clock'
import type { Tx } from './database/connection'
import { planInForce } from './plans'

/** The person that a request acts as. */
export interface Caller {
  user_id: number
  session_id: number
  displayname: string
  language: string
  /** IANA zone. */
  timezone: string
}

/** What determines the rights of a member. */
export interface Membership extends Powers {
  role_ids: readonly number[]
  branch_ids: readonly number[]
  plan_id: PlanName
  /** Whether the plan includes Activity and My Tasks [D17]. */
  is_premium: boolean
  /** True for those who joined when the plan had no room any more: they read, and change nothing [D31]. */
  is_over_limit: boolean
  /** True for a guest, alone in an organisation of their own [D42]. */
  is_guest: boolean
}

/** A membership as it is stored: with the plan that is paid for, and the number of members who are counted before. */
export interface StoredMembership extends Omit<Membership, 'is_premium' | 'is_over_limit'> {
  /** Owners are always counted first; guests are alone. */
  members_before: number
}

/** The rights of a member under the plan in force. */
export function underPlan(settings: Pick<Settings, 'BILLING'>, stored: StoredMembership): Membership {
  const { members_before, ...membership } = stored
  const plan_id = planInForce(settings, stored.plan_id)
  return {
    ...membership,
    plan_id,
    is_premium: plan_id !== 'free',
    is_over_limit: !allows(plan_id, 'members', members_before + 1),
  }
}

/** The person and session of a valid token. */
export interface TokenSubject {
  user_id: number
  session_id: number
}

/** The credentials of a guest. */
export interface GuestCredentials {
  guest_id: string
  guest_token: string
}

/** The person and organisation of a guest with valid credentials, both their own [D42]. */
export interface GuestSubject extends TokenSubject {
  organization_id: number
  /** Milliseconds since the epoch. */
  expires: number
}

/** Finds the guest of a call. */
export interface GuestBook {
  /** Whether this server issued the credentials, even if the guest no longer exists. Does not query the database. */
  isOurs(credentials: GuestCredentials): boolean
  /** Null for a guest who no longer exists or never did, and for a wrong token. */
  find(credentials: GuestCredentials): Promise<GuestSubject | null>
}

/** The caller, and their membership in the organisation they name. The caller is null once their session has ended. */
export interface Identified {
  caller: Caller | null
  membership: Membership | null
}

/** Looks up the caller in a transaction that is limited to the person and the organisation. */
export type Identify = (tx: Tx, subject: TokenSubject, organization_id: number | undefined) => Promise<Identified>

/** Whether an event may end memberships or change capabilities. */
export const changesMembership = (event: OrgEvent): boolean =>
  /^(member|role|branch)\.|^organisation\.plan_changed$/.test(event.kind)

/** The longest time until a right that another node took away is gone here, in milliseconds [D41]. */
const cachedFor = 1_000
const maximumEntries = 20_000

interface CacheEntry {
  subject: TokenSubject
  organization_id: number | undefined
  /** Null until the answer arrives. */
  answer: Identified | null
  until: number
}

/**
 * Caches for a second who calls, which saves most calls a round trip to the database. A change at once removes the
 * entries of everybody it may concern. Each call queries in its own transaction until an answer is there: waiting for
 * the query of another transaction, which may itself wait for a lock, could deadlock.
 */
export function cachedIdentity(identify: Identify, { bus, clock }: { bus: Bus; clock: Clock }): Identify {
  const known = new Map<string, CacheEntry>()
  const forget = (concerns: (entry: CacheEntry) => boolean) => {
    for (const [key, entry] of known) if (concerns(entry)) known.delete(key)
  }
  bus.subscribe(message => {
    switch (message.topic) {
      case 'events':
        if (message.events.some(event => changesMembership(event.event)))
          forget(entry => entry.organization_id === message.organization_id)
        break
      case 'session_ended':
        forget(entry => entry.subject.session_id === message.session_id)
        break
      case 'member_removed':
      case 'person_changed':
        forget(entry => entry.subject.user_id === message.user_id)
    }
  })
  return async (tx, subject, organization_id) => {
    const key = `${subject.session_id} ${subject.user_id} ${organization_id ?? ''}`
    const now = clock.elapsed()
    const kept = known.get(key)
    if (kept?.answer && kept.until > now) return kept.answer
    if (known.size >= maximumEntries) known.clear()
    // Entered before the query, so that a change before the answer removes this entry too.
    const asked: CacheEntry = { subject, organization_id, answer: null, until: now + cachedFor }
    known.set(key, asked)
    const answer = await identify(tx, subject, organization_id)
    // Strangers are not cached, because they may be admitted the next moment.
    if (answer.caller && (answer.membership || organization_id === undefined)) asked.answer = answer
    return answer
  }
}
