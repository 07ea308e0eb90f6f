import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitInWorker } from './split-in-worker'
import { type Dialogue, dialogue } from './testing/dialogue'
import { withFile } from './testing/recordings'
import { rightShare } from './testing/score'
import { wav } from './testing/wav'

let folder = ''
let meeting: Dialogue

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-splitter-'))
  meeting = await dialogue({ voices: ['en+Andy', 'nl+belinda'], seed: 9_950 })
  await buildProgram()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('The splitter in a thread of the built server [D24]', () => {
  test('finds who spoke when, and the program starts once', async () => {
    const { found, starts } = await withFile(wav(meeting.samples), file => runProgram(file))
    expect(found).toMatchObject({ speakers: 2 })
    expect(rightShare(meeting.pieces, found?.turns ?? [])).toBeGreaterThanOrEqual(0.85)
    expect(starts).toBe(1)
  })

  test('reports what is wrong with a file', async () => {
    const { trouble } = await withFile(Buffer.from('no sound'), file => runProgram(file))
    expect(trouble).toBe('not_sound')
  })

  test('ends when it is cancelled', async () => {
    const { trouble } = await withFile(wav(meeting.samples), file => runProgram(file, 'cancel'))
    expect(trouble).toBe('changed my mind')
  })

  test("the thread's program does not depend on the main program", async () => {
    const chunks = await readdir(join(folder, 'out', 'chunks'))
    const code = await Promise.all(
      chunks.filter(name => name.endsWith('.js')).map(name => readFile(join(folder, 'out', 'chunks', name), 'utf8')),
    )
    expect(code.length).toBeGreaterThan(0)
    for (const text of code) expect(text).not.toMatch(/['"]\.\.\/index\.js['"]/)
  })
})

describe('The splitter where the server runs from its sources [D24]', () => {
  test('finds the same', async () => {
    const found = await withFile(wav(meeting.samples), file => splitInWorker(file))
    expect(found.speakers).toBe(2)
  })

  test('does not start work that was cancelled before', async () => {
    const work = splitInWorker('/nowhere/recording.wav', { signal: AbortSignal.abort(new Error('too late')) })
    await expect(work).rejects.toThrow('too late')
  })
})

/** A program around the splitter, built with the server's own settings. */
async function buildProgram(): Promise<void> {
  const entry = join(folder, 'program.ts')
  await writeFile(
    entry,
    `import { splitInWorker } from ${JSON.stringify(join(import.meta.dirname, 'split-in-worker'))}
    process.send({ started: true })
    const cancelling = new AbortController()
    const onProgress = () => process.argv[3] === 'cancel' && cancelling.abort('changed my mind')
    splitInWorker(process.argv[2], { signal: cancelling.signal, onProgress }).then(
      found => process.send({ found }),
      error => process.send({ trouble: error.kind ?? String(error) }),
    ).finally(() => process.disconnect())`,
  )
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'error',
    build: { ssr: entry, outDir: join(folder, 'out') },
  })
}

interface ProgramMessage {
  started?: boolean
  found?: Awaited<ReturnType<typeof splitInWorker>>
  trouble?: string
}

async function runProgram(...args: string[]): Promise<ProgramMessage & { starts: number }> {
  const child = fork(join(folder, 'out', 'index.js'), args, { execArgv: [] })
  let callbacks: ProgramMessage & { starts: number } = { starts: 0 }
  child.on('message', (message: ProgramMessage) => {
    callbacks = { ...callbacks, ...message, starts: callbacks.starts + (message.started ? 1 : 0) }
  })
  await once(child, 'exit')
  return callbacks
}
