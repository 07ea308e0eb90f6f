/** What people are put into, and what gives them what it was given itself. */
export interface Group {
  kind: 'role' | 'branch'
  id: number
}

/** Identifies a group of an organisation and a person who may or may not be a member. */
export interface GroupQuestion {
  organization_id: number
  group: Group
  user_id: number
  /** An ISO instant. */
  now: string
}
