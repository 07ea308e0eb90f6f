import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'

export interface NewUpload {
  id: string
  batch_id: string
  file_name: string
  /** The declared size, if any. */
  file_size: number | null
  hint: string | null
  doc_id: number | null
  expires_at: string
}

export interface UploadRow extends NewUpload {
  finished_at: string | null
}

export async function insertUploads(ctx: MemberContext, uploads: readonly NewUpload[]): Promise<void> {
  const { organization_id, caller, now } = ctx
  await ctx.tx
    .insertInto('uploads')
    .values(
      uploads.map(upload => ({
        ...upload,
        organization_id,
        user_id: caller.user_id,
        created_at: now,
        finished_at: null,
      })),
    )
    .execute()
}

/** The number of unfinished uploads of the caller. Until the transaction ends, nobody else can start one for them. */
export async function countOpen({ tx, organization_id, caller, now }: MemberContext): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads of a person', ${caller.user_id}))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from uploads
    where organization_id = ${organization_id} and user_id = ${caller.user_id} and finished_at is null
      and expires_at > ${now}::timestamptz`.execute(tx)
  return rows[0]?.count ?? 0
}

const own = ({ organization_id, caller }: MemberContext, id: string) =>
  sql`organization_id = ${organization_id} and id = ${id}::uuid and user_id = ${caller.user_id}`
const columns = sql`id, batch_id, file_name, file_size, hint, doc_id, expires_at, finished_at`

/** An upload of the caller. With `how`, it is locked until the transaction ends. */
export async function findUpload(
  ctx: MemberContext,
  id: string,
  how: 'seen' | 'taken' = 'seen',
): Promise<UploadRow | undefined> {
  const lock = { seen: sql``, taken: sql`for update` }[how]
  const { rows } = await sql<UploadRow>`select ${columns} from uploads where ${own(ctx, id)} ${lock}`.execute(ctx.tx)
  return rows[0]
}

/** The parts received so far, in order. */
export async function partsOf(ctx: MemberContext, id: string): Promise<{ part: number; bytes: number }[]> {
  const { rows } = await sql<{ part: number; bytes: number }>`
    select part, bytes from upload_parts
    where organization_id = ${ctx.organization_id} and upload_id = ${id}::uuid order by part`.execute(ctx.tx)
  return rows
}

/** Bytes of all parts except one. */
export async function bytesBeside(ctx: MemberContext, id: string, part: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from upload_parts
    where organization_id = ${ctx.organization_id} and upload_id = ${id}::uuid and part <> ${part}`.execute(ctx.tx)
  return rows[0]?.bytes ?? 0
}

export async function upsertPart(ctx: MemberContext, id: string, part: number, bytes: number): Promise<void> {
  await sql`
    insert into upload_parts (organization_id, upload_id, part, bytes)
    values (${ctx.organization_id}, ${id}::uuid, ${part}, ${bytes})
    on conflict (organization_id, upload_id, part) do update set bytes = excluded.bytes`.execute(ctx.tx)
}

export async function finishUploads(ctx: MemberContext, ids: readonly string[]): Promise<void> {
  await sql`
    update uploads set finished_at = ${ctx.now}
    where organization_id = ${ctx.organization_id} and id = any(${ids}::uuid[])`.execute(ctx.tx)
}

export async function deleteUpload(ctx: MemberContext, id: string): Promise<void> {
  await sql`delete from uploads where ${own(ctx, id)}`.execute(ctx.tx)
}

/**
 * Bytes of all files and unfinished parts of an organisation, except a part that is replaced. Locked until the
 * transaction ends, so that nobody else counts them meanwhile.
 */
export async function bytesStored(ctx: MemberContext, instead?: { file_id: string; part: number }): Promise<number> {
  const { organization_id } = ctx
  await sql`select pg_advisory_xact_lock(hashtextextended('room of an organisation', ${organization_id}))`.execute(
    ctx.tx,
  )
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select sum(bytes) from attachments where organization_id = ${organization_id}), 0)::bigint
      + coalesce((
        select sum(p.bytes) from upload_parts p
        join uploads u on u.organization_id = p.organization_id and u.id = p.upload_id
        where p.organization_id = ${organization_id} and u.finished_at is null
          and (p.upload_id, p.part) is distinct from (${instead?.file_id ?? null}::uuid, ${instead?.part ?? null}::int)
      ), 0)::bigint as bytes`.execute(ctx.tx)
  return rows[0]?.bytes ?? 0
}

/**
 * Bytes that guests of an address uploaded since an instant. Other calls for the same address wait until the
 * transaction ends.
 */
export async function bytesOfAddress(ctx: MemberContext, address_hash: string, since: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`room of ${address_hash}`}, 0))`.execute(ctx.tx)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from guest_storage
    where address_hash = ${address_hash} and at > ${since}::timestamptz`.execute(ctx.tx)
  return rows[0]?.bytes ?? 0
}

export async function addBytesOfAddress(ctx: MemberContext, address_hash: string, bytes: number): Promise<void> {
  await ctx.tx.insertInto('guest_storage').values({ address_hash, at: ctx.now, bytes }).execute()
}

export async function deleteBytesOfAddresses(ctx: MemberContext, before: string): Promise<void> {
  await ctx.tx.deleteFrom('guest_storage').where('at', '<=', before).execute()
}
