import { sql } from 'kysely'
import { view as limits } from '#shared/contract/tasks/limits'
import type { ViewSettings } from '#shared/contract/tasks/views'
import type { MemberContext } from '../../platform/request-context'

export interface ViewRow {
  view_id: number
  name: string
  branch_id: number | null
  settings: ViewSettings
  is_shared: boolean
  author_id: number
}

const columns = sql`v.id as view_id, v.name, v.branch_id, v.settings, v.is_shared, v.author_id`

/** The caller's views of a space, or of My Tasks, and the shared ones. Does not check whether they may see the space. */
export async function listViews(
  { tx, organization_id, caller }: MemberContext,
  branch_id: number | null,
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from task_views v
    where v.organization_id = ${organization_id} and v.branch_id is not distinct from ${branch_id}::bigint
      and (v.author_id = ${caller.user_id} or v.is_shared)
    order by v.author_id <> ${caller.user_id}, lower(v.name), v.id
    limit ${limits.perPerson + limits.shared}`.execute(tx)
  return rows
}

export async function countOwn({ tx, organization_id, caller }: MemberContext): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from task_views
    where organization_id = ${organization_id} and author_id = ${caller.user_id}`.execute(tx)
  return rows[0]?.found ?? 0
}

/** A view of the caller, or a shared one, held until the call ends. */
export async function lockView(
  { tx, organization_id, caller }: MemberContext,
  view_id: number,
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from task_views v
    where v.organization_id = ${organization_id} and v.id = ${view_id}
      and (v.author_id = ${caller.user_id} or v.is_shared) for update`.execute(tx)
  return rows[0]
}

export async function insertView(
  { tx, organization_id, caller, now }: MemberContext,
  { settings, ...view }: Pick<ViewRow, 'name' | 'branch_id' | 'settings' | 'is_shared'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('task_views')
    .values({
      ...view,
      organization_id,
      author_id: caller.user_id,
      settings: JSON.stringify(settings),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(
  { tx, organization_id }: MemberContext,
  { view_id, name, settings, is_shared }: ViewRow,
): Promise<void> {
  await tx
    .updateTable('task_views')
    .set({ name, settings: JSON.stringify(settings), is_shared })
    .where('organization_id', '=', organization_id)
    .where('id', '=', view_id)
    .execute()
}

export async function deleteView({ tx, organization_id }: MemberContext, view_id: number): Promise<void> {
  await tx.deleteFrom('task_views').where('organization_id', '=', organization_id).where('id', '=', view_id).execute()
}
