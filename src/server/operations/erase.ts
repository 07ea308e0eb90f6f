import type pg from 'pg'
import { features } from '../features'
import { erasePerson, LastOwner } from '../features/erasure/service'
import { withClient } from '../platform/database/database'
import { runBatchCleanups } from '../platform/maintenance'
import { auditFailure, auditOperation, organisationsOf } from './audit-sql'
import type { Instance } from './instance'
import { OperationFailed } from './manifest'

/** The number of the person with this number or address. Throws {@link OperationFailed} if there is none. */
export async function findPerson(client: pg.Client, who: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id from users where not is_guest and (id::text = $1 or email = lower($1) or phone = $1)',
    [who.trim()],
  )
  if (!rows[0]) throw new OperationFailed(`There is nobody with the number or address ${who}.`)
  return rows[0].id
}

/**
 * Erases the person with this number or address, and what waits for cleanups after that. The audit logs of their
 * organisations say so, by number alone; one that fails stands there too, with the reason.
 */
export async function erase({ owner, objects, clock, settings }: Instance, who: string): Promise<{ user_id: number }> {
  const now = clock.now()
  const asOwner = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(owner, work)
  const user_id = await asOwner(client => findPerson(client, who))
  const entry = {
    kind: 'operator.erased_person',
    subject: `user:${user_id}`,
    at: new Date(now).toISOString(),
  } as const
  const erasing = async (tx: Parameters<typeof erasePerson>[0]) => {
    await auditOperation(tx, await organisationsOf(tx, user_id), entry)
    await erasePerson(tx, objects, { user_id, now })
    return false
  }
  const cleanups = features.flatMap(feature => feature.cleanups?.(objects, settings) ?? [])
  await runBatchCleanups({ asOwner }, now, [erasing]).catch(async error => {
    const isRefused = error instanceof LastOwner
    const code = isRefused ? 'owner.last' : 'server.error'
    await auditFailure(owner, tx => organisationsOf(tx, user_id), { ...entry, code })
    if (!isRefused) throw error
    throw new OperationFailed(`${error.message} Make somebody else an owner first, or delete the organisation.`)
  })
  await runBatchCleanups({ asOwner }, now, cleanups)
  return { user_id }
}
