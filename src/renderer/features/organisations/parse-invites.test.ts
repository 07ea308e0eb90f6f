import { describe, expect, test } from 'vitest'
import { parseInvites } from './parse-invites'

const roles = [
  { role_id: 1, role_name: 'Mechanics', capabilities: [], users: [] },
  { role_id: 2, role_name: 'Front desk', capabilities: [], users: [] },
]
const email = (address: string, role_id: number | null = null) => ({ address: { email: address }, role_id })

describe('Lines and CSV files of invites [5.6a]', () => {
  test('are addresses with or without the name of a role, each once', () => {
    const text = 'a@x.example\n+1 555 014 8810\r\nb@x.example; front desk\n\na@x.example,Mechanics'
    expect(parseInvites(text, roles)).toEqual({
      lines: [
        email('a@x.example', 1),
        { address: { phone_number: '+15550148810' }, role_id: null },
        email('b@x.example', 2),
      ],
      wrong: [],
    })
  })

  test('may have a heading, quotes and columns that mean nothing here', () => {
    const text = '"Name","E-mail","Role"\n"Ida Holt","ida@x.example","Front desk"\nMax,max@x.example,Pilot'
    expect(parseInvites(text, roles)).toEqual({ lines: [email('ida@x.example', 2), email('max@x.example')], wrong: [] })
  })

  test('several addresses in a line are several invites', () => {
    expect(parseInvites('a@x.example, b@x.example', roles).lines).toEqual([email('a@x.example'), email('b@x.example')])
  })

  test('may name the person as mail programs do', () => {
    const text = 'Ida Holt <ida@x.example>; "Stone, Max" <max@x.example>, Mechanics\n<kim@x.example>'
    expect(parseInvites(text, roles)).toEqual({
      lines: [email('ida@x.example', 1), email('max@x.example', 1), email('kim@x.example')],
      wrong: [],
    })
    expect(parseInvites('Ida <nobody>', roles).wrong).toEqual(['Ida <nobody>'])
  })

  test('without an address are named', () => {
    expect(parseInvites('a@x.example\nnobody\nx@', roles).wrong).toEqual(['nobody', 'x@'])
    expect(parseInvites('nobody', roles).wrong).toEqual(['nobody'])
    expect(parseInvites('bad@\na@x.example', roles).wrong).toEqual(['bad@'])
  })
})
