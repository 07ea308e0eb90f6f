import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'
import { type PersonRow, personColumns } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'
import { screenVisible } from './access-store'
import { newestFrame } from './frames-store'

/** The newest picture beside its source; all null if there is none. */
export interface NewestFrameColumns {
  frame_id: string | null
  object_key: string | null
  taken_at: string | null
  kept: boolean | null
}

export interface ScreenRow extends PersonRow, NewestFrameColumns {
  /** When sharing was last started or stopped. */
  since: string | null
}

/** Screens of members that were ever shared or opened to others, as far as the caller may see them, by name. */
export async function visibleScreens(ctx: MemberContext): Promise<ScreenRow[]> {
  const { organization_id } = ctx
  const { rows } = await sql<ScreenRow>`
    select u.id as user_id, u.displayname, u.image_key, s.since, f.frame_id, f.object_key, f.taken_at, f.kept
    from screens s
    join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
    join users u on u.id = s.user_id
    left join ${newestFrame(ctx, 'screen', 's.user_id')} f on true
    where s.organization_id = ${organization_id} and ${screenVisible(ctx)}
    order by lower(u.displayname), u.id`.execute(ctx.tx)
  return rows
}

/** Stores when somebody started or stopped sharing. */
export async function storeSince(tx: Tx, organization_id: number, user_id: number, since: string): Promise<void> {
  await tx
    .insertInto('screens')
    .values({ organization_id, user_id, since })
    .onConflict(conflict => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ since }))
    .execute()
}

/** Whether every member may see the caller's screen. */
export async function isOpenToAll(ctx: MemberContext): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('screens')
    .select('to_organisation')
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .executeTakeFirst()
  return row?.to_organisation ?? false
}

/** The caller's own row, created if missing and locked until the call ends; returns whether every member may see it. */
export async function lockOwn(ctx: MemberContext): Promise<boolean> {
  const { organization_id, caller } = ctx
  const { rows } = await sql<{ to_organisation: boolean }>`
    insert into screens (organization_id, user_id) values (${organization_id}, ${caller.user_id})
    on conflict (organization_id, user_id) do update set to_organisation = screens.to_organisation
    returning to_organisation`.execute(ctx.tx)
  return rows[0]?.to_organisation ?? false
}

export async function openToAll(ctx: MemberContext, to_organisation: boolean): Promise<void> {
  await ctx.tx
    .updateTable('screens')
    .set({ to_organisation })
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .execute()
}

export function personOf(tx: Tx, user_id: number): Promise<PersonRow> {
  return tx.selectFrom('users').select(personColumns).where('id', '=', user_id).executeTakeFirstOrThrow()
}
