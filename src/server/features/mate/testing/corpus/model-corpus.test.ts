import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Language } from '#shared/contract/common'
import type { BotMessage } from '#shared/contract/mate/endpoints'
import { calls, LoopbackModel, says, type Turn } from '../../../../platform/model/testing/loopback-model'
import { ask } from '../../test-model-server'
import { askerOf, corpusOf } from './corpus'
import type { Expected, Intent } from './expected'
import { modelCalls } from './model-calls'
import { texts, type WorkshopTexts } from './texts.data'
import { forbiddenIn, missingIn } from './verdict'
import { openCorpusWorkshop, type Workshop } from './workshop'

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
const otherwise = ({ pageText }: WorkshopTexts): Partial<Record<Intent, Expected>> => ({
  graph: { documents: ['desk'], numbers: [3, 1] },
  openBay: { action: 'open' },
  write: { action: 'write_log' },
  compareTwoPeople: { numbers: [5, 6] },
  compareLogbooks: { numbers: [7, 8] },
  compareWeeks: { numbers: [13, 2] },
  page: { documents: ['page'], names: pageText.split('\n').slice(2) },
})

describe.each(Language.options)('The corpus in %s with a model that calls the tools [D25, D26]', language => {
  let model: LoopbackModel
  let workshop: Workshop
  const answers: { question: string; wanted: Expected; said: BotMessage }[] = []

  beforeAll(async () => {
    model = await LoopbackModel.open()
    workshop = await openCorpusWorkshop(language, { MODEL_URL: model.url, MODEL_NAME: 'oak-7b' })
    const planned = modelCalls(workshop, texts[language])
    for (const [index, { question, intent, wanted }] of corpusOf(language).entries()) {
      const tools = planned[intent]
      model.will(...(tools.length > 0 ? [calls(...tools)] : []), saysTheResults)
      const { said } = await (await ask(askerOf(workshop, intent, index), question)).end()
      answers.push({ question, wanted: otherwise(texts[language])[intent] ?? wanted, said })
    }
  }, 120_000)
  afterAll(async () => {
    await model.close()
    await workshop.close()
  })

  test('every answer holds the same facts and links as without one', () => {
    const wrong = answers.flatMap(({ question, wanted, said }) => {
      const missing = missingIn(said, wanted, workshop)
      return missing.length > 0 ? [`${question}: ${missing.join('; ')}\n${said.message}`] : []
    })
    expect(wrong.join('\n')).toBe('')
  })

  test('no answer names what the person may not open', () => {
    expect(answers.flatMap(({ question, said }) => forbiddenIn(question, said, workshop))).toEqual([])
  })
})
