import { describe, expect, test } from 'vitest'
import { Language } from '#shared/contract/common'
import { guestSayings } from '../../suggestions.data'
import { guestLanguages } from './languages'
import { understandGuest } from './understand'

describe.each(Language.options)('Built-in Mate in %s, for guests [D25, D42]', language => {
  test('every suggestion is a question that it understands', () => {
    const asked = Object.entries(guestSayings[language]).map(([name, text]) => [
      name,
      understandGuest(text, language).ask,
    ])
    expect(asked.length).toBeGreaterThan(5)
    for (const [name, ask] of asked) expect(ask).toBe(name)
  })

  test('every example question that it lists is one that it understands', () => {
    const examples = [...guestLanguages[language].say.help.matchAll(/\*([^*\n]+)\*/g)].map(found => found[1] ?? '')
    const asked = examples.map(text => understandGuest(text, language).ask)
    expect(asked).toEqual(['decisions', 'actions', 'said', 'said', 'speakers', 'summary', 'keep'])
  })
})

describe("A guest's question", () => {
  test.each([
    ['What did Priya say about the budget?', 'en', 'said', ['priya', 'budget']],
    ['What did speaker 2 say?', 'en', 'said', []],
    ['Was hat Sprecher 2 zum Budget gesagt?', 'de', 'said', ['budget']],
    ['¿Qué dijo Priya sobre el presupuesto?', 'es', 'said', ['priya', 'presupuesto']],
    ['Priya ने बजट के बारे में क्या कहा?', 'hi', 'said', ['priya', 'बजट']],
    ['What was decided?', 'en', 'decisions', ['decided']],
    ['Who is speaking?', 'en', 'speakers', ['speaking']],
    ['How do I sign up?', 'en', 'keep', ['sign']],
    ['Hello', 'en', 'greeting', ['hello']],
    ['Why is the sky blue?', 'en', 'unknown', ['sky', 'blue']],
  ] as const)('%s', (question, language, ask, words) => {
    expect(understandGuest(question, language)).toMatchObject({ ask, words })
  })

  test('may name a speaker by number', () => {
    expect(understandGuest('What did speaker 12 say?', 'en').speaker).toBe(12)
    expect(understandGuest('Was hat Sprecher 2 gesagt?', 'de').speaker).toBe(2)
    expect(understandGuest('¿Qué dijo el hablante 3?', 'es').speaker).toBe(3)
    expect(understandGuest('वक्ता 4 ने क्या कहा?', 'hi').speaker).toBe(4)
    expect(understandGuest('What did Priya say?', 'en').speaker).toBeNull()
  })
})
