import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { Actor } from '../../../test/actor'
import { buildServer } from '../../../test/built-server'
import { newFolder, ServerProcess, tidy } from '../../../test/server-process'

// Whole servers start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let program: string
beforeAll(async () => {
  program = await buildServer()
})
afterAll(tidy)

interface Ended {
  code: number | null
  output: string
}

function start(folder: string, args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME, TZ } = process.env
  return spawn(process.execPath, [program, ...args], { env: { PATH, HOME, TZ, DATA_DIR: folder, ...settings } })
}

/** Runs a command of the operator. `meanwhile` gets a function that kills it. */
async function wheelhouse(
  folder: string,
  args: string[],
  settings: Record<string, string> = {},
  meanwhile?: (kill: () => void) => Promise<void>,
): Promise<Ended> {
  const child = start(folder, args, settings)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const closed = once(child, 'close')
  await meanwhile?.(() => child.kill('SIGKILL'))
  const [code] = (await closed) as [number | null]
  return { code, output }
}

describe('The operator of a server [D39]', () => {
  test('backs it up while it runs, restores it after a killed attempt, resumes its work, and moves an organisation to another server', async () => {
    const folder = await newFolder()
    const server = new ServerProcess(program, folder)
    const address = { url: await server.ready() }
    const maya = new Actor(address, '127.0.0.1')
    await maya.signUp({ name: 'Maya Okafor' })
    await maya.createOrganisation('Ridgeway Cycles')
    const params = { document_name: 'Workshop', document_type: 'logbook', access: 'organisation' } as const
    const { doc_id } = await maya.call(createDocument, params)
    await maya.call(writeLog, { doc_id, content: 'The wheel truing stand is back.' })

    const made = await wheelhouse(folder, ['backup'])
    expect(made.output).toMatch(/rows and 0 files/)
    const [name = ''] = readdirSync(join(folder, 'backups'))
    const backup = join(folder, 'backups', name)
    expect(await wheelhouse(folder, ['restore', backup])).toMatchObject({
      code: 1,
      output: /Another Wheelhouse server/,
    })
    const healthy = await wheelhouse(folder, ['doctor'], { MODEL_URL: 'http://127.0.0.1:9', MODEL_NAME: 'none' })
    expect(healthy.code).toBe(1)
    expect(healthy.output).toMatch(/ok {3}database: PostgreSQL 18, up to date/)
    expect(healthy.output).toMatch(/speech model: none; .* Set SPEECH_URL and SPEECH_NAME/)
    expect(server.stdout).toMatch(/No speech model: .* Set SPEECH_URL and SPEECH_NAME/)
    expect(healthy.output).toMatch(/FIX {2}model: 127\.0\.0\.1:9 does not answer/)
    // As in `wheelhouse doctor | head -0`.
    const unread = start(folder, ['doctor'])
    unread.stdout.destroy()
    expect(await once(unread, 'exit')).toEqual([0, null])
    server.signal('SIGTERM')
    await server.exited

    const other = await newFolder()
    const killed = await wheelhouse(other, ['restore', backup], {}, async kill => {
      await vi.waitUntil(() => existsSync(join(other, 'postgres')), { interval: 2, timeout: 50_000 })
      kill()
    })
    expect(killed.code).toBe(null)
    const refused = new ServerProcess(program, other)
    expect(await refused.exited).toBe(1)
    expect(refused.stderr).toMatch(/was interrupted\.\n {2}Run the same wheelhouse restore again/)
    const restored = await wheelhouse(other, ['restore', backup])
    expect(restored).toMatchObject({ code: 0, output: /To resume them: wheelhouse resume/ })

    const next = new ServerProcess(program, other)
    address.url = await next.ready()
    await next.says(/Background work rests/)
    expect((await wheelhouse(other, ['resume'])).output).toMatch(/go on within a few seconds/)
    // The keys came along, so people stay signed in.
    const { logs } = await maya.call(readLogs, { doc_id })
    expect(logs.map(log => log.content)).toEqual(['The wheel truing stand is back.'])
    await next.says(/Background work was resumed/)

    expect(restored.output).toMatch(/There is no erasures\.jsonl/)
    const archive = join(other, 'maya.tar')
    const exported = await wheelhouse(other, ['export', '--user', maya.address, archive])
    expect(exported).toMatchObject({ code: 0, output: /Maya Okafor, \d+ rows and 0 files of all organisations/ })
    expect(existsSync(archive)).toBe(true)
    const moved = join(other, 'ridgeway.tar')
    const left = await wheelhouse(other, ['export', '--organization', String(maya.organization_id), moved])
    expect(left).toMatchObject({ code: 0, output: /Ridgeway Cycles, \d+ rows and 0 files/ })
    expect(await wheelhouse(other, ['rehearse', backup])).toMatchObject({ code: 0, output: /all equal. It is removed/ })
    const unknown = await wheelhouse(other, ['erase', '--user', 'nobody@ridgeway.example'])
    expect(unknown).toMatchObject({ code: 1, output: /There is nobody with the number or address nobody@/ })
    expect(await wheelhouse(other, ['erase', '--user', maya.address])).toMatchObject({ code: 0, output: /is erased/ })
    expect(existsSync(join(other, 'backups', 'erasures.jsonl'))).toBe(true)
    next.signal('SIGTERM')
    await next.exited
    expect(await wheelhouse(other, ['migrate'])).toMatchObject({ code: 0, output: /The database is up to date/ })

    const third = await newFolder()
    expect(await wheelhouse(third, ['import', moved])).toMatchObject({ code: 0, output: /Imported Ridgeway Cycles/ })
    const last = new ServerProcess(program, third)
    address.url = await last.ready()
    await maya.signIn(maya.address)
    expect((await maya.call(readLogs, { doc_id })).logs).toHaveLength(1)
  })

  test('reads what the commands are', async () => {
    const folder = await newFolder()
    const help = await wheelhouse(folder, ['help'])
    expect(help.code).toBe(0)
    for (const name of ['serve', 'backup', 'restore', 'migrate', 'doctor', 'resume'])
      expect(help.output).toContain(`  ${name}`)
    expect((await wheelhouse(folder, ['bakcup'])).code).toBe(1)
    expect(await wheelhouse(folder, ['import', join(folder, 'none.tar')])).toMatchObject({
      code: 1,
      output: /none\.tar/,
    })
    const examined = await wheelhouse(folder, ['doctor'], { RATE_LIMIT: 'many' })
    expect(examined).toMatchObject({ code: 1, output: /RATE_LIMIT/ })
  })
})
