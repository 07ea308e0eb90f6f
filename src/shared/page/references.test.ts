import { describe, expect, test } from 'vitest'
import { Doc } from 'yjs'
import { markdownOf, textOf, writeInto } from './document'
import { readFaithfully, readMarkdown, writeMarkdown } from './markdown'
import {
  fileOfPicture,
  hrefOfReference,
  type NamedPlace,
  placesIn,
  referenceFrom,
  referencesIn,
  withLinkNames,
  withoutLinkNames,
} from './references'

const file = '#/files/0b7f1c9e-58a1-4d0c-9c3b-2f6f0f7d9a11'

describe('References and pictures in the markdown of a page [D46]', () => {
  test('people, documents, logs and tasks are links that the editor keeps as a whole', () => {
    const markdown =
      'Ask [@Tom Weber](#/people/7) about [Opening \\[new\\]](#/docs/5), [the bay](#/docs/5?log=12) and [pads](#/tasks/3).'
    const content = readMarkdown(markdown)
    expect(content.content?.[0]?.content?.map(({ type }) => type)).toEqual([
      'text',
      'reference',
      'text',
      'reference',
      'text',
      'reference',
      'text',
      'reference',
      'text',
    ])
    expect(referencesIn(content)).toEqual([
      { kind: 'person', user_id: 7 },
      { kind: 'document', doc_id: 5 },
      { kind: 'log', doc_id: 5, log_id: 12 },
      { kind: 'task', task_id: 3 },
    ])
    expect(writeMarkdown(content)).toBe(markdown)
  })

  test('a reference in a list, a heading and a table is kept, and each counts once', () => {
    const markdown =
      '# For [@Tom](#/people/7)\n\n- [ ] [@Tom](#/people/7)\n\n| a | b |\n| --- | --- |\n| [x](#/docs/5) | 1 |'
    const content = readFaithfully(markdown)
    expect(content.content?.map(({ type }) => type)).toEqual(['heading', 'taskList', 'table'])
    expect(referencesIn(content)).toEqual([
      { kind: 'person', user_id: 7 },
      { kind: 'document', doc_id: 5 },
    ])
  })

  test('links with other addresses or with marks stay links', () => {
    for (const markdown of [
      '[a](https://ridgeway.example)',
      '[**Opening**](#/docs/5)',
      '[a **b**](#/docs/5)',
      '[a](#/docs)',
    ]) {
      const content = readFaithfully(markdown)
      expect(JSON.stringify(content)).not.toContain('reference')
      expect(writeMarkdown(content)).toBe(markdown)
    }
  })

  test('a graph on a line of its own is shown, anywhere else it is a link', () => {
    const own = 'Before\n\n[Graph](#/docs/5/3)\n\nAfter'
    const content = readFaithfully(own)
    expect(content.content?.[1]).toEqual({ type: 'graph', attrs: { href: '#/docs/5/3', label: 'Graph' } })
    expect(writeMarkdown(content)).toBe(own)
    for (const kept of [
      ...['See [Graph](#/docs/5/3).', '- [Graph](#/docs/5/3)', '[**Graph**](#/docs/5/3)', '[Graph](#/docs/5/3?at=1)'],
      ...['[Graph](https://ridgeway.example/#/docs/5/3)', '> [Graph](#/docs/5/3)'],
    ]) {
      const other = readFaithfully(kept)
      expect(JSON.stringify(other)).not.toContain('"graph"')
      expect(writeMarkdown(other)).toBe(kept)
    }
  })

  test('a picture of this server stands by itself, every other one stays as it is written', () => {
    const own = `Before\n\n![The bay](${file})\n\nAfter`
    expect(readFaithfully(own).content?.map(({ type }) => type)).toEqual(['paragraph', 'picture', 'paragraph'])
    expect(writeMarkdown(readFaithfully(own))).toBe(own)
    for (const kept of [
      `In a line ![The bay](${file}) of text`,
      `- ![a](${file})`,
      '![a](https://ridgeway.example/a.png)',
    ]) {
      expect(JSON.stringify(readFaithfully(kept))).toContain('markdownSource')
      expect(writeMarkdown(readFaithfully(kept))).toBe(kept)
    }
    expect(
      writeMarkdown({ type: 'doc', content: [{ type: 'picture', attrs: { src: file, alt: 'a ](x) `b`' } }] }),
    ).toBe(`![a (x) b ](${file})`)
  })

  test('only addresses of the app are references', () => {
    for (const href of [
      '#/people/0',
      '#/people/7/x',
      '#/docs/5?log=',
      '#/docs/05',
      'https://x/#/people/7',
      '#/files/1',
    ])
      expect(referenceFrom(href)).toBeNull()
    expect(hrefOfReference({ kind: 'log', doc_id: 5, log_id: 12 })).toBe('#/docs/5?log=12')
    expect(fileOfPicture('#/files/../secret')).toBeNull()
  })
})

describe('Names of what a text links to [D6, D46]', () => {
  test('are not stored, whoever puts them in, except those of people', () => {
    const written =
      'Ask [@Tom](#/people/7): [Pay rise](#/docs/5), [a \\[b\\]](#/docs/5?log=2) and [**Hire**](#/tasks/3).'
    const stored = 'Ask [@Tom](#/people/7): […](#/docs/5), […](#/docs/5?log=2) and […](#/tasks/3).'
    expect(withoutLinkNames(written)).toBe(stored)
    expect(withoutLinkNames(stored)).toBe(stored)
    expect(writeMarkdown(readFaithfully(stored))).toBe(stored)
    const page = new Doc()
    writeInto(page, written)
    expect(JSON.stringify(textOf(page))).not.toMatch(/Pay rise|Hire/)
    expect(markdownOf(page)).toBe(stored)
  })

  test('of other addresses stay, and so do moments, graphs and pictures', () => {
    const other =
      '[a](https://x.example/#/docs/5) [1:05](#/docs/5?at=65) [Graph](#/docs/5/3) ![b](#/docs/5) \\[c](#/docs/5) [](#/docs/5)'
    expect(withoutLinkNames(other)).toBe(other)
  })

  test('are put in for a reader who may see them', () => {
    const stored = 'See […](#/docs/5), […](#/docs/6) and [my words](#/docs/5).'
    const nameOf = (place: NamedPlace) => (place.kind === 'document' && place.doc_id === 5 ? 'Pay [new]' : null)
    expect(withLinkNames(stored, nameOf)).toBe('See [Pay new](#/docs/5), […](#/docs/6) and [my words](#/docs/5).')
    expect(placesIn(stored)).toEqual([
      { kind: 'document', doc_id: 5 },
      { kind: 'document', doc_id: 6 },
    ])
  })

  test('are found in time, however many brackets a text has', () => {
    const started = performance.now()
    for (const hostile of ['[', '[a](#/docs/', '\\[', '](#/docs/1)', '[\\'])
      withoutLinkNames(`[x](#/docs/1)${hostile.repeat(20_000)}`)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
