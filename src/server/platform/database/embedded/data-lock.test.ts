import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-lock'
import { buildServerProcess, cleanUp, kill, newFolder, nextMessage, startServerProcess } from './testing/processes'

const noon = { now: () => Date.UTC(2026, 4, 4, 12) }
let program: string

beforeAll(async () => {
  program = await buildServerProcess()
})
afterAll(cleanUp)

describe('One server for each data folder', () => {
  test('a second server is refused with a message that says which process uses the folder, and since when', async () => {
    const folder = await newFolder()
    const lock = await lockDataFolder(folder, noon)
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `Another Wheelhouse server uses the data folder ${folder} (process ${process.pid}, since 2026-05-04T12:00:00.000Z); ` +
        'stop it, or give this one its own DATA_DIR.',
    )
    await lock.release()
  })

  test('a released folder can be locked again, and nothing of the lock is left in it', async () => {
    const folder = await newFolder()
    for (let round = 0; round < 3; round++) await (await lockDataFolder(folder)).release()
    expect(await readdir(join(folder, 'lock'))).toEqual([])
  })

  test('a killed server does not block the next one', async () => {
    const folder = await newFolder()
    const server = startServerProcess(program, folder, 'lock only')
    expect(await nextMessage(server)).toEqual({ locked: true })
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${server.pid}, since`)
    await kill(server)
    expect(await readdir(join(folder, 'lock'))).toHaveLength(1)
    const lock = await lockDataFolder(folder)
    expect(await readdir(join(folder, 'lock'))).toHaveLength(1)
    await lock.release()
  })

  test('a hanging server keeps its folder', async () => {
    const folder = await newFolder()
    const server = startServerProcess(program, folder, 'lock only')
    await nextMessage(server)
    server.kill('SIGSTOP')
    await expect(lockDataFolder(folder)).rejects.toThrow('it does not answer')
  })

  test('of many that start at once on the folder of a killed server, exactly one gets it', async () => {
    const folder = await newFolder()
    const server = startServerProcess(program, folder, 'lock only')
    await nextMessage(server)
    await kill(server)
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(folder)))
      const winners = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const losers = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(winners).toHaveLength(1)
      expect(losers.every(reason => reason instanceof DataFolderInUse)).toBe(true)
      for (const lock of winners) await lock.release()
    }
  })

  test('of processes that start at once, exactly one gets the folder', async () => {
    const folder = await newFolder()
    const servers = Array.from({ length: 4 }, () => startServerProcess(program, folder, 'lock only'))
    const answers = await Promise.all(servers.map(server => nextMessage<{ locked?: boolean; error?: string }>(server)))
    expect(answers.filter(answer => answer.locked)).toHaveLength(1)
    expect(answers.filter(answer => answer.error?.startsWith('Another Wheelhouse server'))).toHaveLength(3)
  })

  test('works with a path that is too long for a socket', async () => {
    const folder = join(await newFolder(), 'a'.repeat(100), 'b'.repeat(100))
    await mkdir(folder, { recursive: true })
    const lock = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse)
    await lock.release()
    await (await lockDataFolder(folder)).release()
  })
})
