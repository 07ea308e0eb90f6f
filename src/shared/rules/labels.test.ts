import { describe, expect, test } from 'vitest'
import { areDistinct } from './labels'

describe('Labels of one graph [D22]', () => {
  test.each([
    [['Clear', 'Queue', 'Long queue'], true],
    [['Voll', 'voll'], false],
    [['Prüfen', 'Pru\u0308fen'], false],
    [['Long queue', 'Long \u00a0QUEUE'], false],
    [['कतार', 'लंबी कतार'], true],
    [['Resume', 'Résumé'], true],
  ])('%j read differently: %s', (texts, distinct) => {
    expect(areDistinct(texts)).toBe(distinct)
  })
})
