import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Tx } from './database/connection'

/** That a person or an organisation was erased. It says nothing about them but their number. */
export const CompletedErasure = z.object({
  kind: z.enum(['organisation', 'person']),
  subject_id: Id,
  subject_created_at: Instant,
  erased_at: Instant,
})
export type CompletedErasure = z.infer<typeof CompletedErasure>

/** Records an erasure in the transaction that erases. One that is recorded already stays as it is. */
export async function recordErasure(tx: Tx, erasure: CompletedErasure): Promise<void> {
  await tx
    .insertInto('completed_erasures')
    .values(erasure)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Every erasure of this database, the earliest first. */
export function completedErasures(tx: Tx): Promise<CompletedErasure[]> {
  return tx
    .selectFrom('completed_erasures')
    .select(['kind', 'subject_id', 'subject_created_at', 'erased_at'])
    .orderBy('erased_at')
    .orderBy('kind')
    .orderBy('subject_id')
    .execute() as Promise<CompletedErasure[]>
}
