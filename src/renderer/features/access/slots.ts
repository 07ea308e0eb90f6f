import type { Subject } from '#shared/contract/access/endpoints'
import { createSlot } from '../../platform/slot'

interface AccessGrantsProps {
  subject: Subject
  /** Whether the person may give and revoke access; otherwise the list is read-only. */
  managed: boolean
  /** Called after this person gave or revoked access here. */
  onChanged?: () => void
}

/** The list of people with access, and the form that gives access. */
export const AccessGrants = createSlot<AccessGrantsProps>()

/** Open requests for access, to be answered; empty if there are none. */
export const AccessRequests = createSlot<{ subject: Subject; onChanged?: () => void }>()

/** The button on a page without access; it asks the people who can give access, if there are any. */
export const AskForAccess = createSlot<{ subject: Subject }>()
