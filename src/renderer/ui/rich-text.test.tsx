import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RichText } from './rich-text'
import { hasMarks, isDrawnAlike, plainText, withoutMarks } from './without-marks'

const arrival = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrived, arrive }
})
vi.mock('./markdown', async original => {
  await arrival.arrived
  return original()
})

/** What a box stands for, which keeps its place and does not show it. */
const isKeptFor = (words: string) => screen.getByText(words).closest('[data-awaited]') !== null

test('until the markdown code has loaded, a box keeps the place of a text, which is drawn once; a text without marks is drawn at once', async () => {
  const { container } = render(
    <>
      <RichText>{'Pads **changed**, see [the log](#/docs/3?log=9).\n\n- front left'}</RichText>
      <RichText>Nothing else</RichText>
    </>,
  )
  expect(isKeptFor('Pads changed, see the log.')).toBe(true)
  expect(isKeptFor('• front left')).toBe(true)
  expect(isKeptFor('Nothing else')).toBe(false)
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  const shown = watched(container)
  arrival.arrive()
  expect(await screen.findByRole('link', { name: 'the log' })).toBeInTheDocument()
  expect(screen.getByRole('listitem')).toHaveTextContent('front left')
  expect(shown()).not.toContain('•')
})

/** Returns the function that returns the words that an element has shown since, without those whose place was kept. */
function watched(element: HTMLElement): () => string {
  const shown: string[] = []
  const watch = new MutationObserver(() => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const box of copy.querySelectorAll('[data-awaited]')) box.remove()
    shown.push(copy.textContent)
  })
  watch.observe(element, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    return shown.join('\n')
  }
}

test.each([
  ['# Shift of *Tuesday*', ['Shift of Tuesday']],
  ['one\ntwo\n\nthree', ['one\ntwo', 'three']],
  ['- [x] done\n* open\n+ more', ['• done\n• open\n• more']],
  ['> said\n\n---\n\nend', ['said', 'end']],
  ['`code` and ~~old~~ and __new__', ['code and old and new']],
  ['```ts\nconst a = 1\n```', ['const a = 1']],
  ['| Bay | State |\n| --- | :-: |\n| 2 | open |', ['Bay | State\n2 | open']],
  ['![plan](https://example.org/a.png) of snake_case_name, 2 * 3 * 4', ['plan of snake_case_name, 2 * 3 * 4']],
  ['a \\*star\\*', ['a *star*']],
  ['', []],
])('%j reads without marks', (markdown, paragraphs) => {
  expect(withoutMarks(markdown)).toEqual(paragraphs)
})

test('as one text, what is nothing but marks stays as it is', () => {
  expect(plainText('> **Bay 2**\n\nis free')).toBe('Bay 2\nis free')
  expect(plainText('---')).toBe('---')
})

test.each([
  '**bold**',
  'an _emphasis_',
  '~~gone~~',
  '`code`',
  '[log](#/docs/3)',
  'a \\* star',
  'https://ridgeway.example',
  'www.ridgeway.example',
  'maya@ridgeway.example',
  '&amp;',
  'first\n> second',
  '- item',
  '+ item',
  '12. item',
  '  # Title',
  'one\n---',
])('%j has marks', text => {
  expect(hasMarks(text)).toBe(true)
})

test.each([
  '',
  'Bay 2 is free. Send the next one in?',
  'Here (@Tom Reyes), look at #41',
  'From 1.5 to 3 <b>kg</b> - or 4 + 5',
  'two\nlines & more\n\n    indented',
  '2026 was good',
  '-5 degrees',
])('%j has no marks', text => {
  expect(hasMarks(text)).toBe(false)
})

test.each([
  ['The pump leaks', true],
  ['two\nlines', false],
  ['**bold**', false],
])('%j is as high without its marks: %s', (text, isAlike) => {
  expect(isDrawnAlike(text)).toBe(isAlike)
})
