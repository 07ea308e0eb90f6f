import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const ArchivedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sha256: Sha256,
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

/** One line of the list of files. */
export const ArchivedFile = z.object({ key: z.string(), type: z.string(), size: z.number(), sha256: Sha256 })
export type ArchivedFile = z.infer<typeof ArchivedFile>

/** What an archive of an organisation contains; the last file of it. docs/export.md explains the form. */
export const ArchiveManifest = z.object({
  format: z.literal('wheelhouse-organisation/1'),
  made_at: Instant,
  organization_id: Id,
  organization_name: z.string(),
  /** The person for whom it was made, who may not see everything; null has everything of the organisation. */
  seen_by: Id.nullable(),
  migrations: z.array(z.string()),
  tables: z.array(ArchivedTable),
  files: z.object({ count: z.number(), bytes: z.number(), sha256: Sha256, vanished: z.number() }),
  left_out: z.array(z.object({ table: z.string(), column: z.string().optional(), why: z.string() })),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

/** What an archive of a person contains; the last file of it. */
export interface PersonArchiveManifest
  extends Pick<ArchiveManifest, 'made_at' | 'migrations' | 'tables' | 'files' | 'left_out'> {
  format: 'wheelhouse-person/1'
  user_id: number
  displayname: string
}

/** The names of the files in an archive. */
export const archiveParts = {
  manifest: 'manifest.json',
  fileList: 'files.jsonl',
  table: (name: string) => `tables/${name}.jsonl`,
  files: 'files/',
} as const
