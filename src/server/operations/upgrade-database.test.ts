import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { migrations } from '../features'
import { withClient } from '../platform/database/database'
import { locateBinaries } from '../platform/database/embedded/binaries'
import { migrate } from '../platform/database/migrate'
import { openInstance, servingPassword } from './instance'
import { requireNoUnfinishedRestore } from './restore-marker'
import { environmentWith } from './testing/operator'
import { rebuildDatabase, upgradeDatabase } from './upgrade-database'

const folder = (name: string) => join(inject('folder'), `${name}-${process.pid}`)

describe('The embedded database of another major version of PostgreSQL [D39]', () => {
  test('is made anew from its rows, with the old one kept until the operator removes it', async () => {
    const DATA_DIR = folder('rebuilt')
    const environment = { ...environmentWith({ DATA_DIR }), durable: false }
    const people = async (add: boolean) => {
      const instance = await openInstance(environment, { alone: true })
      await migrate(instance.owner, servingPassword(instance), migrations)
      return withClient(instance.owner, async client => {
        if (add)
          await client.query(
            `insert into users (displayname, email, created_at) values ('Maya', 'maya@ridgeway.example', now())`,
          )
        return (await client.query('select id, displayname, email, created_at from users')).rows
      }).finally(() => instance.close())
    }
    const before = await people(true)
    // With the same programs as the old ones: what differs between versions is only how the folder is written.
    const kept = await rebuildDatabase(environment, await locateBinaries())
    expect(kept).toMatch(/postgres-\d+$/)
    expect(existsSync(join(kept, 'PG_VERSION'))).toBe(true)
    expect(await people(false)).toEqual(before)
    await expect(rebuildDatabase(environment, await locateBinaries())).rejects.toThrow(/earlier upgrade/)
    expect(await upgradeDatabase(environment, undefined)).toBe(null)
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
