import { sql } from 'kysely'
import { storageShare } from '#shared/contract/attachments/limits'
import type { StorageUse } from '#shared/contract/attachments/storage'
import type { MemberContext } from '../../platform/request-context'

type Kind = StorageUse['kinds'][number]

/** Bytes of the organisation's files by kind, and of parts that are not joined yet, largest first. */
export async function bytesByKind({ tx, organization_id }: MemberContext): Promise<Kind[]> {
  const { rows } = await sql<Kind>`
    select kind, sum(bytes)::bigint as bytes from (
      select case
          when mime_type like 'image/%' then 'image'
          when mime_type like 'audio/%' or mime_type like 'video/%' then 'recording'
          else 'file'
        end as kind, bytes
      from attachments where organization_id = ${organization_id}
      union all
      select 'unfinished', p.bytes from upload_parts p
      join uploads u on u.organization_id = p.organization_id and u.id = p.upload_id
      where p.organization_id = ${organization_id} and u.finished_at is null
    ) kept
    group by kind order by bytes desc, kind`.execute(tx)
  return rows
}

/** The people whose files use the most storage. */
export async function bytesByPerson({ tx, organization_id }: MemberContext): Promise<StorageUse['people']> {
  const { rows } = await sql<StorageUse['people'][number]>`
    select u.id as user_id, u.displayname as user_displayname, sum(a.bytes)::bigint as bytes
    from attachments a join users u on u.id = a.user_id
    where a.organization_id = ${organization_id}
    group by u.id, u.displayname order by bytes desc, u.id
    limit ${storageShare.people}`.execute(tx)
  return rows
}
