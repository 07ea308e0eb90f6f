// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { evidenceOf, readAnswer, spoken } from './message'
import { botText } from './test-mate'

const read = (message_text: string, state: 'done' | 'failed' = 'done') => readAnswer({ message_text, state })

describe('A message of Mate', () => {
  test('is JSON with message and details [3.13b] [3.13c] [5.5a]', () => {
    const references = [{ kind: 'log', id: 5, title: 'Pads changed', doc_id: 3 }]
    const { text, details, isFailed } = read(botText('Pads are in.', { references, log_ids: [5] }))
    expect(text).toBe('Pads are in.')
    expect(details.references).toEqual(references)
    expect(details.log_ids).toEqual([5])
    expect(isFailed).toBe(false)
  })

  test.each(['Pads are in.', '', '{}', '{"message":"Pads"}', '{"message":5,"details":{}}', 'null', '"It"'])(
    'that does not parse shows Something went wrong [5.5b] [8.11]: %j',
    text => {
      expect(read(text)).toMatchObject({ text: 'Something went wrong', isFailed: true })
    },
  )

  test("with It's taking longer than expected... is shown unchanged [5.5b]", () => {
    const text = "It's taking longer than expected..."
    expect(read(text)).toMatchObject({ text, isFailed: true })
    expect(read(botText(text), 'failed')).toMatchObject({ text, isFailed: true })
  })

  test('that failed can be asked again [8.11]', () => {
    expect(read(botText('Something went wrong'), 'failed').isFailed).toBe(true)
  })
})

describe('Text for screen readers', () => {
  test.each([
    ['**Pads** are in, see [Pads \\[new\\]](#/docs/3?log=5).', 'Pads are in, see Pads [new].'],
    ['# Today\n\n- one\n- `two`\n\n1. three', 'Today\n\none\ntwo\n\nthree'],
    ['2 \\* 3 is 6', '2 * 3 is 6'],
  ])('%j has no marks', (markdown, words) => {
    expect(spoken(markdown)).toBe(words)
  })
})

describe('An answer made to cause repeated scanning', () => {
  // Expressions that scan each start to the end would take minutes here.
  test.each(['[', '![a](', '\\['])('of %j is read out like any other', unit => {
    const text = unit.repeat(200_000)
    expect(spoken(`${text}Pads are in.`)).toMatch(/Pads are in\.$/)
  })
})

describe('Evidence', () => {
  test.each([
    ['#/docs/3', 'document'],
    ['#/docs/3?log=5', 'log'],
    ['#/docs/3?log=5&x=1', null],
    ['#/tasks/7', 'task'],
    ['#/home/messages/4?message=9', 'message'],
    ['#/home/messages/4', null],
    ['#/docs/new', null],
    ['#/chat', null],
    ['https://example.com/#/docs/3', null],
    [undefined, null],
  ])('%s is %s', (href, kind) => {
    expect(evidenceOf(href)).toBe(kind)
  })
})
