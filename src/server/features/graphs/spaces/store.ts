import { sql } from 'kysely'
import type { MemberContext } from '../../../platform/request-context'

/** Ids of the spaces that a graph is pinned to. */
export async function spacesOf(ctx: MemberContext, graph_id: number): Promise<number[]> {
  const rows = await ctx.tx
    .selectFrom('space_graphs')
    .select('branch_id')
    .where('organization_id', '=', ctx.organization_id)
    .where('graph_id', '=', graph_id)
    .orderBy('branch_id')
    .execute()
  return rows.map(row => row.branch_id)
}

interface Pin {
  graph_id: number
  branch_id: number
}

/** Pins a graph to a space unless that has `most` others. Returns whether it is pinned now. */
export async function pin(ctx: MemberContext, { graph_id, branch_id }: Pin, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into space_graphs (organization_id, branch_id, graph_id)
    select ${ctx.organization_id}::bigint, ${branch_id}::bigint, ${graph_id}::bigint
    where (
      select count(*) from space_graphs s
      join graphs g on g.organization_id = s.organization_id and g.id = s.graph_id
      join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
      where s.organization_id = ${ctx.organization_id} and s.branch_id = ${branch_id} and s.graph_id <> ${graph_id}
        and d.deleted_at is null
    ) < ${most}
    on conflict (organization_id, branch_id, graph_id) do update set graph_id = excluded.graph_id
    returning graph_id`.execute(ctx.tx)
  return rows.length > 0
}

export async function unpin(ctx: MemberContext, { graph_id, branch_id }: Pin): Promise<void> {
  await ctx.tx
    .deleteFrom('space_graphs')
    .where('organization_id', '=', ctx.organization_id)
    .where('branch_id', '=', branch_id)
    .where('graph_id', '=', graph_id)
    .execute()
}
