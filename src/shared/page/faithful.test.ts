import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFaithful, keepsWords } from './faithful'
import { canBeRich, readFaithfully, respell, writeMarkdown } from './markdown'

describe('A text opened in the editor', () => {
  test.each([
    ['words', 'Lights on, then the till.'],
    ['headings', '# Opening\n\n## Till\n\n### Float\n\n#### Coins'],
    ['emphasis', 'The **float** is *not* ~~100~~ `120`, ***never*** less.'],
    ['lists in lists', '- lights\n  - bay\n  - counter\n- till\n\n1. count\n2. write down\n   - coins'],
    ['a numbered list with ones only', '1. count\n1. write down'],
    ['tasks', '- [ ] lights\n- [X] till\n  - [ ] float'],
    ['a quote', '> Never leave the till open.\n>\n> Priya'],
    ['code', '```sh\nnpm start -- --port 1\n\n# done\n```'],
    ['code with a fence in it', '````\n```\ninside\n```\n````'],
    ['a link, also to a log that Mate cites', '[site](https://ridgeway.example) and [log](#/docs/3?log=9)'],
    ['a bare address', 'See https://ridgeway.example/rules.'],
    ['a rule', 'Above\n\n---\n\nBelow'],
    ['a table', '| Time | What |\n| :--- | ---: |\n| 9:00 | **Open** |\n| 18:00 | a \\| b |'],
    ['a hard break', 'One  \nTwo'],
    ['marks that are meant as words', '1\\. is no list, 2 * 3 * 4 neither, a_b_c, \\# and \\[x\\], 5 < 6 & 7'],
    ['Hindi', '# खोलना\n\n- **बत्ती** जलाएँ'],
  ])('may contain %s', (_, text) => {
    expect(canBeRich(text)).toBe(true)
    expect(respell(respell(text))).toBe(respell(text))
  })

  test.each([
    ['HTML', 'Before <b>bold</b> after'],
    ['a block of HTML', '<details>\n<summary>More</summary>\n\nInside\n\n</details>'],
    ['a comment', 'Words <!-- a note for us -->'],
    ['a picture', '![the bay](https://ridgeway.example/bay.png)'],
    ['a footnote', 'The float[^1] is 120.\n\n[^1]: Since 2026.'],
    ['an address that stands elsewhere', '[rules][r] are there.\n\n[r]: https://ridgeway.example "Rules"'],
    ['an address that nothing leads to', 'Words.\n\n[r]: https://ridgeway.example'],
    ['a named sign', 'Open &copy; Ridgeway'],
    ['a break in a cell', '| a |\n| --- |\n| one<br>two |'],
    ['more than is quick to draw', 'word '.repeat(30_000)],
  ])('is left unchanged when it contains %s', (_, text) => {
    expect(canBeRich(text)).toBe(false)
  })

  test('runs nothing that stands in it', () => {
    const texts = ['<img src=x onerror="globalThis.ran = true">', '<script>globalThis.ran = true</script>']
    for (const text of texts) canBeRich(text)
    expect(Reflect.get(globalThis, 'ran')).toBeUndefined()
  })
})

const word = fc.stringMatching(/^[a-zäऀ-क]{1,8}$/)
const inline = fc.oneof(
  word,
  ...['**', '*', '~~', '`', '***', '_'].map(mark => word.map(text => `${mark}${text}${mark}`)),
  word.map(text => `[${text}](https://ridgeway.example/${text})`),
  fc.constantFrom(
    '<i>x</i>',
    '[^1]',
    '![p](q.png)',
    '@[Tom](#/people/8)',
    '&amp;',
    '\\*',
    '*',
    '_',
    '`',
    '[',
    '](',
    '|',
    '#',
    '1.',
    '-',
    '+',
    '>',
    '~',
    '  \n',
    '\n',
  ),
)
const words = fc.array(inline, { minLength: 1, maxLength: 6 }).map(parts => parts.join(' '))
const block = fc.oneof(
  words,
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  ...['- ', '* ', '1. ', '7) ', '- [ ] ', '- [x] ', '> ', '    '].map(mark =>
    fc.array(words, { minLength: 1, maxLength: 3 }).map(items => items.map(item => mark + item).join('\n')),
  ),
  words.map(text => `\`\`\`js\n${text}\n\`\`\``),
  fc.tuple(words, words).map(([head, cell]) => `| ${head} | b |\n| --- | --- |\n| ${cell} | d |`),
  fc.constantFrom('---', '***', 'Title\n===', '[^1]: a note', '[r]: https://ridgeway.example', '<div>\n\nx\n\n</div>'),
)
const page = fc.array(block, { maxLength: 6 }).map(blocks => blocks.join('\n\n'))

describe('A page whose text the editor cannot hold as a whole [D46]', () => {
  test.each([
    ['HTML between paragraphs', 'Before\n\n<details>\n<summary>More</summary>\n\nInside\n\n</details>\n\n- [ ] After'],
    ['a footnote', 'The float[^1] is **120**.\n\n- coins\n\n[^1]: Since 2026.'],
    ['an address that stands elsewhere', 'See [rules][r].\n\n[r]: https://ridgeway.example "Rules"'],
    ['a picture', '# Bay\n\n![the bay](https://ridgeway.example/bay.png)\n\nEmpty.'],
    ['lines of Windows', 'One\r\ntwo\r\n\r\n<b>three</b>'],
    ['nothing', ''],
  ])('keeps %s as it is', (_, text) => {
    const written = writeMarkdown(readFaithfully(text))
    expect(written).toBe(text.replaceAll('\r\n', '\n'))
    expect(writeMarkdown(readFaithfully(written))).toBe(written)
  })

  test('keeps every word of whatever markdown there is', () => {
    fc.assert(
      fc.property(page, text => {
        const written = writeMarkdown(readFaithfully(text))
        expect(keepsWords(text, written)).toBe(true)
        expect(isFaithful(text, () => written)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('No word is lost [D18]', () => {
  test('whatever markdown is opened in the editor and saved again', () => {
    let rich = 0
    fc.assert(
      fc.property(page, text => {
        if (!canBeRich(text)) return
        rich += 1
        const saved = respell(text)
        expect(keepsWords(text, saved)).toBe(true)
        expect(keepsWords(text, respell(saved))).toBe(true)
      }),
      { numRuns: 150 },
    )
    expect(rich).toBeGreaterThan(20)
  })
})
