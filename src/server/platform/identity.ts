import type { OrgEvent } from '#shared/contract/live'
import type { Powers } from '#shared/rules/capabilities'
import type { Bus } from './bus'
import type { Clock } from './clock'
import type { Tx } from './database/connection'

/** The person that a request acts as. */
export interface Caller {
  user_id: number
  session_id: number
  displayname: string
  language: string
  /** IANA zone. */
  timezone: string
}

/** What decides about a member of an organisation. */
export interface Membership extends Powers {
  role_ids: readonly number[]
  branch_ids: readonly number[]
  is_premium: boolean
  /** A guest, alone in an organisation of their own [D42]. */
  is_guest: boolean
}

/** Whom a good token names. */
export interface TokenSubject {
  user_id: number
  session_id: number
}

/** How a guest proves who they are. */
export interface GuestCredentials {
  guest_id: string
  guest_token: string
}

/** Whom good credentials of a guest name: a person of their own in an organisation of their own [D42]. */
export interface GuestSubject extends TokenSubject {
  organization_id: number
  /** Milliseconds since the epoch. */
  expires: number
}

/** How the app learns which guest calls. */
export interface GuestBook {
  /** True where the credentials were made by this server, whether or not the guest is still there. Asks no database. */
  isOurs(credentials: GuestCredentials): boolean
  /** Null for a guest who is not there any more, or never was, and for a token of another one. */
  find(credentials: GuestCredentials): Promise<GuestSubject | null>
}

/** Who calls, and what they are in the organisation they name. The caller is null once their session has ended. */
export interface Identified {
  caller: Caller | null
  membership: Membership | null
}

/** How the app learns who calls, from a transaction that is scoped to the person and the organisation. */
export type Identify = (tx: Tx, subject: TokenSubject, organization_id: number | undefined) => Promise<Identified>

/** Whether somebody may be a member no more, or with other capabilities, after an event. */
export const changesMembership = (event: OrgEvent): boolean => /^(member|role|branch)\./.test(event.kind)

/** How long it may take until a right that was taken away on another node is gone here [D41]. */
const rememberedFor = 1_000
const rememberedAtMost = 20_000

interface Remembered {
  subject: TokenSubject
  organization_id: number | undefined
  /** Null until it is there. */
  answer: Identified | null
  until: number
}

/**
 * Remembers for a second who calls, which spares most calls a round trip to the database. News of a change forgets at once those
 * whom it may concern. Each call asks in its own transaction until an answer is there: one that waited for what another
 * transaction asks, while that one waits for a lock of its own, would wait for ever.
 */
export function cachedIdentity(identify: Identify, { bus, clock }: { bus: Bus; clock: Clock }): Identify {
  const known = new Map<string, Remembered>()
  const forget = (concerns: (one: Remembered) => boolean) => {
    for (const [key, one] of known) if (concerns(one)) known.delete(key)
  }
  bus.subscribe(message => {
    switch (message.topic) {
      case 'events':
        if (message.events.some(event => changesMembership(event.event)))
          forget(one => one.organization_id === message.organization_id)
        break
      case 'session_ended':
        forget(one => one.subject.session_id === message.session_id)
        break
      case 'member_removed':
      case 'person_changed':
        forget(one => one.subject.user_id === message.user_id)
    }
  })
  return async (tx, subject, organization_id) => {
    const key = `${subject.session_id} ${subject.user_id} ${organization_id ?? ''}`
    const now = clock.elapsed()
    const kept = known.get(key)
    if (kept?.answer && kept.until > now) return kept.answer
    if (known.size >= rememberedAtMost) known.clear()
    // Known from the question on: news that comes before the answer forgets that one, too.
    const asked: Remembered = { subject, organization_id, answer: null, until: now + rememberedFor }
    known.set(key, asked)
    const answer = await identify(tx, subject, organization_id)
    // A stranger is not remembered: what lets them in may happen the next moment.
    if (answer.caller && (answer.membership || organization_id === undefined)) asked.answer = answer
    return answer
  }
}
