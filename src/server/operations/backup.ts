import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { TarWriter } from '../platform/files/tar'
import { ObjectError, type Objects } from '../platform/objects/objects'
import { partialOf, publish, removeAbandoned } from './backup-file'
import { inSnapshot, type Snapshot } from './dump-sql'
import { fingerprintOf, type Instance, storedSecret } from './instance'
import { type Manifest, type ObjectInBackup, OperationFailed, parts, type TableInBackup } from './manifest'

export const sha256 = () => createHash('sha256')
/** A manifest names this many of the files that were deleted during the backup. */
const namedVanished = 100

/** What a backup is made of: the data of a server, whether or not it runs. */
export type BackupSource = Pick<Instance, 'settings' | 'clock' | 'secrets' | 'objects' | 'owner'>

interface BackupOptions {
  /** Whether a file of this name is replaced; otherwise the backup gets a name that is free. */
  replaces?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Writes the database as it is at this moment, and the files, into one file; the server may run and be written to. The
 * file appears under its name once it is complete and on disk. Returns that name and what is in it.
 */
export async function backUp(
  { clock, settings, secrets, objects, owner }: BackupSource,
  file: string,
  { replaces = true, signal }: BackupOptions = {},
): Promise<{ file: string; manifest: Manifest }> {
  const made_at = new Date(clock.now()).toISOString()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // The system's time, because files have it.
  await removeAbandoned(file, Date.now())
  const writing = partialOf(file)
  const tar = await TarWriter.create(writing, new Date(made_at))
  try {
    const database = await inSnapshot(owner, snapshot => addTables(tar, snapshot, signal))
    const stored = await addObjects(tar, objects, signal)
    const secret = storedSecret(settings)
    if (secret) await tar.add(parts.secret, Readable.from([secret]))
    const manifest: Manifest = {
      ...{ format: 1, made_at, ...database, objects: stored },
      secret: { fingerprint: fingerprintOf(secrets), sha256: secret && sha256().update(secret).digest('hex') },
    }
    await tar.add(parts.manifest, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
    await tar.finish()
    return { file: await publish(writing, file, replaces), manifest }
  } catch (error) {
    await tar.abandon()
    await rm(writing, { force: true })
    throw error
  }
}

async function addTables(
  tar: TarWriter,
  { migrations, sequences, tables, linesOf }: Snapshot,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'migrations' | 'sequences' | 'tables'>> {
  const added: TableInBackup[] = []
  for (const table of tables) {
    const hash = sha256()
    let rows = 0
    const counted = async function* () {
      for await (const line of linesOf(table)) {
        signal?.throwIfAborted()
        const text = `${line}\n`
        hash.update(text)
        rows += 1
        yield text
      }
    }
    const compressed = Readable.from(counted()).on('error', error => gzip.destroy(error))
    const gzip = createGzip()
    await tar.add(parts.table(table), compressed.pipe(gzip))
    added.push({ ...table, rows, sha256: hash.digest('hex') })
  }
  return { migrations, sequences, tables: added }
}

/** The files are read after the database, so that those of every row are there unless they are deleted meanwhile. */
async function addObjects(
  tar: TarWriter,
  objects: Objects,
  signal: AbortSignal | undefined,
): Promise<Manifest['objects']> {
  const lines: string[] = []
  const counts = { count: 0, bytes: 0 }
  const vanished: string[] = []
  for await (const key of objects.list()) {
    const added = await addObject(tar, objects, key, signal)
    if (!added) {
      vanished.push(key)
      continue
    }
    lines.push(`${JSON.stringify(added)}\n`)
    counts.count += 1
    counts.bytes += added.size
  }
  const list = Buffer.from(lines.join(''))
  await tar.add(parts.objectList, Readable.from([list]))
  const names = vanished.slice(0, namedVanished)
  return { ...counts, vanished: vanished.length, vanished_keys: names, sha256: sha256().update(list).digest('hex') }
}

/** Returns null for an object that was deleted meanwhile. Throws if the storage breaks off, or sends a part. */
async function addObject(
  tar: TarWriter,
  objects: Objects,
  key: string,
  signal: AbortSignal | undefined,
): Promise<ObjectInBackup | null> {
  try {
    const facts = await objects.stat(key)
    const content = await objects.read(key)
    const hash = sha256()
    const hashed = async function* () {
      let bytes = 0
      for await (const piece of content) {
        signal?.throwIfAborted()
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
      if (bytes !== facts.size && !(await isReplaced(objects, key, facts.version)))
        throw new OperationFailed(`The storage sent ${bytes} of the ${facts.size} bytes of ${key}. Try again.`)
    }
    const size = await tar.add(`${parts.objects}${key}`, hashed())
    return { key, type: facts.contentType, size, sha256: hash.digest('hex') }
  } catch (error) {
    if (await isGone(objects, key, error)) return null
    throw error
  }
}

/** A file that was replaced between asking for its length and reading it has another length. */
const isReplaced = async (objects: Objects, key: string, version: string): Promise<boolean> =>
  (await objects.stat(key)).version !== version

/** A stream that breaks off does not say why: the object is asked for again. */
async function isGone(objects: Objects, key: string, error: unknown): Promise<boolean> {
  if (error instanceof ObjectError) return error.code === 'object.not_found'
  if (error instanceof OperationFailed || (error as Error).name === 'AbortError') return false
  return objects.stat(key).then(
    () => false,
    again => again instanceof ObjectError && again.code === 'object.not_found',
  )
}
