import { describe, expect, test } from 'vitest'
import { actionItemsIn, itemKey, markItem, taskOfItem } from './action-items'

const texts = (markdown: string) => actionItemsIn(markdown).map(item => item.text)

describe('Action items of a text', () => {
  test('are the tasks of its lists, ticked or not, wherever they stand', () => {
    expect(
      actionItemsIn('Busy day.\n\n- [ ] Call **Halden**\n- a remark\n  1. [x] Order `pads`.\n* [X] Sweep'),
    ).toEqual([
      { text: 'Call Halden', is_done: false },
      { text: 'Order pads.', is_done: true },
      { text: 'Sweep', is_done: true },
    ])
  })

  test.each(['## Action items', '### Zu erledigen', '**Tareas pendientes:**', '## करने के काम', '# Next steps #'])(
    'are the items below %s, until the next heading',
    heading => {
      expect(texts(`- before\n\n${heading}\n\n- Call Halden\n1. Order pads\n\n## Decisions\n\n- Rims stay`)).toEqual([
        'Call Halden',
        'Order pads',
      ])
    },
  )

  test('are marked where they stand, also below a heading without boxes; nothing else changes', () => {
    const text = 'Busy.\n\n```\n- [ ] Oil\n```\n  1. [ ] Oil **chains** \n\n## To-do\n- Call Halden\n- Call Halden!\n'
    const done = markItem(text, 'oil chains.', true)
    expect(done).toBe(text.replace('1. [ ] Oil', '1. [x] Oil'))
    expect(markItem(done ?? '', 'Oil chains', false)).toBe(text)
    expect(markItem(text, 'Call Halden', true)).toBe(text.replace('- Call', '- [x] Call'))
    expect(markItem(text, 'Oil', true)).toBeNull()
  })

  test('have no markup and no references, and each is there once', () => {
    const cited =
      '- Please *send* the figures. [0:01](#/docs/7?at=1)\n- See [the sheet](https://a.example) [1](#/docs/7?log=2)'
    expect(texts(`## Action items\n${cited}\n- see the SHEET.`)).toEqual(['Please send the figures.', 'See the sheet'])
    expect(texts('```\n- [ ] in code\n```\n- [ ] \n- []no')).toEqual([])
    expect(texts(Array.from({ length: 80 }, (_, nr) => `- [ ] Point ${nr}`).join('\n'))).toHaveLength(50)
  })

  test('are the same in different writings', () => {
    expect(itemKey('  Call  HALDEN. ')).toBe(itemKey('call halden'))
    expect(itemKey('Call Halden at 3')).not.toBe(itemKey('Call Halden at 4'))
    expect(itemKey(' . ')).toBe('')
  })
})

describe('The task of an action item', () => {
  const context = {
    language: 'en' as const,
    now: Date.parse('2026-11-20T09:00:00.000Z'),
    zone: 'UTC',
    people: [
      { id: 7, name: 'Maya Okafor' },
      { id: 8, name: 'Tom Reyes' },
      { id: 9, name: 'Tom Alder' },
    ],
    spaces: [],
  }
  const read = (text: string) => {
    const { title, assignees, deadline } = taskOfItem(text, context)
    return [title, assignees, deadline]
  }

  test('is for whoever is named at its beginning, or with @', () => {
    expect(read('Maya: call Halden tomorrow 3pm')).toEqual(['call Halden', [7], '2026-11-21T15:00:00.000Z'])
    expect(read('Maya Okafor – call Halden')).toEqual(['call Halden', [7], null])
    expect(read('Maya will call Halden')).toEqual(['Maya will call Halden', [7], null])
    expect(read('Call Halden @maya')).toEqual(['Call Halden', [7], null])
    expect(read('Maya: call Halden with @tomreyes')).toEqual(['call Halden with', [8], null])
  })

  test('is for nobody where several have the name, or nobody does', () => {
    expect(read('Tom: order pads')).toEqual(['Tom: order pads', [], null])
    expect(read('Tom Alder: order pads')).toEqual(['order pads', [9], null])
    expect(read('Mayan ruins')).toEqual(['Mayan ruins', [], null])
  })
})
