import type { AuditEntry, readAudit } from '#shared/contract/audit/endpoints'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import { perApp } from '../../platform/app-context'
import { createCursor } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'
import { ViewJournal } from './view-journal'
import type { View } from './views-store'

const cursor = createCursor(Id)

function entryFrom({ id, ...rest }: store.AuditRow): AuditEntry {
  return { audit_id: id, ...rest }
}

/** Writes views after the answers; the server closes it when it stops. */
export const viewJournal = perApp(app => new ViewJournal(app))

/** What was seen, and whether Mate read it. */
type Seen = Pick<View, 'kind' | 'subject' | 'details'>

/** Records for the owners what the caller is shown, once the call succeeds [D41]. Views of guests are not recorded. */
export function recordViews(ctx: MemberContext, seen: readonly Seen[]): void {
  const { app, organization_id, caller, member, ip, now } = ctx
  if (seen.length === 0 || member.is_guest) return
  ctx.afterCommit(() => {
    for (const view of seen) viewJournal(app).add({ ...view, organization_id, actor_id: caller.user_id, ip, at: now })
  })
}

/** Records that the caller reads documents, directly or through Mate. */
export function recordDocumentViews(ctx: MemberContext, doc_ids: readonly number[], via?: 'mate'): void {
  recordViews(
    ctx,
    [...new Set(doc_ids)].map(doc_id => ({
      kind: 'document.viewed',
      subject: `document:${doc_id}`,
      details: via ? { via } : {},
    })),
  )
}

/** The audit log of the organisation [D8], newest first. */
export async function read(
  ctx: MemberContext,
  { limit, ...params }: Body<typeof readAudit>,
): Promise<Page<AuditEntry>> {
  const { cursor: from, ...filter } = params
  const rows = await store.entries(ctx, { ...filter, before: cursor.read(from), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => row.id)
  return { items: shown.map(entryFrom), next_cursor }
}
