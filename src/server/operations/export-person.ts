import type { AuditKind } from '#shared/contract/audit/kinds'
import { migrations } from '../features'
import type { PersonArchiveManifest } from '../features/exports/archive/format'
import { rowsOfPerson, writePersonArchive } from '../features/exports/service'
import { queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { seeingEverything } from './dump-sql'
import { findPerson } from './erase'
import { publishWhole, requireVersion } from './export'
import type { Instance } from './instance'

/**
 * Writes everything that the server holds about a person, over all organisations, into an archive; the server may run. The
 * audit log of each organisation of theirs says that it was made.
 */
export async function exportPerson(
  { owner, objects, clock }: Instance,
  { who, fileOf, signal }: { who: string; fileOf: (user_id: number) => string; signal?: AbortSignal },
): Promise<{ file: string; manifest: PersonArchiveManifest }> {
  const known = migrations.map(({ name }) => name)
  const { user_id, organisations } = await seeingEverything(owner, async client => {
    await requireVersion(client, known)
    const found = await findPerson(client, who)
    const { rows } = await client.query<{ organization_id: number }>(
      'select organization_id from memberships where user_id = $1 order by 1',
      [found],
    )
    return { user_id: found, organisations: rows.map(({ organization_id }) => organization_id) }
  })
  const file = fileOf(user_id)
  const manifest = await publishWhole(file, partial =>
    writePersonArchive({ user_id, migrations: known, objects, clock, file: partial, signal }, work =>
      seeingEverything(owner, async client => work(await rowsOfPerson(queryBuilderOn(client), user_id))),
    ),
  )
  await withClient(owner, async client => {
    await client.query('begin')
    for (const organization_id of organisations) {
      await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(organization_id)])
      await client.query(
        `insert into audit (organization_id, kind, subject, details, at)
         values ($1, $4, $2, '{}', $3)`,
        [
          organization_id,
          `user:${user_id}`,
          new Date(clock.now()).toISOString(),
          'operator.exported_person' satisfies AuditKind,
        ],
      )
    }
    await client.query('commit')
  })
  return { file, manifest }
}
