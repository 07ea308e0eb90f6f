import { stat } from 'node:fs/promises'
import type { BackupSource } from './backup'
import { insertStart, type OperationFacts, type OperationKind, setEnd } from './history-sql'
import type { Manifest } from './manifest'

/** Runs a backup or a rehearsal and records how it ended, also when it fails, where doctor and the metrics find it. */
export async function recorded<T>(
  { owner, clock }: Pick<BackupSource, 'owner' | 'clock'>,
  {
    kind,
    file,
    is_scheduled,
    signal,
  }: {
    kind: OperationKind
    file: string
    is_scheduled: boolean
    signal?: AbortSignal | undefined
  },
  work: () => Promise<{ facts: OperationFacts; result: T }>,
): Promise<T> {
  const now = () => new Date(clock.now()).toISOString()
  const id = await insertStart(owner, { kind, file, is_scheduled, started_at: now() })
  try {
    const { facts, result } = await work()
    await setEnd(owner, id, { outcome: 'good', ended_at: now(), ...facts })
    return result
  } catch (error) {
    const outcome = signal?.aborted ? 'cancelled' : 'failed'
    // The failure itself matters more than its record, which may be missing because the database is.
    await setEnd(owner, id, { outcome, ended_at: now(), error: wordsOf(error) }).catch(() => {})
    throw error
  }
}

/** What the record of a backup keeps of it. */
export async function factsOf({ file, manifest }: { file: string; manifest: Manifest }): Promise<OperationFacts> {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { file, rows, objects: manifest.objects.count, bytes: (await stat(file)).size }
}

/** A failure in a line, for people and for the record. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ').slice(0, 500)
