import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { type SearchAnswer, search } from '#shared/contract/search/endpoints'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { textOf } from './test-hits'

let workshop: Workshop
let bay: number

beforeAll(async () => {
  workshop = await openWorkshop()
  const { tom } = workshop
  bay = await workshop.logbook('Bay log', { access: 'organisation' })
  await workshop.writes(
    tom,
    bay,
    'Brake pads replaced',
    'Maintenance of the derailleur',
    'Kettenführung eingestellt',
    'चेनगार्ड बदला',
    'Part 4711 came',
  )
  await tom.call(createGraph, { logbook_id: bay, name: 'Occupancy', labels: { 0: 'Free' } })
  await tom.call(createDocument, {
    document_name: 'Apprenticeship',
    document_type: 'document',
    access: 'organisation',
  })
})

const asked = async (query: string) => {
  const { hits, corrected } = await workshop.tom.call(search, { query })
  return { instead: corrected && textOf(corrected), titles: hits.map(hit => textOf(hit.title)) }
}

describe('A mistyped query', () => {
  test.each([
    ['barke', 'brake', 'Brake pads replaced'],
    ['brak pats', 'brake pads', 'Brake pads replaced'],
    ['braek padds', 'brake pads', 'Brake pads replaced'],
    ['repalced pads', 'replaced pads', 'Brake pads replaced'],
    ['maintanence', 'maintenance', 'Maintenance of the derailleur'],
    ['deraileur', 'derailleur', 'Maintenance of the derailleur'],
    ['ketenfuhrung', 'kettenfuhrung', 'Kettenführung eingestellt'],
    ['चेनगार्ढ', 'चेनगार्ड', 'चेनगार्ड बदला'],
    ['ocupancy', 'occupancy', 'Occupancy'],
    ['aprenticeship', 'apprenticeship', 'Apprenticeship'],
    ['reyse', 'reyes', 'Tom Reyes'],
  ])('%j is read as %j', async (query, instead, title) => {
    const { titles, instead: said } = await asked(query)
    expect([said, titles]).toEqual([instead, [title]])
  })

  test('the answer shows which words were replaced', async () => {
    const { corrected } = await workshop.tom.call(search, { query: 'pads repalced -cable' })
    expect(corrected).toEqual([
      { text: 'pads ', hit: false },
      { text: 'replaced', hit: true },
      { text: ' -cable', hit: false },
    ])
  })

  test.each([
    ['a number', '4712'],
    ['a word in quotes', '"barke"'],
    ['a word to be left out', 'pads -barke'],
    ['a short word', 'pds'],
    ['a word that is far from all others', 'xylophone'],
  ])('leaves %s unchanged', async (_, query) => {
    expect((await asked(query)).instead).toBeNull()
  })

  test('is not corrected if something matches as typed', async () => {
    await workshop.tom.call(writeLog, { doc_id: bay, content: 'Barke is a name' })
    expect(await asked('barke')).toEqual({ instead: null, titles: ['Barke is a name'] })
  })

  test('is paged with the same words', async () => {
    const { tom } = workshop
    await workshop.writes(tom, bay, ...Array.from({ length: 5 }, (_, nr) => `Sprocket ${nr}`))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: SearchAnswer = await tom.call(search, { query: 'sprokcet', limit: 2, ...(cursor && { cursor }) })
      expect(textOf(page.corrected ?? [])).toBe('sprocket')
      seen.push(...page.hits.map(hit => textOf(hit.title)))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(['Sprocket 4', 'Sprocket 3', 'Sprocket 2', 'Sprocket 1', 'Sprocket 0'])
  })
})
