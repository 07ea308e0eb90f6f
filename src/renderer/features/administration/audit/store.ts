import { readAudit } from '#shared/contract/audit/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { call } from '../../../platform/api'
import { createListSlice } from '../../../platform/list-slice'

/** What the log is filtered by; all that is given must match. */
export type AuditFilter = Pick<Input<typeof readAudit>, 'from' | 'to' | 'actor' | 'kind'>

/** The audit log of the workspace, newest first [D8]. Changes of others are seen when it is loaded again. */
export const useAudit = createListSlice('audit', {
  list: (page, query: AuditFilter) => call(readAudit, { ...query, ...page }),
  key: entry => entry.audit_id,
  query: {},
})

export const loadMoreEntries = (): void => void useAudit.getState().loadMore()
