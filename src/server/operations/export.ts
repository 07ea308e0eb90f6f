import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { migrations } from '../features'
import type { ArchiveManifest } from '../features/exports/archive/format'
import { rowsOf, writeArchive } from '../features/exports/service'
import { queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { auditFailure, auditOperation } from './audit-sql'
import { partialOf, publish } from './backup-file'
import { seeingEverything } from './dump-sql'
import type { Instance } from './instance'
import { OperationFailed } from './manifest'

/**
 * Writes everything of one organisation into an archive; the server may run. The file appears under its name once it is
 * complete, and the audit log of the organisation says that it was made, or failed.
 */
export async function exportOrganisation(
  { owner, objects, clock }: Instance,
  { organization_id, file, signal }: { organization_id: number; file: string; signal?: AbortSignal },
): Promise<ArchiveManifest> {
  const known = migrations.map(({ name }) => name)
  await requireReady(owner, organization_id, known)
  const scope = { organization_id, viewer: null, migrations: known }
  const at = new Date(clock.now()).toISOString()
  const entry = { kind: 'operator.exported', subject: `organisation:${organization_id}`, at } as const
  const { manifest } = await publishWhole(file, partial =>
    writeArchive({ scope, objects, clock, file: partial, signal }, work =>
      seeingEverything(owner, async client => work(await rowsOf(queryBuilderOn(client), scope))),
    ),
  ).catch(async error => {
    await auditFailure(owner, async () => [organization_id], entry)
    throw error
  })
  await withClient(owner, async client => {
    await client.query('begin')
    await auditOperation(queryBuilderOn(client), [organization_id], entry)
    await client.query('commit')
  })
  return manifest
}

/** Gives an archive its name once it is complete. */
export async function publishWhole<T>(file: string, write: (partial: string) => Promise<T>): Promise<T> {
  const partial = partialOf(file)
  const result = await write(partial)
  await publish(partial, file, true).catch(async error => {
    await rm(partial, { force: true })
    throw error
  })
  return result
}

/** Throws unless the database has exactly the migrations of this program. */
export async function requireVersion(client: pg.Client, known: string[]): Promise<void> {
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations')
  if (applied.length !== known.length || applied.some(({ name }) => !known.includes(name)))
    throw new OperationFailed('The database is of another version. Run first: wheelhouse migrate')
}

async function requireReady(owner: Instance['owner'], organization_id: number, known: string[]): Promise<void> {
  await seeingEverything(owner, async client => {
    await requireVersion(client, known)
    const { rows } = await client.query<{ id: number; name: string }>(
      'select id, name from organizations where not is_guest order by id',
    )
    if (rows.some(({ id }) => id === organization_id)) return
    const others = rows.slice(0, 20).map(({ id, name }) => `${id} (${name})`)
    throw new OperationFailed(
      `There is no organisation ${organization_id}. ${others.length > 0 ? `There are: ${others.join(', ')}` : 'There is none yet.'}`,
    )
  })
}
