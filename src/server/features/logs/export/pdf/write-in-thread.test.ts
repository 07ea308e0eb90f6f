import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltProgram } from '../../../../../../test/built-program'
import { tidy } from '../../../../../../test/server-process'
import { textOfPdf } from '../../../../platform/pdf/testing/pdf-text'

const code = `
    import { writeFileSync } from 'node:fs'
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
    ).finally(() => process.disconnect())`

let program: BuiltProgram

beforeAll(async () => {
  program = await BuiltProgram.of(code)
})
afterAll(tidy)

describe('A PDF made in a thread of the built server [7.14c]', () => {
  test('is complete, with all letters, without node_modules, and the program starts once', async () => {
    const { starts } = await runProgram('whole')
    expect(starts).toBe(1)
    const { lines, actual } = textOfPdf(await readFile(join(program.folder, 'whole.pdf')))
    expect(lines).toEqual(expect.arrayContaining(['Bay log', 'Log 1: Größe', 'Log 600: Größe', 'Page 1']))
    expect(actual).toContain('किताब')
  })

  test('is abandoned when its reader disconnects', async () => {
    const { asked } = await runProgram('left')
    expect(asked).toBeLessThan(10)
  })

  test('reports an error if it cannot be made', async () => {
    expect((await runProgram('broken')).trouble).toMatch(/TypeError/)
  })

  test("the thread's program does not depend on the main program", async () => {
    const chunks = (await readdir(program.chunks)).filter(name => name.endsWith('.js'))
    const files = await Promise.all(chunks.map(name => readFile(join(program.chunks, name), 'utf8')))
    expect(files.length).toBeGreaterThan(1)
    for (const text of files) expect(text).not.toMatch(/['"]\.\.\/index\.js['"]/)
  })
})

interface ProgramMessage {
  started?: boolean
  asked?: number
  trouble?: string
}

async function runProgram(how: string): Promise<ProgramMessage & { starts: number }> {
  const messages = (await program.run(how, join(program.folder, `${how}.pdf`))) as ProgramMessage[]
  return { ...Object.assign({}, ...messages), starts: messages.filter(message => message.started).length }
}
