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
