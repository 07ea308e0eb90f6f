import { type ArchiveFiles, writeParts } from '../archive/archive'
import type { PersonArchiveManifest } from '../archive/format'
import type { PersonRows } from './person-rows-sql'
import { personRules } from './person-rules'

/**
 * Writes everything about a person into an archive, with the files that they uploaded, their picture and the pictures of
 * their screen. `readRows` gives `work` its rows, in a transaction that is over when the files are read.
 */
export async function writePersonArchive(
  { user_id, migrations, ...files }: ArchiveFiles & { user_id: number; migrations: readonly string[] },
  readRows: <T>(work: (rows: PersonRows) => Promise<T>) => Promise<T>,
): Promise<PersonArchiveManifest> {
  const { manifest } = await writeParts({ ...files, folders: [] }, readRows, ({ displayname }, contents) => ({
    format: 'wheelhouse-person/1' as const,
    ...{ user_id, displayname, migrations: [...migrations], ...contents },
    left_out: Object.entries(personRules).flatMap(([table, rule]) =>
      'leftOut' in rule
        ? [{ table, why: rule.leftOut }]
        : Object.entries(rule.columns ?? {}).map(([column, { why }]) => ({ table, column, why })),
    ),
  }))
  return manifest
}
