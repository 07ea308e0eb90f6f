import { describe, expect, test } from 'vitest'
import { introductionsIn, personIn } from './introductions'

const people = [{ name: 'Maya Okafor' }, { name: 'Tom Reyes' }, { name: 'Tom Baker' }, { name: 'अनिका राव' }]
const named = (text: string) =>
  introductionsIn([{ speaker: 1, start: 3, text }]).flatMap(said => personIn(said, people) ?? [])

describe('What speakers call themselves [D24]', () => {
  test.each([
    ['Good morning, my name is Maya Okafor and I keep the shop.', 'Maya Okafor'],
    ["Hi, I'm Maya.", 'Maya Okafor'],
    ['This is Tom Baker speaking.', 'Tom Baker'],
    ['Hallo, hier ist Maya, können wir beginnen?', 'Maya Okafor'],
    ['Buenos días, soy Maya.', 'Maya Okafor'],
    ['नमस्ते, मेरा नाम अनिका है।', 'अनिका राव'],
    ['I’m maya okafor', 'Maya Okafor'],
  ])('%s', (text, name) => expect(named(text)).toEqual([name]))

  test.each(['I am late, Maya.', 'This is Tom.', 'Maya is my name.', 'I am Mayarani.', 'Ask Maya, I am sure.'])(
    'names nobody for certain: %s',
    text => expect(named(text)).toEqual([]),
  )
})
