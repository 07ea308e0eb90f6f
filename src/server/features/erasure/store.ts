import type { Erasure } from '#shared/contract/erasure/endpoints'
import type { UserContext } from '../../platform/request-context'

export async function erasureOf({ tx, caller }: UserContext): Promise<Erasure> {
  const row = await tx
    .selectFrom('erasures')
    .select(['requested_at', 'erased_after'])
    .where('user_id', '=', caller.user_id)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps the first request, whose time runs. */
export async function insertErasure({ tx, caller, now }: UserContext, erased_after: string): Promise<void> {
  await tx
    .insertInto('erasures')
    .values({ user_id: caller.user_id, requested_at: now, erased_after })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteErasure({ tx, caller }: UserContext): Promise<void> {
  await tx.deleteFrom('erasures').where('user_id', '=', caller.user_id).execute()
}

/** The organisations of which the caller is an owner. */
export async function ownedOrganisations({ tx, caller }: UserContext): Promise<number[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select('m.organization_id')
    .where('m.user_id', '=', caller.user_id)
    .where('m.org_role', '=', 'owner')
    .where('o.deleted_at', 'is', null)
    .execute()
  return rows.map(row => row.organization_id)
}
