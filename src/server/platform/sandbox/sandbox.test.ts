import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BuiltProgram } from '../../../../test/built-program'
import { Sandbox } from './sandbox'
import { escapes } from './testing/escapes'

const sandbox = new Sandbox()
const input = { frames: [{ source: 'Yard' }], logs: [], tasks: [], now: '2026-03-02T09:00:00.000Z' }
const Answer = z.object({ title: z.string() })
const run = (code: string) => sandbox.run(code, input, Answer)

describe('Code of a job [D30]', () => {
  test('gets what it is given, returns what was asked for, and prints', async () => {
    expect(
      await run(`console.log('looked at', frames.length, { a: [1] }); return { title: frames[0].source + ' ' + now }`),
    ).toEqual({ ok: true, value: { title: `Yard ${input.now}` }, printed: ['looked at 1 {"a":[1]}'] })
  })

  test('says in which line it failed', async () => {
    expect(await run(`const logs2 = logs\nreturn logs2.first.title`)).toMatchObject({
      ok: false,
      reason: 'failed',
      message: expect.stringMatching(/^TypeError: .*, line 2$/),
    })
    expect(await run(`return { title: `)).toMatchObject({ ok: false, message: expect.stringMatching(/^SyntaxError: /) })
    expect(await run(`throw 'the scale is off'`)).toMatchObject({ ok: false, message: 'the scale is off' })
  })

  test('fails if it returns something else', async () => {
    expect(await run('return { title: 7 }')).toMatchObject({ ok: false, message: expect.stringMatching(/^title: /) })
    expect(await run('')).toMatchObject({ ok: false, message: 'The code returned nothing.' })
    expect(await run('return { title: "x".repeat(200_000) }')).toMatchObject({
      ok: false,
      message: 'The code returned too much.',
    })
  })

  test('knows nothing of the code that ran before', async () => {
    await run(`globalThis.kept = 'secret'; return { title: '' }`)
    expect(await run('return { title: typeof kept }')).toMatchObject({ value: { title: 'undefined' } })
  })
})

/** What the program below reports of each attempt. */
const Report = z.object({
  outcomes: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.object({ reached: z.boolean() }) }),
      z.object({ ok: z.literal(false), reason: z.enum(['failed', 'slow']), message: z.string() }),
    ]),
  ),
  polluted: z.boolean(),
  after: z.unknown(),
  megabytes: z.number(),
})

test('Code that tries to leave its sandbox reaches nothing, and the server goes on [D30]', async () => {
  expect(escapes.length).toBeGreaterThanOrEqual(100)
  const requests: (string | undefined)[] = []
  const listener = createServer((request, response) => {
    requests.push(request.url)
    response.end()
  }).listen(0, '127.0.0.1')
  const path = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))
  // The built server runs code in threads, as here.
  const program = await BuiltProgram.of(`
    import { z } from ${JSON.stringify(fileURLToPath(import.meta.resolve('zod')))}
    import { Sandbox } from ${path('./sandbox.ts')}
    import { escapes } from ${path('./testing/escapes.ts')}
    process.env.TOKEN_OF_THE_SERVER = 'k4n4ry'
    const sandbox = new Sandbox(undefined, { milliseconds: 250, grace: 500, bytes: 64 * 1024 * 1024 })
    const input = { frames: [], logs: [], tasks: [], now: '' }
    const shape = z.object({ reached: z.boolean() })
    let most = 0
    const watching = setInterval(() => { most = Math.max(most, process.memoryUsage().rss) }, 20)
    const outcomes = []
    for (let at = 0; at < escapes.length; at += 20)
      outcomes.push(...(await Promise.all(escapes.slice(at, at + 20).map(code => sandbox.run(code, input, shape)))))
    clearInterval(watching)
    process.send({
      outcomes,
      polluted: 'polluted' in {},
      after: await sandbox.run('return { reached: true }', input, shape),
      megabytes: most / 1e6,
    })
    process.disconnect()
  `)
  const [message] = await program.run()
  listener.close()
  const { outcomes, polluted, after, megabytes } = Report.parse(message)
  const reached = outcomes.flatMap((outcome, index) => (outcome.ok && outcome.value.reached ? escapes[index] : []))
  expect(reached).toEqual([])
  expect(outcomes).toHaveLength(escapes.length)
  expect(JSON.stringify(message)).not.toContain('k4n4ry')
  expect(polluted).toBe(false)
  expect(requests).toEqual([])
  expect(after).toMatchObject({ ok: true, value: { reached: true } })
  expect(megabytes).toBeLessThan(700)
})
