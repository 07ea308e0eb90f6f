import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstSentenceApart, logTitle, textBelowTitle } from './log-title'

const titled = (content: string) => logTitle({ content, pictures: 0 })

describe('The title of a log without a given one [D19]', () => {
  test.each([
    ['Chain replaced. The customer comes back on Friday.', 'Chain replaced'],
    ['Is the pump still out?\nAsk Tom.', 'Is the pump still out?'],
    ['Bay 2 is free', 'Bay 2 is free'],
    ['Wheel at 1.5 bar, e.g. much too low. Pumped up.', 'Wheel at 1.5 bar, e.g. much too low'],
    ['Dr. Meyer called about the tandem.', 'Dr. Meyer called about the tandem'],
    ['चेन बदल दी गई है। ग्राहक कल आएगा।', 'चेन बदल दी गई है'],
  ])('is the first sentence of %j', (content, title) => {
    expect(titled(content)).toBe(title)
  })

  test.each([
    ['## Morning round', 'Morning round'],
    ['\n\n> - [x] **Oil** the `chain`', 'Oil the chain'],
    ['21. Nov. delivery came. It was late.', '21. Nov. delivery came'],
    ['1. See [the manual](https://example.com/a.pdf) first', 'See the manual first'],
    // Not everybody who reads a title may see what the log links to.
    ['See [Keys \\[old\\]](#/docs/12?log=3) before [it](#/tasks/4). Then wait.', 'See […] before […]'],
    ['![Bent rim](https://example.com/rim.jpg)', 'Bent rim'],
    ['---\n***\nAfter the rule', 'After the rule'],
    ['```js\nlet wheel = 28\n```', 'let wheel = 28'],
    ['| Part | Count |\n|---|---|', 'Part Count'],
    ['Part part_no_5 is _really_ gone', 'Part part_no_5 is really gone'],
    ['5\\. December: closed', '5. December: closed'],
    ['<b>Loud</b> noise, see <https://example.com/x>', 'Loud noise, see https://example.com/x'],
    ['#42 is ready', '#42 is ready'],
  ])('shows no markdown marks: %j', (content, title) => {
    expect(titled(content)).toBe(title)
  })

  test('ends at a word when it is long, within 80 characters', () => {
    const title = titled(
      'The left brake of the red tandem squeaks when it rains and the customer would like us to look at it',
    )
    expect(title).toBe('The left brake of the red tandem squeaks when it rains and the customer would…')
    expect(title.length).toBeLessThanOrEqual(80)
  })

  test('cuts an endless word between characters as people see them', () => {
    expect(titled(`a${'👩‍🔧'.repeat(30)}`)).toBe(`a${'👩‍🔧'.repeat(15)}…`)
  })

  test("names the kind of log, in the writer's language, if there are no words", () => {
    expect(logTitle({ content: '', pictures: 2 })).toBe('Picture')
    expect(logTitle({ content: '', pictures: 0, files: 1 }, 'es')).toBe('Archivo')
    expect(logTitle({ content: '', pictures: 1, files: 1 })).toBe('Picture')
    expect(logTitle({ content: '***', pictures: 0 }, 'de')).toBe('Eintrag')
  })

  test('is never empty, never longer than 80 characters and always on one line, whatever was written', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.constantFrom('', '# ', '- [ ] ', '> '),
        (text, mark) => {
          const title = titled(mark + text)
          expect(title.trim()).toBe(title)
          expect(title).not.toMatch(/^$|[\r\n]/)
          expect(title.length).toBeLessThanOrEqual(80)
        },
      ),
    )
  })
})

describe('A title that only repeats the first sentence [D45]', () => {
  test.each([
    ['Chain replaced. The customer comes back on Friday.', ['Chain replaced.', 'The customer comes back on Friday.']],
    ['## Morning round\n- Gate\n- Yard', ['Morning round', '- Gate\n- Yard']],
    ['Is the pump still out?\nAsk Tom.', ['Is the pump still out?', 'Ask Tom.']],
    ['Bay 2 is free', ['Bay 2 is free', '']],
    ['चेन बदल दी गई है। ग्राहक कल आएगा।', ['चेन बदल दी गई है।', 'ग्राहक कल आएगा।']],
  ])('is separated from the rest of %j', (content, parts) => {
    expect(firstSentenceApart({ title: titled(content), content })).toEqual(parts)
  })

  test.each([
    '**Chain** replaced. It was old.',
    '- Gate\n- Yard',
    `${'A long way to say it '.repeat(8)}. And so on.`,
    'Three parts came. - 2 are wrong.',
    'Morning round\n---\nAll locked.',
  ])('stays in place in %j', content => {
    expect(firstSentenceApart({ title: titled(content), content })).toBeNull()
  })

  test('does not count for titles that a person or a model wrote', () => {
    expect(firstSentenceApart({ title: 'Tandem', content: 'Tandem chain replaced. It was old.' })).toBeNull()
  })
})

describe('The text below a title [D45]', () => {
  test.each([
    ['Bay 2 is free', 'Bay 2 is free. Ticket 4190 comes after lunch.', 'Ticket 4190 comes after lunch.'],
    ['Bay 2 is free', 'Bay 2 is free.', ''],
    ['Bay 2', 'Bay 2', ''],
    ['Gate', 'Gate\nYard', 'Yard'],
    ['Tandem', 'Tandem chain replaced. It was old.', 'Tandem chain replaced. It was old.'],
    ['Picture', '', ''],
  ])('%s: of %j is %j', (title, content, text) => {
    expect(textBelowTitle({ title, content })).toBe(text)
  })
})
