import { sql } from 'kysely'
import { runStatement } from '../../../platform/database/connection'
import type { SystemContext } from '../../../platform/run-as'

/** None of these functions checks whether the caller may read or write the page. */
type OpenTx = Pick<SystemContext, 'tx' | 'organization_id' | 'now'>

export interface PageRow {
  seq: number
  stamp: number
  compacted: number
  cut: number
  begun_at: string | null
  written_at: string | null
  /** Of the shared document with its history. */
  bytes: number
}

/** The shared document of a page, locked until the call ends; undefined if nobody has opened the page. */
export async function lockPage(ctx: OpenTx, doc_id: number): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select seq, stamp, compacted, cut, begun_at, written_at, octet_length(state) + pending_bytes as bytes from pages
    where organization_id = ${ctx.organization_id} and doc_id = ${doc_id} for no key update`.execute(ctx.tx)
  return rows[0]
}

export async function readState(ctx: OpenTx, doc_id: number): Promise<Buffer> {
  const { rows } = await sql<{ state: Buffer }>`
    select state from pages where organization_id = ${ctx.organization_id} and doc_id = ${doc_id}`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The page has no shared document.')
  return row.state
}

export interface StoredUpdate {
  seq: number
  stamp: number
  update: Buffer
}

/** The stored changes from a number on, in order. */
export async function updatesFrom(ctx: OpenTx, doc_id: number, seq: number): Promise<StoredUpdate[]> {
  const { rows } = await sql<StoredUpdate>`
    select seq, stamp, update from page_updates
    where organization_id = ${ctx.organization_id} and doc_id = ${doc_id} and seq >= ${seq} order by seq`.execute(
    ctx.tx,
  )
  return rows
}

export async function insertPage(ctx: OpenTx, doc_id: number, state: Uint8Array, stamp: number): Promise<void> {
  await sql`
    insert into pages (organization_id, doc_id, state, stamp)
    values (${ctx.organization_id}, ${doc_id}, ${Buffer.from(state)}, ${stamp})`.execute(ctx.tx)
}

export interface NewUpdate {
  seq: number
  stamp: number
  update: Uint8Array
  user_id: number | null
  /** Whether the text in `documents` contains it already. */
  isCut: boolean
}

const append = (times: string) => `
  with added as (
    insert into page_updates (organization_id, doc_id, seq, stamp, update, user_id, at)
    values ($1, $2, $3, $4, $5, $6, $7::timestamptz)
  )
  update pages set seq = $3, stamp = $4, pending_bytes = pending_bytes + octet_length($5::bytea), ${times}
  where organization_id = $1 and doc_id = $2`

const appendCut = append('cut = $3, begun_at = null, written_at = null')
const appendUncut = append('begun_at = coalesce(begun_at, $7::timestamptz), written_at = $7::timestamptz')

/** Adds a change to a locked page. The statement is sent when this returns, so it may be sent with the commit. */
export async function appendUpdate(
  { tx, organization_id, now }: OpenTx,
  doc_id: number,
  { seq, stamp, update, user_id, isCut }: NewUpdate,
): Promise<void> {
  const values = [organization_id, doc_id, seq, stamp, Buffer.from(update), user_id, now]
  await runStatement(tx, isCut ? appendCut : appendUncut, values)
}

/** Notes that clients are the person’s. Returns false if one of them is somebody else’s. */
export async function claimClients(
  ctx: OpenTx,
  doc_id: number,
  clients: readonly number[],
  user_id: number | null,
): Promise<boolean> {
  if (clients.length === 0) return true
  const { rows } = await sql<{ is_other: boolean }>`
    with asked as (
      select unnest(${clients}::bigint[]) as client_id
    ), claimed as (
      insert into page_clients (organization_id, doc_id, client_id, user_id)
      select ${ctx.organization_id}::bigint, ${doc_id}::bigint, client_id, ${user_id}::bigint from asked
      on conflict do nothing
    )
    select exists (
      select from page_clients c join asked using (client_id)
      where c.organization_id = ${ctx.organization_id} and c.doc_id = ${doc_id}
        and c.user_id is distinct from ${user_id}::bigint
    ) as is_other`.execute(ctx.tx)
  return rows[0]?.is_other === false
}

/** Who made the changes after a number, the last of them first. */
export async function authorsSince(ctx: OpenTx, doc_id: number, seq: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from page_updates
    where organization_id = ${ctx.organization_id} and doc_id = ${doc_id} and seq > ${seq} and user_id is not null
    group by user_id order by max(seq) desc`.execute(ctx.tx)
  return rows.map(({ user_id }) => user_id)
}

/** Notes that the text in `documents` contains every change. */
export async function markCut(ctx: OpenTx, doc_id: number, seq: number): Promise<void> {
  await sql`
    update pages set cut = ${seq}, begun_at = null, written_at = null
    where organization_id = ${ctx.organization_id} and doc_id = ${doc_id}`.execute(ctx.tx)
}

/** Replaces the stored changes up to a number by the document that contains them. */
export async function compact(ctx: OpenTx, doc_id: number, seq: number, state: Uint8Array): Promise<void> {
  const { organization_id } = ctx
  await sql`
    with merged as (
      delete from page_updates where organization_id = ${organization_id} and doc_id = ${doc_id} and seq <= ${seq}
    )
    update pages set state = ${Buffer.from(state)}, compacted = ${seq}, pending_bytes = 0
    where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(ctx.tx)
}

/** The pages of the organisation that have a shared document. */
export async function pageIds({ tx, organization_id }: OpenTx): Promise<number[]> {
  const { rows } = await sql<{ doc_id: number }>`
    select doc_id from pages where organization_id = ${organization_id} order by doc_id`.execute(tx)
  return rows.map(({ doc_id }) => doc_id)
}

interface NewState {
  seq: number
  stamp: number
  state: Uint8Array
  /** Whether the text in `documents` contains all of it. */
  isCut: boolean
}

/** Replaces a locked page and all changes that led to it. */
export async function replaceState(ctx: OpenTx, doc_id: number, { seq, stamp, state, isCut }: NewState): Promise<void> {
  await sql`
    update pages set stamp = ${stamp}, seq = ${seq}, cut = case when ${isCut} then ${seq} else cut end
    where organization_id = ${ctx.organization_id} and doc_id = ${doc_id}`.execute(ctx.tx)
  await compact(ctx, doc_id, seq, state)
}
