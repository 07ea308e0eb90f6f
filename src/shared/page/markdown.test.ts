import type { JSONContent } from '@tiptap/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepsWords } from './faithful'
import { readMarkdown, writeMarkdown } from './markdown'

/** Words mixed with characters that have a meaning in markdown, as somebody may type them. */
const typed = fc
  .array(
    fc.oneof(
      fc.stringMatching(/^[a-z]{2,8}$/),
      fc.constantFrom(
        '# no',
        '- no',
        '+',
        '1. no',
        '> no',
        '---',
        '===',
        '```',
        '~~~',
        '| a | b |',
        '<b>x</b>',
        '&lt;',
      ),
      fc.constantFrom(
        '*',
        '_',
        '**',
        '[x]',
        '](y)',
        '\\',
        '![p](q)',
        'https://ridgeway.example',
        '    in',
        '<!-- c -->',
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(parts => parts.join(' '))
const mark = fc.constantFrom('bold', 'italic', 'strike')
const words: fc.Arbitrary<JSONContent[]> = fc.array(
  fc.oneof(
    typed.map((text): JSONContent => ({ type: 'text', text: `${text} ` })),
    fc
      .tuple(fc.stringMatching(/^[a-z]{2,8}$/), mark)
      .map(([text, type]): JSONContent => ({ type: 'text', text, marks: [{ type }] })),
    fc.constant<JSONContent>({ type: 'hardBreak' }),
  ),
  { minLength: 1, maxLength: 4 },
)
const paragraph = words.map((content): JSONContent => ({ type: 'paragraph', content }))
const list = (type: string, item: string) =>
  fc
    .array(
      fc.tuple(paragraph, fc.boolean()).map(([first, checked]) => ({
        type: item,
        content: [first],
        ...(item === 'taskItem' && { attrs: { checked } }),
      })),
      { minLength: 1, maxLength: 3 },
    )
    .map((content): JSONContent => ({ type, content, ...(type === 'orderedList' && { attrs: { start: 1 } }) }))
const cell = (type: string) => paragraph.map((inside): JSONContent => ({ type, content: [inside] }))
const row = (type: string) =>
  fc.tuple(cell(type), cell(type)).map((content): JSONContent => ({ type: 'tableRow', content }))
const block: fc.Arbitrary<JSONContent> = fc.oneof(
  paragraph,
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), words)
    .map(([level, content]): JSONContent => ({ type: 'heading', attrs: { level }, content })),
  list('bulletList', 'listItem'),
  list('orderedList', 'listItem'),
  list('taskList', 'taskItem'),
  paragraph.map((inside): JSONContent => ({ type: 'blockquote', content: [inside] })),
  typed.map((text): JSONContent => ({ type: 'codeBlock', content: [{ type: 'text', text }] })),
  fc.tuple(row('tableHeader'), row('tableCell')).map((content): JSONContent => ({ type: 'table', content })),
  fc.constant<JSONContent>({ type: 'horizontalRule' }),
)
const page = fc.array(block, { minLength: 1, maxLength: 5 }).map((content): JSONContent => ({ type: 'doc', content }))

/** The words in reading order. Marks do not separate words; blocks and line breaks do. */
const wordsOf = ({ type = '', text = '', content = [] }: JSONContent): string =>
  text + content.map(wordsOf).join('') + (type === 'text' ? '' : ' ')

describe('What somebody writes in the editor [D18]', () => {
  test('is there, word by word, when it is opened again', () => {
    fc.assert(
      fc.property(page, content => {
        expect(keepsWords(wordsOf(content), wordsOf(readMarkdown(writeMarkdown(content))))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    '# no heading',
    '- no list',
    '1. no list',
    '---',
    '> no quote',
    '    no code',
    '| a | b |\n| --- | --- |',
  ])('stays plain text where it looks like a mark: %s', text => {
    const typed = { type: 'paragraph', content: [{ type: 'text', text }] }
    const [first, ...others] = readMarkdown(writeMarkdown({ type: 'doc', content: [typed] })).content ?? []
    expect(first?.type).toBe('paragraph')
    expect(others).toEqual([])
    expect(wordsOf(first ?? {}).trim()).toBe(text.trim())
  })
})

test('An empty text has a paragraph for the cursor to be in', () => {
  expect(readMarkdown('').content).toEqual([{ type: 'paragraph' }])
  expect(writeMarkdown(readMarkdown(''))).toBe('')
})
