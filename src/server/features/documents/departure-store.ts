import { sql } from 'kysely'
import type { Departure } from '../../platform/departure'

/** The most documents whose list entry is announced to the person who receives them. */
const announced = 200

/** Documents of somebody who leaves get another owner, deleted ones too, because they can be restored. */
export const documentsOfPerson: Departure = {
  name: 'documents',
  async handOver(ctx, { user_id, heir }) {
    if (heir === null) return 0
    const { rows } = await sql<{ id: number; is_deleted: boolean }>`
      update documents set created_by = ${heir}
      where organization_id = ${ctx.organization_id} and created_by = ${user_id}
      returning id, deleted_at is not null as is_deleted`.execute(ctx.tx)
    const doc_ids = rows.filter(row => !row.is_deleted).map(row => row.id)
    for (const doc_id of doc_ids.sort((a, b) => b - a).slice(0, announced))
      ctx.record({ kind: 'document.access_changed', doc_id }, { to: 'users', user_ids: [heir] })
    return rows.length
  },
}
