import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { ObjectError, type Objects } from '../platform/objects/objects'
import { inSnapshot, type Snapshot } from './dump-sql'
import { fingerprintOf, type Instance, storedSecret } from './instance'
import { type Manifest, type ObjectInBackup, parts, type TableInBackup } from './manifest'
import { TarWriter } from './tar'

export const sha256 = () => createHash('sha256')

/** The name of a backup that is made now; names sort by time. */
export const backupName = (now: number): string =>
  `wheelhouse-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.tar`

/** Files of backups that are being made, or whose making was interrupted, end with this. */
export const unfinished = '.partial'

/**
 * Writes the database as it is at this moment, and the files, into one file; the server may run and be written to. The
 * file appears under its name once it is complete and on disk.
 */
export async function backUp(instance: Instance, file: string): Promise<Manifest> {
  const { clock, settings, secrets, objects, owner } = instance
  const made_at = new Date(clock.now()).toISOString()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const writing = `${file}${unfinished}`
  const tar = await TarWriter.create(writing, new Date(made_at))
  try {
    const database = await inSnapshot(owner, snapshot => addTables(tar, snapshot))
    const stored = await addObjects(tar, objects)
    const secret = storedSecret(settings)
    if (secret) await tar.add(parts.secret, Readable.from([secret]))
    const manifest: Manifest = {
      ...{ format: 1, made_at, ...database, objects: stored },
      secret: { fingerprint: fingerprintOf(secrets), sha256: secret && sha256().update(secret).digest('hex') },
    }
    await tar.add(parts.manifest, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
    await tar.finish()
    await rename(writing, file)
    return manifest
  } catch (error) {
    await tar.abandon()
    await rm(writing, { force: true })
    throw error
  }
}

async function addTables(
  tar: TarWriter,
  { migrations, sequences, tables, linesOf }: Snapshot,
): Promise<Pick<Manifest, 'migrations' | 'sequences' | 'tables'>> {
  const added: TableInBackup[] = []
  for (const table of tables) {
    const hash = sha256()
    let rows = 0
    const counted = async function* () {
      for await (const line of linesOf(table)) {
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
async function addObjects(tar: TarWriter, objects: Objects): Promise<Manifest['objects']> {
  const lines: string[] = []
  const counts = { count: 0, bytes: 0, vanished: 0 }
  for await (const key of objects.list()) {
    const added = await addObject(tar, objects, key)
    if (!added) {
      counts.vanished += 1
      continue
    }
    lines.push(`${JSON.stringify(added)}\n`)
    counts.count += 1
    counts.bytes += added.size
  }
  const list = Buffer.from(lines.join(''))
  await tar.add(parts.objectList, Readable.from([list]))
  return { ...counts, sha256: sha256().update(list).digest('hex') }
}

/** Returns null for an object that was deleted meanwhile. */
async function addObject(tar: TarWriter, objects: Objects, key: string): Promise<ObjectInBackup | null> {
  try {
    const { contentType: type } = await objects.stat(key)
    const content = await objects.read(key)
    const hash = sha256()
    const hashed = async function* () {
      for await (const piece of content) {
        hash.update(piece)
        yield piece
      }
    }
    const size = await tar.add(`${parts.objects}${key}`, hashed())
    return { key, type, size, sha256: hash.digest('hex') }
  } catch (error) {
    if (error instanceof ObjectError && error.code === 'object.not_found') return null
    throw error
  }
}
