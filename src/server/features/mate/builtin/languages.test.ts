import { describe, expect, test } from 'vitest'
import { Language } from '#shared/contract/common'
import { sayings } from '../suggestions.data'
import { languages } from './languages'
import { type KnownNames, understand } from './understand'

const known: KnownNames = {
  people: [{ id: 1, name: 'Maya Okafor' }],
  documents: [{ id: 10, name: 'Bay log', type: 'logbook' }],
  labels: [],
  asker: { id: 1, name: 'Maya Okafor' },
}
const now = '2026-11-20T14:18:00.000Z'

describe.each(Language.options)('Built-in Mate in %s [D25]', language => {
  const ask = (question: string) => understand(question, languages[language], known, now, 'UTC')
  const say = sayings[language]

  test('every suggestion is a question that it understands completely', () => {
    expect(ask(say.today)).toMatchObject({ ask: 'logs', words: [], spans: [{ from: '2026-11-20T00:00:00.000Z' }] })
    expect(ask(say.yesterday)).toMatchObject({
      ask: 'summary',
      words: [],
      spans: [{ from: '2026-11-19T00:00:00.000Z' }],
    })
    expect(ask(say.week)).toMatchObject({ ask: 'count', words: [], spans: [{ from: '2026-11-16T00:00:00.000Z' }] })
    expect(ask(say.people)).toMatchObject({ ask: 'people', words: [] })
    expect(ask(say.logbooks)).toMatchObject({ ask: 'logbooks', words: [] })
    expect(ask(say.help)).toMatchObject({ ask: 'help' })
    expect(ask(say.summarise('Bay log'))).toMatchObject({ ask: 'summary', words: [], documents: [{ id: 10 }] })
    expect(ask(say.todayIn('Bay log'))).toMatchObject({
      ask: 'logs',
      words: [],
      documents: [{ id: 10 }],
      spans: [{ from: '2026-11-20T00:00:00.000Z' }],
    })
    expect(ask(say.countIn('Bay log'))).toMatchObject({ ask: 'count', words: [], documents: [{ id: 10 }] })
    expect(ask(say.wroteThisWeek('Maya Okafor'))).toMatchObject({
      ask: 'logs',
      words: [],
      people: [{ id: 1 }],
      spans: [{ from: '2026-11-16T00:00:00.000Z' }],
    })
    expect(ask(say.whoWroteIn('Bay log'))).toMatchObject({ ask: 'whoWrote', words: [], documents: [{ id: 10 }] })
  })
})
