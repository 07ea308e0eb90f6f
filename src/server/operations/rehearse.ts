import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '../settings'
import { sha256 } from './backup'
import { inSnapshot } from './dump-sql'
import { type ErasedAgain, eraseListed, listedErasures } from './erase-again'
import { type CommandEnvironment, type Instance, openInstance } from './instance'
import { type Manifest, OperationFailed } from './manifest'
import { type CheckedBackup, checkBackup } from './read-backup'
import { restoreChecked } from './restore'

const folderPrefix = 'rehearsal-'
/** What the real server keeps free beside a rehearsal, in bytes. */
const spare = 1e9
/** How much larger the tables of a database are than in a backup, at most. */
const unpacked = 12
const namedDifferences = 5

export interface Rehearsal {
  tables: number
  rows: number
  objects: number
  bytes: number
  /** Who was erased since, and from the restored server again; null without a list of them. */
  erased: ErasedAgain | null
}

/**
 * Restores a backup into a server that exists for this alone, in a folder of its own and with an embedded database, and
 * compares what arrived with what the backup says; then it erases whoever was erased since, as a restore does. It never has the settings of the real database and bucket. Throws
 * {@link OperationFailed} if the backup cannot be restored, or something differs; removes everything in any case.
 */
export async function rehearse(
  { settings, log, clock }: CommandEnvironment,
  file: string,
  signal?: AbortSignal,
): Promise<Rehearsal> {
  const { DATA_DIR, SECRET } = settings
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
  await removeLeftovers({ settings, log }, DATA_DIR)
  const listed = await listedErasures(file, settings)
  const backup = await checkBackup(file, signal)
  await requireRoom(DATA_DIR, backup.manifest, (await stat(file)).size)
  const folder = await mkdtemp(join(DATA_DIR, folderPrefix))
  const isKeyNeeded = SECRET !== undefined && backup.manifest.secret.sha256 === null
  const environment: CommandEnvironment = {
    settings: readSettings({ DATA_DIR: folder, ...(isKeyNeeded && { SECRET }) }),
    log: log.child({ rehearsal: true }),
    durable: false,
    ...(clock && { clock }),
  }
  try {
    await restoreChecked(environment, backup, { pausesWork: false, signal })
    const instance = await openInstance(environment, { alone: true })
    try {
      const found = await compare(instance, backup, signal)
      const { made_at } = backup.manifest
      return { ...found, erased: listed && (await eraseListed(instance, { listed, made_at })) }
    } finally {
      await instance.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** A rehearsal must not take the room that the real server needs. */
async function requireRoom(folder: string, { objects }: Manifest, bytes: number): Promise<void> {
  const needed = objects.bytes + unpacked * Math.max(0, bytes - objects.bytes) + spare
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  const gigabytes = (count: number) => `${(count / 1e9).toFixed(1)} GB`
  throw new OperationFailed(
    `A rehearsal needs about ${gigabytes(needed)} in ${folder}, and ${gigabytes(bavail * bsize)} are free.`,
  )
}

/** Removes what a killed rehearsal left, and ends its database. */
async function removeLeftovers({ settings, log }: CommandEnvironment, dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(dataFolder, name)
    const leftover = { settings: readSettings({ DATA_DIR: folder, SECRET: settings.SECRET }), log, durable: false }
    // Opening it takes over a database that still runs; what cannot be opened runs none.
    const instance = await openInstance(leftover, { alone: true }).catch(error => {
      if (error.name === 'DataFolderInUse')
        throw new OperationFailed('Another rehearsal is running. Try again after it.')
      return null
    })
    await instance?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function compare(
  instance: Instance,
  backup: CheckedBackup,
  signal?: AbortSignal,
): Promise<Omit<Rehearsal, 'erased'>> {
  const { tables, bytes, rows, differences: ofTables } = await compareTables(instance, backup.manifest, signal)
  const { objects, differences: ofObjects } = await compareObjects(instance, backup, signal)
  const differences = [...ofTables, ...ofObjects]
  if (differences.length === 0) return { tables, rows, objects, bytes: bytes + backup.manifest.objects.bytes }
  const more = differences.length - namedDifferences
  throw new OperationFailed(
    `The restored server differs: ${differences.slice(0, namedDifferences).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
  )
}

/** The rows of all tables. Migrations since the backup change rows, so then only their number is compared. */
export async function compareTables({ owner }: Pick<Instance, 'owner'>, manifest: Manifest, signal?: AbortSignal) {
  return inSnapshot(owner, async ({ migrations, tables, linesOf }) => {
    const isSameVersion = migrations.length === manifest.migrations.length
    const differences: string[] = []
    const sum = { tables: 0, rows: 0, bytes: 0 }
    for (const expected of manifest.tables) {
      const name = `${expected.schema}.${expected.name}`
      const table = tables.find(each => each.schema === expected.schema && each.name === expected.name)
      if (!table) {
        if (isSameVersion) differences.push(`the table ${name} is missing`)
        continue
      }
      const hash = sha256()
      let rows = 0
      for await (const line of linesOf(table)) {
        signal?.throwIfAborted()
        hash.update(`${line}\n`)
        rows += 1
        sum.bytes += line.length
      }
      sum.tables += 1
      sum.rows += rows
      if (rows !== expected.rows) differences.push(`${name} has ${rows} rows instead of ${expected.rows}`)
      else if (isSameVersion && hash.digest('hex') !== expected.sha256) differences.push(`${name} has other contents`)
    }
    return { ...sum, differences }
  })
}

async function compareObjects({ objects }: Instance, backup: CheckedBackup, signal: AbortSignal | undefined) {
  const differences: string[] = []
  let count = 0
  for await (const { key, sha256: expected } of backup.objects()) {
    const hash = sha256()
    for await (const piece of await objects.read(key)) {
      signal?.throwIfAborted()
      hash.update(piece)
    }
    count += 1
    if (hash.digest('hex') !== expected) differences.push(`the file ${key} has other contents`)
  }
  return { objects: count, differences }
}
