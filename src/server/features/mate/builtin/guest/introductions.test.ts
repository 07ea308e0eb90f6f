import { describe, expect, test } from 'vitest'
import { introductionIn } from './introductions'

describe('A name that somebody introduces themselves with [D42]', () => {
  test.each([
    ['Good morning, this is Priya.', 'Priya', 'this is Priya'],
    ['Hi, I’m Tom Reyes from the workshop.', 'Tom Reyes', 'I’m Tom Reyes'],
    ['My name is José.', 'José', 'My name is José'],
    ['Hier spricht Jürgen, guten Tag.', 'Jürgen', 'Hier spricht Jürgen'],
    ['Ich heiße Lena Fuchs.', 'Lena Fuchs', 'Ich heiße Lena Fuchs'],
    ['Hola, soy Ana.', 'Ana', 'soy Ana'],
    ['Me llamo Íñigo y vengo del taller.', 'Íñigo', 'Me llamo Íñigo'],
    ['नमस्ते, मेरा नाम प्रिया है।', 'प्रिया', 'मेरा नाम प्रिया है'],
  ])('%s', (text, name, words) => {
    expect(introductionIn(text)).toEqual({ name, words })
  })

  test.each([
    'This is good.',
    'I am sure that it will rain.',
    'This is Monday, and nobody is here.',
    'I am Priya’s',
    'Ich bin Techniker in der Werkstatt.',
    'Is Priya here?',
    '',
  ])('is not found in: %s', text => {
    expect(introductionIn(text)).toBeNull()
  })
})
