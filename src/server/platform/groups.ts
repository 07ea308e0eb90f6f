import type { Tx } from './database/connection'

/** What people are put into, and what gives them what it was given itself. */
export interface Group {
  kind: 'role' | 'branch'
  id: number
}

/** Asks about a group of an organisation and somebody who may or may not be a member. */
export interface GroupQuestion {
  organization_id: number
  group: Group
  user_id: number
  /** ISO. */
  now: string
}

/** How the app learns whether a group opens something to those in it that somebody may not see, or not do as much with [D41]. */
export type OpensMore = (tx: Tx, question: GroupQuestion) => Promise<boolean>
