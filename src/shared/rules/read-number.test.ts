import { describe, expect, test } from 'vitest'
import { numberIn } from './read-number'

describe('The number in a text that was read from a picture [D48]', () => {
  test.each([
    ['7', 7],
    ['Queue: 12', 12],
    ['Queue 12 people', 12],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1’234', 1234],
    ['1,234', 1234],
    ['1,234,567', 1_234_567],
    ['6.125', 6.125],
    ['0,125', 0.125],
    ['12 °C', 12],
    ['12°C', 12],
    ['−3,5 %', -3.5],
    ['-8', -8],
    ['+4', 4],
    ['$1,200', 1200],
    ['€ 15', 15],
    ['80%', 80],
    ['(5)', 5],
    ['42.', 42],
    ['90km', 90],
    ['at 07:45 there were 6', 6],
  ])('of “%s” is %d', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })

  test.each([
    '',
    'none',
    '07:45',
    '2026-11-25',
    '25/11/2026',
    '25.11.2026',
    '10.0.0.1',
    'v1.2.3',
    'A4',
    '4K7',
    'x86',
    '1,23,4',
    '12345678901234567890',
    '2nd_floor',
  ])('is not found in “%s”', text => {
    expect(numberIn(text)).toBeNull()
  })
})
