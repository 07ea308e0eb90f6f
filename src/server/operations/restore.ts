import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { migrations } from '../features'
import type { CompletedErasure } from '../platform/completed-erasures-sql'
import { migrate } from '../platform/database/migrate'
import type { Objects } from '../platform/objects/objects'
import { type ErasedAgain, eraseListed, listedErasures } from './erase-again'
import { type CommandEnvironment, fingerprintOf, type Instance, openInstance, servingPassword } from './instance'
import { hasPeople, loadTables, pauseWork, requireLoadable } from './load-sql'
import { type Manifest, OperationFailed } from './manifest'
import { type CheckedBackup, checkBackup } from './read-backup'
import { markFinished, markUnfinished, unfinishedRestore } from './restore-marker'

/** Files up to this many bytes are stored from memory. */
const smallFile = 8_000_000
const filesAtOnce = 8

/**
 * Restores a backup into an empty server: folder and embedded database, or the database and bucket that the settings
 * name. An interrupted restore leaves a mark that keeps a server from starting; the same restore then goes on.
 */
export async function restore(
  environment: CommandEnvironment,
  file: string,
): Promise<{ manifest: Manifest; erased: ErasedAgain | null }> {
  const listed = await listedErasures(file, environment.settings)
  const backup = await checkBackup(file)
  const erased = await restoreChecked(environment, backup, { listed })
  return { manifest: backup.manifest, erased }
}

interface RestoreOptions {
  /** Who is erased again, because they were erased after the backup was made; nobody without it. */
  listed?: CompletedErasure[] | null
  /** Whether background work and jobs rest until the operator resumes them. */
  pausesWork?: boolean
  signal?: AbortSignal | undefined
}

/** The same with a backup that was read already. */
export async function restoreChecked(
  environment: CommandEnvironment,
  backup: CheckedBackup,
  { listed = null, pausesWork = true, signal }: RestoreOptions = {},
): Promise<ErasedAgain | null> {
  const { manifest } = backup
  requireKnownMigrations(manifest)
  const { DATA_DIR } = environment.settings
  const unfinished = unfinishedRestore(DATA_DIR)
  if (unfinished !== null && unfinished !== manifest.made_at)
    throw new OperationFailed(
      `${DATA_DIR} holds a part of another backup, of ${unfinished}. Restore that one, or remove the folder.`,
    )
  await markUnfinished(DATA_DIR, manifest.made_at)
  let isUntouched = unfinished === null
  let erased: ErasedAgain | null = null
  try {
    await restoreSecret(environment, backup)
    const instance = await openInstance(environment, { alone: true })
    try {
      requireSameKeys(instance, manifest)
      const isLoaded = await hasPeople(instance.owner)
      if (isUntouched) await requireEmpty(instance, isLoaded)
      isUntouched = false
      // The rows come last, so with them everything is there; erased files must not come back.
      if (!isLoaded) {
        await restoreObjects(instance, backup, signal)
        await restoreDatabase(instance, backup, signal)
      }
      await migrate(instance.owner, servingPassword(instance), migrations)
      const now = new Date(instance.clock.now()).toISOString()
      if (pausesWork) await pauseWork(instance.owner, { now, made_at: manifest.made_at })
      if (listed) erased = await eraseListed(instance, { listed, made_at: manifest.made_at })
    } finally {
      await instance.close()
    }
  } catch (error) {
    // Nothing was written to a target that was refused.
    if (isUntouched) await markFinished(DATA_DIR)
    throw error
  }
  await markFinished(DATA_DIR)
  return erased
}

function requireKnownMigrations(manifest: Manifest): void {
  const newer = manifest.migrations.filter(name => !migrations.some(migration => migration.name === name))
  if (newer.length > 0)
    throw new OperationFailed(
      `The backup was made by a newer Wheelhouse (${newer.join(', ')}). Restore it with that version.`,
    )
}

/** Stores the backup's keys, unless the settings have the key or the folder has the same. */
async function restoreSecret({ settings }: CommandEnvironment, { secret }: CheckedBackup): Promise<void> {
  if (!secret || settings.SECRET) return
  const file = join(settings.DATA_DIR, 'secret.key')
  if (!existsSync(file)) return writeFile(file, secret, { mode: 0o600, flush: true })
  if (!(await readFile(file)).equals(secret))
    throw new OperationFailed(`${file} belongs to another server. Restore into an empty DATA_DIR.`)
}

/** Passwords of cameras, signatures and tokens can only be read with the keys that made them. */
function requireSameKeys({ secrets, settings }: Instance, { secret }: Manifest): void {
  if (fingerprintOf(secrets) === secret.fingerprint) return
  throw new OperationFailed(
    secret.sha256 && settings.SECRET
      ? 'The backup brings its own keys. Leave SECRET unset; the keys are restored into secret.key of DATA_DIR.'
      : 'The backup was made with another SECRET. Give the SECRET of the server that was backed up.',
  )
}

async function requireEmpty({ objects, settings }: Instance, hasData: boolean): Promise<void> {
  const place = settings.DATABASE_URL ? 'The database of DATABASE_URL' : `The database in ${settings.DATA_DIR}`
  if (hasData) throw new OperationFailed(`${place} is not empty. A restore never overwrites: give it an empty one.`)
  for await (const key of objects.list()) {
    const where = settings.S3_BUCKET
      ? `The bucket ${settings.S3_BUCKET}`
      : `The folder of files in ${settings.DATA_DIR}`
    throw new OperationFailed(`${where} is not empty (${key}). A restore never overwrites: give it an empty one.`)
  }
}

/** Brings the database to the migrations of the backup and loads it; the migrations since then come after. */
async function restoreDatabase(
  instance: Instance,
  { manifest, linesOf }: CheckedBackup,
  signal: AbortSignal | undefined,
): Promise<void> {
  const then = migrations.filter(({ name }) => manifest.migrations.includes(name))
  await requireLoadable(instance.owner, manifest.migrations)
  await migrate(instance.owner, servingPassword(instance), then)
  await loadTables(instance.owner, manifest, async function* (table) {
    for await (const line of linesOf(table)) {
      signal?.throwIfAborted()
      yield line
    }
  })
}

async function restoreObjects(
  { objects, settings }: Instance,
  backup: CheckedBackup,
  signal: AbortSignal | undefined,
): Promise<void> {
  const temporary = await mkdtemp(join(settings.DATA_DIR, 'restoring-'))
  const running = new Set<Promise<void>>()
  let number = 0
  try {
    for await (const { key, type, size, content } of backup.objects()) {
      signal?.throwIfAborted()
      number += 1
      const path = join(temporary, String(number))
      const storing = storeObject(objects, { key, type, size, path }, content()).finally(() => running.delete(storing))
      running.add(storing)
      if (running.size >= filesAtOnce) await Promise.race(running)
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
    await rm(temporary, { recursive: true, force: true })
  }
}

export async function storeObject(
  objects: Objects,
  { key, type, size, path }: { key: string; type: string; size: number; path: string },
  content: Readable,
): Promise<void> {
  if (size <= smallFile) return objects.put(key, Buffer.concat(await content.toArray()), type)
  await writeFile(path, content)
  await objects.putFile(key, path, type)
  await rm(path)
}
