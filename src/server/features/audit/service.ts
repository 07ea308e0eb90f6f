import type { AuditEntry, readAudit } from '#shared/contract/audit'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import { cursorOf } from '../../platform/cursor'
import { perHouse } from '../../platform/house'
import type { MemberScene } from '../../platform/scene'
import * as store from './store'
import { ViewJournal } from './view-journal'
import type { View } from './views-store'

const cursor = cursorOf(Id)

function entryFrom({ id, ...rest }: store.AuditRow): AuditEntry {
  return { audit_id: id, ...rest }
}

/** Writes views behind the answers; the server closes it when it stops. */
export const viewJournal = perHouse(house => new ViewJournal(house))

/** What was seen, and by whose eyes. */
type Seen = Pick<View, 'kind' | 'subject' | 'details'>

/** Notes for the owners that the caller is shown something, once the call succeeded [D41]. Of guests nobody keeps a log. */
export function noteViews(at: MemberScene, seen: readonly Seen[]): void {
  const { house, organization_id, caller, member, ip, now } = at
  if (seen.length === 0 || member.is_guest) return
  at.after(() => {
    for (const one of seen) viewJournal(house).add({ ...one, organization_id, actor_id: caller.user_id, ip, at: now })
  })
}

/** Notes that the caller reads documents, by themselves or by asking Mate. */
export function noteDocumentViews(at: MemberScene, doc_ids: readonly number[], via?: 'mate'): void {
  noteViews(
    at,
    [...new Set(doc_ids)].map(doc_id => ({
      kind: 'document.viewed',
      subject: `document:${doc_id}`,
      details: via ? { via } : {},
    })),
  )
}

/** The audit log of the organisation [D8], newest first. */
export async function read(at: MemberScene, { limit, ...wish }: Body<typeof readAudit>): Promise<Page<AuditEntry>> {
  const { cursor: from, ...filter } = wish
  const rows = await store.entries(at, { ...filter, before: cursor.read(from), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => row.id)
  return { items: shown.map(entryFrom), next_cursor }
}
