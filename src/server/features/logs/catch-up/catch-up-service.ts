import { catchUpLimits, type UnreadDocument } from '#shared/contract/documents/catch-up'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { recordDocumentViews } from '../../audit/service'
import { unreadParts } from '../../documents/service'
import { logsFromRows } from '../log-from'
import { newLogs } from './store'

/** What others wrote since the caller last opened each document [2.2, 3.6]. Reading it does not mark it as read. */
export async function catchUp(ctx: MemberContext): Promise<UnreadDocument[]> {
  const parts = await unreadParts(ctx, catchUpLimits.documents)
  if (parts.length === 0) return []
  const rows = await newLogs(ctx, parts, catchUpLimits)
  const logs = await logsFromRows(ctx, rows)
  const counts = new Map(rows.map(row => [row.doc_id, row.count]))
  recordDocumentViews(ctx, [...counts.keys()])
  return Promise.all(
    parts.map(async ({ writer, ...part }) => ({
      ...part,
      written_by: writer && (await personFrom(ctx, writer)),
      count: counts.get(part.doc_id) ?? 0,
      logs: logs.filter(log => log.doc_id === part.doc_id),
    })),
  )
}
