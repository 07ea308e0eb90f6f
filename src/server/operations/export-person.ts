import { migrations } from '../features'
import type { PersonArchiveManifest } from '../features/exports/archive/format'
import { rowsOfPerson, writePersonArchive } from '../features/exports/service'
import { queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { auditFailure, auditOperation, organisationsOf } from './audit-sql'
import { seeingEverything } from './dump-sql'
import { findPerson } from './erase'
import { publishWhole, requireVersion } from './export'
import type { Instance } from './instance'

/**
 * Writes everything that the server holds about a person, over all organisations, into an archive; the server may run. The
 * audit log of each organisation of theirs says that it was made, or failed.
 */
export async function exportPerson(
  { owner, objects, clock }: Instance,
  { who, fileOf, signal }: { who: string; fileOf: (user_id: number) => string; signal?: AbortSignal },
): Promise<{ file: string; manifest: PersonArchiveManifest }> {
  const known = migrations.map(({ name }) => name)
  const { user_id, organisations } = await seeingEverything(owner, async client => {
    await requireVersion(client, known)
    const found = await findPerson(client, who)
    return { user_id: found, organisations: await organisationsOf(queryBuilderOn(client), found) }
  })
  const file = fileOf(user_id)
  const at = new Date(clock.now()).toISOString()
  const entry = { kind: 'operator.exported_person', subject: `user:${user_id}`, at } as const
  const manifest = await publishWhole(file, partial =>
    writePersonArchive({ user_id, migrations: known, objects, clock, file: partial, signal }, work =>
      seeingEverything(owner, async client => work(await rowsOfPerson(queryBuilderOn(client), user_id))),
    ),
  ).catch(async error => {
    await auditFailure(owner, async () => organisations, entry)
    throw error
  })
  await withClient(owner, async client => {
    await client.query('begin')
    await auditOperation(queryBuilderOn(client), organisations, entry)
    await client.query('commit')
  })
  return { file, manifest }
}
