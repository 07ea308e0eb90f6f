import { sql } from 'kysely'
import type { OrgEvent } from '#shared/contract/events'
import { eventRetention } from '#shared/limits'
import { runStatement, type Tx } from './database/connection'

/**
 * Who may receive an event. `organisation`: every member; `users`: those named; `document`: everybody who may read it
 * at the time of delivery; `managers`: owners and admins.
 */
export type Audience =
  | { to: 'organisation' }
  | { to: 'users'; user_ids: number[] }
  | { to: 'document'; doc_id: number }
  | { to: 'managers' }

export interface NewEvent {
  event: OrgEvent
  audience: Audience
  actor_id: number | null
  at: string
}

export interface StoredEvent {
  seq: number
  event: OrgEvent
  audience: Audience
  actor_id: number | null
  at: string
}

const append = `
  with bumped as (
    update event_counters set seq = seq + $2::bigint where organization_id = $1 returning seq
  )
  insert into events (organization_id, seq, kind, actor_id, audience, payload, at)
  select $1::bigint, bumped.seq - $2::bigint + e.position, e.kind, e.actor_id, e.audience, e.payload, e.at
  from bumped, unnest($3::text[], $4::bigint[], $5::jsonb[], $6::jsonb[], $7::timestamptz[])
    with ordinality as e (kind, actor_id, audience, payload, at, position)
  returning seq`

/**
 * Appends events to the organisation's log. This must be the last query before commit: it locks the organisation's
 * counter, which makes `seq` gapless and equal to the order of commits.
 */
export async function appendEvents(
  tx: Tx,
  organization_id: number,
  events: readonly NewEvent[],
): Promise<StoredEvent[]> {
  const rows = await runStatement<{ seq: number }>(tx, append, [
    organization_id,
    events.length,
    events.map(event => event.event.kind),
    events.map(event => event.actor_id),
    events.map(event => JSON.stringify(event.audience)),
    events.map(event => JSON.stringify(event.event)),
    events.map(event => event.at),
  ])
  const first = Math.min(...rows.map(row => row.seq))
  return events.map((event, index) => ({ ...event, seq: first + index }))
}

/** Events after `after`, oldest first, at most `limit`. */
export async function eventsAfter(
  tx: Tx,
  organization_id: number,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select seq, payload as event, audience, actor_id, at from events
    where organization_id = ${organization_id} and seq > ${after} order by seq limit ${limit}`.execute(tx)
  return rows
}

interface EventsWanted {
  kinds: readonly string[]
  after: number
  until: number
  limit: number
  /** Events of this kind are passed over while the list at this path in them is empty. */
  unlessEmpty: { kind: string; path: readonly string[] }
}

/** Events of some kinds after `after` and up to `until`, oldest first, at most `limit`. */
export async function eventsOfKinds(
  tx: Tx,
  organization_id: number,
  { kinds, after, until, limit, unlessEmpty }: EventsWanted,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select seq, payload as event, audience, actor_id, at from events
    where organization_id = ${organization_id} and seq > ${after} and seq <= ${until} and kind = any(${kinds}::text[])
      and (kind <> ${unlessEmpty.kind} or jsonb_array_length(payload #> ${unlessEmpty.path}::text[]) > 0)
    order by seq limit ${limit}`.execute(tx)
  return rows
}

/** The newest `seq` of an organisation. */
export async function newestSeq(tx: Tx, organization_id: number): Promise<number> {
  const [counter] = await runStatement<{ seq: number }>(
    tx,
    'select seq from event_counters where organization_id = $1',
    [organization_id],
  )
  return counter?.seq ?? 0
}

/** The newest `seq`, and the oldest one that is still stored (newest + 1 if there is none). */
export async function eventRange(tx: Tx, organization_id: number): Promise<{ newest: number; oldest: number }> {
  const { rows } = await sql<{ newest: number; oldest: number }>`
    select seq as newest,
      coalesce((select min(seq) from events where organization_id = ${organization_id}), seq + 1) as oldest
    from event_counters where organization_id = ${organization_id}`.execute(tx)
  return rows[0] ?? { newest: 0, oldest: 1 }
}

/**
 * Deletes events that no client can resume from any more. Runs as the owner of the database, over all organisations.
 */
export async function deleteOldEvents(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('at', '<', new Date(now - eventRetention).toISOString())
    .execute()
}
