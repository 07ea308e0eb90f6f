import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '../features'
import type { ArchiveManifest } from '../features/exports/archive/format'
import { sealAddress } from '../features/sources/service'
import { migrate } from '../platform/database/migrate'
import { loadArchive } from './import-sql'
import { type CommandEnvironment, type Instance, openInstance, servingPassword } from './instance'
import { hasPeople } from './load-sql'
import { OperationFailed } from './manifest'
import { type CheckedArchive, checkArchive } from './read-archive'
import { storeObject } from './restore'

/**
 * Imports the archive of an organisation into a server that has nobody yet. Files come first, then all rows in one
 * transaction, so that an interrupted import is simply repeated.
 */
export async function importOrganisation(
  environment: CommandEnvironment,
  file: string,
  signal?: AbortSignal,
): Promise<ArchiveManifest> {
  const archive = await checkArchive(file, signal)
  const { manifest } = archive
  const newer = manifest.migrations.filter(name => !migrations.some(migration => migration.name === name))
  if (newer.length > 0)
    throw new OperationFailed(
      `The archive was made by a newer Wheelhouse (${newer.join(', ')}). Import it with that version.`,
    )
  const instance = await openInstance(environment, { alone: true })
  try {
    await requireEmpty(instance, archive)
    await storeFiles(instance, archive, signal)
    const then = migrations.filter(({ name }) => manifest.migrations.includes(name))
    await migrate(instance.owner, servingPassword(instance), then)
    const { organization_id } = manifest
    const seal = (address: string) => sealAddress(instance, organization_id, address)
    const at = new Date(instance.clock.now()).toISOString()
    await loadArchive(instance.owner, manifest, archive.linesOf, { seal, at })
    await migrate(instance.owner, servingPassword(instance), migrations)
  } finally {
    await instance.close()
  }
  return manifest
}

async function requireEmpty({ owner, objects, settings }: Instance, archive: CheckedArchive): Promise<void> {
  const place = settings.DATABASE_URL ? 'The database of DATABASE_URL' : `The database in ${settings.DATA_DIR}`
  if (await hasPeople(owner))
    throw new OperationFailed(`${place} is not empty. An organisation keeps its numbers, so it needs an empty server.`)
  const own = new Set<string>()
  for await (const { key } of archive.files()) own.add(key)
  for await (const key of objects.list())
    if (!own.has(key)) throw new OperationFailed(`The storage of files is not empty (${key}). Give it an empty one.`)
}

async function storeFiles(
  { objects, settings }: Instance,
  archive: CheckedArchive,
  signal: AbortSignal | undefined,
): Promise<void> {
  const temporary = await mkdtemp(join(settings.DATA_DIR, 'importing-'))
  try {
    for await (const { key, type, size, content } of archive.files()) {
      signal?.throwIfAborted()
      await storeObject(objects, { key, type, size, path: join(temporary, 'file') }, content())
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
