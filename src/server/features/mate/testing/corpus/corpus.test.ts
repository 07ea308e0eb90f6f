import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Language } from '#shared/contract/common'
import type { BotMessage } from '#shared/contract/mate/endpoints'
import { ask } from '../../test-model-server'
import { askerOf, corpusOf } from './corpus'
import type { Expected } from './expected'
import { forbiddenIn, missingIn } from './verdict'
import { openCorpusWorkshop, type Workshop } from './workshop'

test('the corpus has at least 300 questions in four languages [D25]', () => {
  expect(Language.options.flatMap(corpusOf).length).toBeGreaterThanOrEqual(300)
})

describe.each(Language.options)('Built-in Mate answers questions about a workshop in %s [1.3a, D25, D26]', language => {
  let workshop: Workshop
  const answers: { question: string; wanted: Expected; said: BotMessage }[] = []

  beforeAll(async () => {
    workshop = await openCorpusWorkshop(language)
    for (const [index, { question, intent, wanted }] of corpusOf(language).entries()) {
      const asker = askerOf(workshop, intent, index)
      answers.push({ question, wanted, said: (await (await ask(asker, question)).end()).said })
    }
  }, 120_000)
  afterAll(() => workshop.close())

  test('every answer holds the expected facts and links', () => {
    const wrong = answers.flatMap(({ question, wanted, said }) => {
      const missing = missingIn(said, wanted, workshop)
      return missing.length > 0
        ? [`${question}\n  ${missing.join('; ')}\n  ${said.message.replaceAll('\n', '\n  ')}`]
        : []
    })
    expect(1 - wrong.length / answers.length, wrong.join('\n')).toBe(1)
  })

  test('no answer says a wrong number', () => {
    const wrong = answers.filter(
      ({ wanted, said }) => wanted.numbers && missingIn(said, { numbers: wanted.numbers }, workshop).length > 0,
    )
    expect(wrong.map(({ question, said }) => `${question}: ${said.message}`)).toEqual([])
  })

  test('no answer names what the person may not open', () => {
    expect(answers.flatMap(({ question, said }) => forbiddenIn(question, said, workshop))).toEqual([])
  })
})
