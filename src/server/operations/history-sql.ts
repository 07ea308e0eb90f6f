import { sql } from 'kysely'
import type { Connection } from '../platform/database/connection'
import { queryBuilderOn, type Tx } from '../platform/database/connection'
import { withClient } from '../platform/database/database'

export type OperationKind = 'backup' | 'rehearsal'

/** A backup or a rehearsal, as it ended; without an outcome it runs, or was killed. */
export interface PastOperation {
  id: number
  is_scheduled: boolean
  file: string
  started_at: string
  ended_at: string | null
  outcome: 'good' | 'failed' | 'cancelled' | null
  bytes: number | null
  rows: number | null
  objects: number | null
  error: string | null
}

/** What a good operation worked on. */
export type OperationFacts = Pick<PastOperation, 'file' | 'bytes' | 'rows' | 'objects'>

const columns = [
  'id',
  'is_scheduled',
  'file',
  'started_at',
  'ended_at',
  'outcome',
  'bytes',
  'rows',
  'objects',
  'error',
] as const

const onOwner = <T>(owner: Connection, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withClient(owner, client => work(queryBuilderOn(client)))

export function insertStart(
  owner: Connection,
  start: { kind: OperationKind; is_scheduled: boolean; file: string; started_at: string },
): Promise<number> {
  return onOwner(owner, async tx => {
    const { id } = await tx.insertInto('operations').values(start).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

export function setEnd(
  owner: Connection,
  id: number,
  end: { outcome: 'good' | 'failed' | 'cancelled'; ended_at: string; error?: string } & Partial<OperationFacts>,
): Promise<void> {
  return onOwner(owner, async tx => {
    await tx.updateTable('operations').set(end).where('id', '=', id).execute()
  })
}

/** The last operation, and the last good one, of a kind. */
export async function lastOf(
  tx: Tx,
  kind: OperationKind,
): Promise<{ last: PastOperation | null; good: PastOperation | null }> {
  const newest = tx.selectFrom('operations').select(columns).where('kind', '=', kind).orderBy('id', 'desc').limit(1)
  const [last, good] = await Promise.all([
    newest.where(sql<boolean>`outcome is distinct from 'cancelled'`).executeTakeFirst(),
    newest.where('outcome', '=', 'good').executeTakeFirst(),
  ])
  return { last: last ?? null, good: good ?? null }
}

export const readLast = (owner: Connection, kind: OperationKind) => onOwner(owner, tx => lastOf(tx, kind))

/** The good backups that schedules made and that were not removed, the newest first. */
export function scheduledBackups(owner: Connection): Promise<{ id: number; file: string; bytes: number | null }[]> {
  return onOwner(owner, tx =>
    tx
      .selectFrom('operations')
      .select(['id', 'file', 'bytes'])
      .where('kind', '=', 'backup')
      .where('is_scheduled', '=', true)
      .where('outcome', '=', 'good')
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .execute(),
  )
}

/** The files of rehearsals that ended well, the newest first. */
export function rehearsedFiles(owner: Connection): Promise<string[]> {
  return onOwner(owner, async tx => {
    const rows = await tx
      .selectFrom('operations')
      .select('file')
      .where('kind', '=', 'rehearsal')
      .where('outcome', '=', 'good')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return rows.map(({ file }) => file)
  })
}

export function setRemoved(owner: Connection, id: number, removed_at: string): Promise<void> {
  return onOwner(owner, async tx => {
    await tx.updateTable('operations').set({ removed_at }).where('id', '=', id).execute()
  })
}

/**
 * Marks the last failure of a kind as told to the super users, unless an earlier one was told after `since` and nothing
 * went well in between. Returns the failure that is to be told, or null.
 */
export function claimNotice(
  owner: Connection,
  kind: OperationKind,
  { now, since }: { now: string; since: string },
): Promise<PastOperation | null> {
  return onOwner(owner, async tx => {
    const { last, good } = await lastOf(tx, kind)
    if (!last || last.outcome === 'good') return null
    const told = await tx
      .selectFrom('operations')
      .select('id')
      .where('kind', '=', kind)
      .where('id', '>', good?.id ?? 0)
      .where('notified_at', '>', since)
      .executeTakeFirst()
    if (told) return null
    await tx.updateTable('operations').set({ notified_at: now }).where('id', '=', last.id).execute()
    return last
  })
}
