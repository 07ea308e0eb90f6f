import { describe, expect, test } from 'vitest'
import { labelColours } from './label-colours'

const [blue, amber, green, pink, olive] = [0, 1, 2, 3, 4]

describe('Colours of labels [9.8c]', () => {
  test('follow the meaning of the labels: good is green, bad is amber', () => {
    expect(labelColours({ 0: 'Clear', 1: 'Some', 2: 'Long queue' })).toEqual({ 0: green, 1: blue, 2: amber })
    expect(labelColours({ 0: 'Nicht fertig', 1: 'Fertig' })).toEqual({ 0: amber, 1: green })
    expect(labelColours({ 0: 'Fila larga', 1: 'Sin fila' })).toEqual({ 0: amber, 1: blue })
    expect(labelColours({ 0: 'भरा', 1: 'ठीक' })).toEqual({ 0: amber, 1: green })
  })

  test('follow the index if the words say neither good nor bad', () => {
    expect(labelColours({ 0: 'Counter', 1: 'Bay', 4: 'Yard' })).toEqual({ 0: blue, 1: amber, 4: olive })
  })

  test('are five different ones for five labels, however many are good or bad', () => {
    const colours = labelColours({ 0: 'Failed', 1: 'Late', 2: 'Broken', 3: 'Good', 4: 'Ready' })
    expect(new Set(Object.values(colours)).size).toBe(5)
    expect([colours[0], colours[1], colours[3], colours[4]]).toEqual([amber, pink, green, olive])
  })

  test('are first of all those that somebody chose', () => {
    expect(labelColours({ 0: 'Clear', 1: 'Bay' }, { 1: green })).toEqual({ 0: olive, 1: green })
  })
})
