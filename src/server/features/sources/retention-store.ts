import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

/**
 * Deletes the oldest expired pictures of each source, unless a log shows them, and returns their keys; at most `limit`.
 * Of a deleted camera only those in logs are kept. Runs over all organisations.
 */
export async function deleteOldFrames(
  tx: Tx,
  { now, screenDays, limit }: { now: string; screenDays: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    with sources as (
      select organization_id, 'camera' as kind, id,
        case when deleted_at is null then ${now}::timestamptz - make_interval(days => kept_days) else 'infinity' end as before
      from cameras
      union all
      select organization_id, 'screen', user_id, ${now}::timestamptz - make_interval(days => ${screenDays}::int) from screens
    ), old as (
      select f.organization_id, f.id from sources cross join lateral (
        select f.organization_id, f.id from frames f
        where f.organization_id = sources.organization_id and f.source_kind = sources.kind and f.source_id = sources.id
          and f.taken_at < sources.before and not f.kept
        order by f.taken_at, f.id limit ${limit}
      ) f limit ${limit}
    )
    delete from frames f using old
    where f.organization_id = old.organization_id and f.id = old.id and not f.kept
    returning f.object_key`.execute(tx)
  return rows.map(row => row.object_key)
}

/**
 * Locks the existing ones of the given pictures, so that nobody can keep or release them until the transaction ends.
 */
export async function lockFrames(tx: Tx, organization_id: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from frames f where f.organization_id = ${organization_id} and f.id = any(${ids}::uuid[]) and f.kept
    order by f.id for no key update`.execute(tx)
  return rows.map(row => row.id)
}

/** Makes pictures expire like others again. */
export async function releaseKeptFrames(tx: Tx, organization_id: number, ids: readonly string[]): Promise<void> {
  await sql`
    update frames set kept = false where organization_id = ${organization_id} and id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes upload permissions that ended before `until`; returns how many, and the keys of those without a picture. */
export async function deleteOldGrants(
  tx: Tx,
  { until, limit }: { until: string; limit: number },
): Promise<{ count: number; orphans: string[] }> {
  const { rows } = await sql<{ object_key: string; is_frame: boolean }>`
    delete from upload_grants g using (
      select organization_id, id from upload_grants where expires_at < ${until}::timestamptz limit ${limit}
    ) old
    where g.organization_id = old.organization_id and g.id = old.id
    returning g.object_key, exists (
      select from frames f where f.organization_id = g.organization_id and f.id = g.id
    ) as is_frame`.execute(tx)
  return { count: rows.length, orphans: rows.flatMap(row => (row.is_frame ? [] : [row.object_key])) }
}
