import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { namesOfJobs } from '../jobs/service'
import type { NotificationRow } from './store'

/**
 * The notifications whose subjects the caller may see right now, by the rules of the features that own those. Rights can
 * end after somebody was notified, and a title must not outlive them.
 */
export async function visibleAmong(ctx: MemberContext, rows: readonly NotificationRow[]): Promise<NotificationRow[]> {
  const { app, tx, organization_id, caller, now } = ctx
  const ports = portsOf(app)
  const idsOf = (kind: NotificationRow['subject_kind']) => [
    ...new Set(rows.filter(row => row.subject_kind === kind).map(row => row.subject_id)),
  ]
  const among = async (
    kind: NotificationRow['subject_kind'],
    find: (ids: readonly number[]) => Promise<{ has(id: number): boolean }>,
  ) => {
    const ids = idsOf(kind)
    return [kind, ids.length === 0 ? new Set<number>() : await find(ids)] as const
  }
  const readable = (ids: readonly number[]) =>
    ports.readableAmong(tx, { organization_id, user_id: caller.user_id, now }, ids)
  const seen = new Map(
    await Promise.all([
      among('task', ids => ports.tasksSeenAmong(ctx, ids)),
      among('chat', ids => ports.chatsAmong(ctx, ids)),
      among('job', ids => namesOfJobs(ctx, ids)),
      among('document', readable),
      among('log', readable),
      among('graph', readable),
      among('screen', async () => new Set([caller.user_id])),
    ]),
  )
  return rows.filter(row => seen.get(row.subject_kind)?.has(row.subject_id))
}
