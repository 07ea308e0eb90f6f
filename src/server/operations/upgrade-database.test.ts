import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { companyOf } from '../../../test/company'
import { openTestServer } from '../../../test/test-server'
import { migrations } from '../features'
import { ownerConnection, withClient } from '../platform/database/database'
import { type Binaries, hydrateLinks, locateBinaries, packageName } from '../platform/database/embedded/binaries'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres'
import { migrate } from '../platform/database/migrate'
import { loadSecrets } from '../platform/secrets'
import { backUp } from './backup'
import { openInstance, servingPassword } from './instance'
import { loadTables } from './load-sql'
import { checkBackup } from './read-backup'
import { compareTables } from './rehearse'
import { requireNoUnfinishedRestore } from './restore-marker'
import { environmentWith, operatorOf } from './testing/operator'
import { rebuildDatabase, upgradeDatabase } from './upgrade-database'

const folder = (name: string) => join(inject('folder'), `${name}-${process.pid}`)

const versionOf = (dataDir: string) => readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()

/** The programs of the major version before, which are only installed for this test. */
async function postgres17(): Promise<Binaries> {
  const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres-17'))
  const native = join(dirname(outer.resolve(`@embedded-postgres/${packageName()}`)), '../native')
  await hydrateLinks(dirname(native))
  return { native, version: '17.10', major: '17' }
}

/** A backup of a company that has rows in every table. */
async function rowsOfEveryTable() {
  const server = await openTestServer()
  await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Merganser', secret: 'kingfisher' })
  const instance = await openInstance(await operatorOf(server), { alone: false })
  const file = join(inject('folder'), `of-17-${process.pid}.tar`)
  await backUp(instance, file).finally(() => instance.close())
  return checkBackup(file)
}

describe('The embedded database of another major version of PostgreSQL [D39]', () => {
  test('is made anew from its rows by the programs of both, with the old one kept until the operator removes it', async () => {
    const DATA_DIR = folder('rebuilt')
    const environment = environmentWith({ DATA_DIR })
    const dataDir = join(DATA_DIR, 'postgres')
    const programs = await postgres17()
    const { manifest, linesOf } = await rowsOfEveryTable()
    const old = await startEmbeddedPostgres({ dataDir, binaries: programs, durable: false, log: () => {} })
    try {
      const owner = await ownerConnection({ DATABASE_URL: undefined }, old)
      const { rows } = await withClient(owner, client => client.query<{ version: string }>('select version()'))
      expect(rows[0]?.version).toMatch(/^PostgreSQL 17\./)
      await migrate(owner, servingPassword({ secrets: loadSecrets(environment.settings) }), migrations)
      await loadTables(owner, manifest, linesOf)
    } finally {
      await old.stop()
    }

    // Until then the server keeps away from it, and without the programs of the old version nothing is changed.
    await expect(openInstance(environment, { alone: true })).rejects.toThrow(
      /made by PostgreSQL 17.*Run: wheelhouse upgrade-database/s,
    )
    await expect(upgradeDatabase(environment, folder('nothing'))).rejects.toThrow(/programs of PostgreSQL 17/)
    const { major, native } = await locateBinaries()
    await expect(upgradeDatabase(environment, native)).rejects.toThrow(/contains PostgreSQL \d+.*needs 17/s)
    expect(versionOf(dataDir)).toBe('17')

    expect(await upgradeDatabase(environment, programs.native)).toEqual({
      from: '17',
      to: major,
      kept: join(DATA_DIR, 'postgres-17'),
    })
    expect([versionOf(dataDir), versionOf(join(DATA_DIR, 'postgres-17'))]).toEqual([major, '17'])
    expect(await upgradeDatabase(environment, programs.native)).toBe(null)
    await expect(rebuildDatabase(environment, programs)).rejects.toThrow(/earlier upgrade/)
    const instance = await openInstance({ ...environment, durable: false }, { alone: true })
    try {
      const { differences, tables } = await compareTables(instance, manifest)
      expect(differences).toEqual([])
      expect(tables).toBeGreaterThan(100)
      // Numbers go on where they were.
      await withClient(instance.owner, client =>
        client.query(
          `insert into users (displayname, email, created_at) values ('Zoe', 'zoe@ridgeway.example', now())`,
        ),
      )
    } finally {
      await instance.close()
    }
  })

  test('is refused at the start, and the command says which programs it needs', async () => {
    const DATA_DIR = folder('older')
    await mkdir(join(DATA_DIR, 'postgres'), { recursive: true })
    await writeFile(join(DATA_DIR, 'postgres', 'PG_VERSION'), '14\n')
    const environment = environmentWith({ DATA_DIR })
    await expect(openInstance(environment, { alone: true })).rejects.toThrow(/Run: wheelhouse upgrade-database/)
    await expect(upgradeDatabase(environment, folder('nothing'))).rejects.toThrow(/programs of PostgreSQL 14/)
    const { native } = await locateBinaries()
    await expect(upgradeDatabase(environment, native)).rejects.toThrow(/contains PostgreSQL \d+.*needs 14/s)
    await expect(
      upgradeDatabase(environmentWith({ DATA_DIR, DATABASE_URL: 'postgres://a@b/c' }), native),
    ).rejects.toThrow(/its own tools/)
  })

  test('is not replaced by an empty one if the upgrade was interrupted at its end', async () => {
    const DATA_DIR = folder('interrupted')
    await mkdir(join(DATA_DIR, 'postgres-upgrading'), { recursive: true })
    expect(() => requireNoUnfinishedRestore(DATA_DIR)).toThrow(/Run: wheelhouse upgrade-database/)
    await upgradeDatabase(environmentWith({ DATA_DIR }), undefined)
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(true)
    expect(() => requireNoUnfinishedRestore(DATA_DIR)).not.toThrow()
  })
})
