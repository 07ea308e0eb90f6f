import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { download } from '../src/server/features/logs/export/testing/download'
import { textOfPdf } from '../src/server/platform/pdf/testing/pdf-text'
import { Actor } from './actor'
import { buildServer } from './built-server'
import { newFolder, ServerProcess, tidy } from './server-process'

// A whole server starts here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let program: string
beforeAll(async () => {
  program = await buildServer()
})
afterAll(tidy)

/** The files that a program loads, statically or dynamically, including itself. */
async function loadedBy(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  // Comments name types of other files.
  const code = (await readFile(file, 'utf8')).replace(/^\s*\*.*$/gm, '')
  for (const [, other = ''] of code.matchAll(/\b(?:import|from)\b[ (]*["'](\.\.?\/[^"'\n]+\.js)["']/g))
    await loadedBy(join(dirname(file), other), seen)
  return seen
}

describe('Threads of the built server', () => {
  test('load nothing of the program that starts a server', async () => {
    const chunks = join(dirname(program), 'chunks')
    const threads = (await readdir(chunks)).filter(name => /thread-[^.]*\.js$/.test(name))
    expect(threads.map(name => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'busy-thread',
      'code-thread',
      'measure-thread',
      'text-thread',
      'thread',
      'worker-thread',
    ])
    for (const name of threads) expect(await loadedBy(join(chunks, name))).not.toContain(program)
  })

  test('write 1,000 logs as one complete PDF, and start no second server [7.14c]', async () => {
    const server = new ServerProcess(program, await newFolder())
    const maya = new Actor({ url: await server.ready() }, '127.0.0.1')
    await maya.signUp({ name: 'Maya Okafor' })
    await maya.createOrganisation('Ridgeway Cycles')
    const { doc_id } = await maya.call(createDocument, { document_name: 'Workshop', document_type: 'logbook' })
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1)
    for (let first = 0; first < numbers.length; first += 20) {
      const some = numbers.slice(first, first + 20)
      await Promise.all(some.map(number => maya.call(writeLog, { doc_id, content: `Tandem ${number} is ready` })))
    }
    const range = { start_time: '2026-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' }
    const { status, bytes } = await download(maya, { doc_id, ...range, type: 'pdf' })
    expect(status).toBe(200)
    const { lines } = textOfPdf(bytes)
    const printed = lines.filter(line => /^Tandem \d+ is ready$/.test(line))
    expect(new Set(printed)).toEqual(new Set(numbers.map(number => `Tandem ${number} is ready`)))
    expect(printed).toHaveLength(1_000)
    expect(server.stdout.match(/is ready at/g)).toHaveLength(1)

    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(server.stderr).toBe('')
  })
})
