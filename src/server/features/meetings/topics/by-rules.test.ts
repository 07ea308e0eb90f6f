import { describe, expect, test } from 'vitest'
import { topicsByRules } from './by-rules'
import { meetings } from './test-meetings'

const turnsOf = (texts: readonly string[]) => texts.map((text, at) => ({ name: null, start: at * 10, text }))

describe('The topics of a meeting by the words that are said [D24, D25]', () => {
  test.each([
    ['en', /Compressor/, /Rental/, /Party/],
    ['de', /Schichten/, /Bremsbeläge/, /Webseite/],
    ['es', /Horno/, /Pedidos/, /Furgoneta/],
    ['hi', /मशीन/, /छुट्टी/, /गोदाम/],
  ])('are found in %s, each with its beginning and the words of its own', (language, ...titles) => {
    const topics = topicsByRules(turnsOf((meetings[language] ?? []).flat()))
    expect(topics.map(({ start }) => start)).toEqual([0, 60, 120])
    for (const [at, title] of titles.entries()) expect(topics[at]?.title).toMatch(title)
    for (const { title } of topics) expect(title.split(', ').length).toBeLessThanOrEqual(3)
  })

  test('are none where a meeting is about one thing, however long, or about nothing in particular, or short', () => {
    for (const parts of Object.values(meetings)) {
      for (const part of parts) expect(topicsByRules(turnsOf([...part, ...part.toReversed(), ...part]))).toEqual([])
      expect(topicsByRules(turnsOf(parts.flat().slice(0, 7)))).toEqual([])
    }
    const chatter = [
      'How was your weekend? Mine was far too short, as always.',
      'We went to the lake, but the rain came after an hour.',
      'My sister visited with her dog, he ate a shoe.',
      'That reminds me of the film on Sunday, did you see it?',
      'No television for me, the aerial fell off the roof.',
      'Somebody should bake a cake again, the last one was gone in minutes.',
      'I cannot bake, but my neighbour sells honey from her garden.',
      'Look, the sun is out. Shall we open a window?',
      'The window sticks, take the door to the yard.',
      'Fine, see you at lunch then, I have to phone my bank.',
    ]
    expect(topicsByRules(turnsOf(chatter))).toEqual([])
    expect(topicsByRules(turnsOf(Array.from({ length: 40 }, () => '')))).toEqual([])
  })

  test('are found in a meeting of hours in little time', () => {
    const many = Array.from({ length: 60 }, () => Object.values(meetings).flat(2)).flat()
    const begun = performance.now()
    expect(topicsByRules(turnsOf(many)).length).toBeGreaterThanOrEqual(0)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})
