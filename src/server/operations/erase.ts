import type pg from 'pg'
import type { ErrorCode } from '#shared/errors'
import { features } from '../features'
import { erasePerson, LastOwner } from '../features/erasure/service'
import { queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { runBatchCleanups } from '../platform/maintenance'
import { auditOperation, organisationsOf } from './audit-sql'
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
    const code: ErrorCode = error instanceof LastOwner ? 'owner.last' : 'server.error'
    // The failure itself matters more than its record, which may be missing because the database is.
    await asOwner(async client => {
      await client.query('begin')
      const tx = queryBuilderOn(client)
      await auditOperation(tx, await organisationsOf(tx, user_id), { ...entry, details: { error: code } })
      await client.query('commit')
    }).catch(() => {})
    if (!(error instanceof LastOwner)) throw error
    throw new OperationFailed(`${error.message} Make somebody else an owner first, or delete the organisation.`)
  })
  await runBatchCleanups({ asOwner }, now, cleanups)
  return { user_id }
}
