import { describe, expect, test } from 'vitest'
import { readFaithfully, readMarkdown, writeMarkdown } from './markdown'
import { fileOfPicture, hrefOfReference, referenceFrom, referencesIn } from './references'

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
