import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import { StartupError } from '../platform/startup-error'

/** A command that cannot do what it was asked to. The message says why and what to do. */
export class OperationFailed extends StartupError {
  override name = 'OperationFailed'
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const TableInBackup = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of the rows, before compression. */
  sha256: Sha256,
})
export type TableInBackup = z.infer<typeof TableInBackup>

/** One line of the list of objects. */
export const ObjectInBackup = z.object({ key: z.string(), type: z.string(), size: z.number(), sha256: Sha256 })
export type ObjectInBackup = z.infer<typeof ObjectInBackup>

export const SequenceInBackup = z.object({ name: z.string(), last_value: z.number(), is_called: z.boolean() })
export type SequenceInBackup = z.infer<typeof SequenceInBackup>

/** What a backup contains; the last file of it, so that an incomplete backup has none. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: Instant,
  migrations: z.array(z.string()),
  tables: z.array(TableInBackup),
  sequences: z.array(SequenceInBackup),
  objects: z.object({
    count: z.number(),
    bytes: z.number(),
    sha256: Sha256,
    /** How many objects were deleted during the backup and are not in it, and the first of them. */
    vanished: z.number(),
    vanished_keys: z.array(z.string()).default([]),
  }),
  /** Tells whether a server has the keys with which this backup was made. */
  secret: z.object({ fingerprint: z.string(), sha256: Sha256.nullable() }),
})
export type Manifest = z.infer<typeof Manifest>

/** The names of the files in a backup. */
export const parts = {
  manifest: 'manifest.json',
  objectList: 'objects.jsonl',
  secret: 'secret.key',
  table: ({ schema, name }: Pick<TableInBackup, 'schema' | 'name'>) => `tables/${schema}.${name}.jsonl.gz`,
  objects: 'objects/',
} as const
