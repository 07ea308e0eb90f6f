import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BotMessage } from '#shared/contract/mate/endpoints'
import { calls, LoopbackModel, says, type Turn } from '../../../../platform/model/testing/loopback-model'
import { ask } from '../../test-model-server'
import { type Expected, expected, type Intent } from './expected'
import { modelCalls } from './model-calls'
import { english } from './questions.en.data'
import { forbiddenIn, missingIn } from './verdict'
import { openCorpusWorkshop, type Workshop } from './workshop'

let model: LoopbackModel
let workshop: Workshop
const answers: { question: string; wanted: Expected; said: BotMessage }[] = []

/** What a model makes of the results of its tools: every text, number and link that stands in them, and nothing else. */
const saysTheResults: Turn = (response, request) => {
  const results = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'user'))
  const lines = results.flatMap(({ role, content }) => (role === 'tool' ? factsIn(content ?? '') : []))
  return says(lines.length > 0 ? lines.join('\n') : 'I do not know.')(response, request)
}

function factsIn(result: string): string[] {
  const data = /<data>\n([\s\S]*)\n<\/data>/.exec(result)?.[1]
  return data === undefined ? [] : textsOf(JSON.parse(data))
}

/** The values of a result, without ids. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return name === 'address' ? [`[camera](${value})`] : [value]
  if (typeof value === 'number') return /id$|^label$|^version$/.test(name) ? [] : [String(value)]
  if (Array.isArray(value)) return value.flatMap(item => textsOf(item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, key))
}

/** What this model does not do: it computes no differences, shows the boxes of a checklist as they
 * are written, and does not link what it proposes. */
const otherwise: Partial<Record<Intent, Expected>> = {
  graph: { documents: ['desk'], numbers: [3, 1] },
  openBay: { action: 'open' },
  write: { action: 'write_log' },
  compareTwoPeople: { numbers: [5, 6] },
  compareLogbooks: { numbers: [7, 8] },
  compareWeeks: { numbers: [13, 2] },
  page: { documents: ['page'], names: ['[ ] Switch on the compressor', '[x] Unlock the gate'] },
}

beforeAll(async () => {
  model = await LoopbackModel.open()
  workshop = await openCorpusWorkshop('en', { MODEL_URL: model.url, MODEL_NAME: 'oak-7b' })
  const planned = modelCalls(workshop)
  for (const [intent, [question = '']] of Object.entries(english)) {
    const tools = planned[intent as Intent]
    model.will(...(tools.length > 0 ? [calls(...tools)] : []), saysTheResults)
    // Tom may not see the camera.
    const asker = intent === 'cameras' ? (workshop.colleagues[0] ?? workshop.tom) : workshop.tom
    const { said } = await (await ask(asker, question)).end()
    answers.push({ question, wanted: otherwise[intent as Intent] ?? expected[intent as Intent], said })
  }
}, 120_000)
afterAll(async () => {
  await model.close()
  await workshop.close()
})

describe('The corpus with a model that calls the tools [D25, D26]', () => {
  test('every answer holds the same facts and links as without one', () => {
    const wrong = answers.flatMap(({ question, wanted, said }) => {
      const missing = missingIn(said, wanted, workshop)
      return missing.length > 0
        ? [`${question}\n  ${missing.join('; ')}\n  ${said.message.replaceAll('\n', '\n  ')}`]
        : []
    })
    expect(wrong.join('\n')).toBe('')
  })

  test('no answer names what the person may not open', () => {
    expect(answers.flatMap(({ question, said }) => forbiddenIn(question, said, workshop))).toEqual([])
  })
})
