import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOfPdf } from '../testing/pdf-text'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-pdf-'))
  await buildProgram()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('A PDF made in a thread of the built server [7.14c]', () => {
  test('is whole, in all letters, without node_modules, and the program starts once', async () => {
    const { starts } = await runProgram('whole')
    expect(starts).toBe(1)
    const { lines, actual } = textOfPdf(await readFile(join(folder, 'whole.pdf')))
    expect(lines).toEqual(expect.arrayContaining(['Bay log', 'Log 1: Größe', 'Log 600: Größe', 'Page 1']))
    expect(actual).toContain('किताब')
  })

  test('is given up when nobody wants the rest', async () => {
    const { asked } = await runProgram('left')
    expect(asked).toBeLessThan(10)
  })

  test('that cannot be made says so', async () => {
    expect((await runProgram('broken')).trouble).toMatch(/TypeError/)
  })

  test('what the thread runs does not hang on the program', async () => {
    const chunks = (await readdir(join(folder, 'out', 'chunks'))).filter(name => name.endsWith('.js'))
    const code = await Promise.all(chunks.map(name => readFile(join(folder, 'out', 'chunks', name), 'utf8')))
    expect(code.length).toBeGreaterThan(1)
    for (const text of code) expect(text).not.toMatch(/['"]\.\.\/index\.js['"]/)
  })
})

/** A program around the thread, built with the server's own settings and run where there are no packages. */
async function buildProgram(): Promise<void> {
  const entry = join(folder, 'program.ts')
  await writeFile(
    entry,
    `import { writeFileSync } from 'node:fs'
    import { writeInThread } from ${JSON.stringify(join(import.meta.dirname, 'write-in-thread'))}
    process.send({ started: true })
    const [, , how, path] = process.argv
    const about = { title: 'Bay log', lines: [], author: 'Tom', language: 'en', made_at: '2026-11-20T14:21:00Z',
      foot: 'Page {{page}}', nothing: '', replaced: '' }
    const entry = { day: 'Friday', time: '14:21', writer: 'Tom', link: 'http://localhost/', title: '', notes: [], pictures: [] }
    let asked = 0
    async function* batches() {
      for (; asked < 12; asked += 1)
        yield Array.from({ length: 50 }, (_, n) =>
          ({ ...entry, content: how === 'broken' ? undefined : 'Log ' + (asked * 50 + n + 1) + ': Größe\\n\\nकिताब' }))
    }
    async function run() {
      const chunks = []
      for await (const chunk of writeInThread(about, batches())) {
        chunks.push(chunk)
        if (how === 'left') break
      }
      if (how === 'whole') writeFileSync(path, Buffer.concat(chunks))
    }
    run().then(
      () => process.send({ asked }),
      error => process.send({ trouble: String(error) }),
    ).finally(() => process.disconnect())`,
  )
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'error',
    build: { ssr: entry, outDir: join(folder, 'out') },
  })
}

interface Told {
  started?: boolean
  asked?: number
  trouble?: string
}

async function runProgram(how: string): Promise<Told & { starts: number }> {
  const child = fork(join(folder, 'out', 'index.js'), [how, join(folder, `${how}.pdf`)], { execArgv: [] })
  let callbacks: Told & { starts: number } = { starts: 0 }
  child.on('message', (message: Told) => {
    callbacks = { ...callbacks, ...message, starts: callbacks.starts + (message.started ? 1 : 0) }
  })
  await once(child, 'exit')
  return callbacks
}
