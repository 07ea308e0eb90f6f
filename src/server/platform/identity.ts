import type { Powers } from '#shared/rules/capabilities'
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
}

/** Whom a good token names. */
export interface TokenSubject {
  user_id: number
  session_id: number
}

/** Who calls, and what they are in the organisation they name. The caller is null once their session has ended. */
export interface Identified {
  caller: Caller | null
  membership: Membership | null
}

/** How the house learns who calls: sent with the opening of each transaction, so that a right that was taken away is gone at once. */
export type Identify = (tx: Tx, subject: TokenSubject, organization_id: number | undefined) => Promise<Identified>
