import { sql } from 'kysely'
import { accessActivity } from '../access/activity-sql'
import { readable } from '../access/document-sql'

/** Changes of who may read a document. */
export const documentAccess = accessActivity('document', (ctx, id) => ({
  named: sql`select d.name, d.branch_id from documents d where ${readable(ctx)} and d.id = ${id}`,
  branch: sql`s.branch_id`,
}))
