import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltProgram } from '../../../../../test/built-program'
import { tidy } from '../../../../../test/server-process'

const from = (path: string) => JSON.stringify(join(import.meta.dirname, path))

/** Summarises 200,000 characters that share all their words, and counts what the server's thread does meanwhile. */
const code = `
  import { digestOf, summaryOf } from ${from('in-thread')}
  import { textWork } from ${from('text-work')}
  const app = {}
  const logs = Array.from({ length: 200 }, (_, id) => ({
    ...{ id, title: '', created_at: String(id).padStart(8, '0'), labels: [], who: 'Tom', when: 'Friday' },
    ...{ address: '#/docs/1?log=' + id, label: String(id) },
    content: 'Log ' + id + ' says: ' + 'ab cd. '.repeat(140),
  }))
  const params = { of: 'logbook', name: 'Bay log', prompt: 'ab', language: 'en', sources: logs }
  async function turnsDuring(work) {
    let turns = 0
    let next = setImmediate(function turn() {
      turns += 1
      next = setImmediate(turn)
    })
    const answer = await work()
    clearImmediate(next)
    return { turns, answer }
  }
  async function run() {
    const how = process.argv[2]
    if (how === 'summary') return { ...(await turnsDuring(() => summaryOf(app, params))), here: textWork.summary(params) }
    if (how === 'digest') return turnsDuring(() => digestOf(app, logs, { sentences: 6, words: 5 }))
    if (how === 'many') {
      const answers = await Promise.all(Array.from({ length: 9 }, () => summaryOf(app, params)))
      return { different: new Set(answers).size }
    }
    const trouble = await summaryOf(app, { ...params, sources: [{ title: 1, content: '' }] }).catch(String)
    return { trouble, answer: await summaryOf(app, params) }
  }
  run().then(answer => process.send(answer)).finally(() => process.disconnect())`

let program: BuiltProgram
beforeAll(async () => {
  program = await BuiltProgram.of(code)
})
afterAll(tidy)

describe('Extraction from long texts, in the built server [D25]', () => {
  test('leaves the server’s thread free for other work, with the same result', async () => {
    const [summary] = (await program.run('summary')) as { turns: number; answer: string; here: string }[]
    expect(summary?.answer).toMatch(/^- .+ \[\d+\]\(#\/docs\/1\?log=\d+\)/)
    expect(summary?.answer).toBe(summary?.here)
    expect(summary?.turns).toBeGreaterThan(0)

    const [digest] = (await program.run('digest')) as { turns: number; answer: { extracts: unknown[] } }[]
    expect(digest?.answer.extracts).not.toEqual([])
    expect(digest?.turns).toBeGreaterThan(0)
  })

  test('processes more tasks than there are threads', async () => {
    expect(await program.run('many')).toEqual([{ different: 1 }])
  })

  test('reports a failure, and the next task is done', async () => {
    const [outcome] = (await program.run('broken')) as { trouble: string; answer: string }[]
    expect(outcome?.trouble).toMatch(/Error/)
    expect(outcome?.answer).toContain('#/docs/1?log=')
  })
})
