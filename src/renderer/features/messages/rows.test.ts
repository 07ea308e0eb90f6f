import { describe, expect, test } from 'vitest'
import { mentionedIn } from '../../ui/mentions'
import type { PendingChange } from './outbox'
import { isShifted, rowsOf } from './rows'
import { messageOf, ownOf } from './test-messages'

const dayKey = (at: string) => at.slice(0, 10)
const nothing = { entries: [], changes: [], self: 7, dayKey }
const changeOf = (change: PendingChange['change'], more: Partial<PendingChange> = {}): PendingChange => ({
  ...{ chat_id: 3, message_id: 1, change, client_id: 'x', state: 'waiting', failure: null },
  ...more,
})

describe('The rows of a conversation', () => {
  test('have days, and groups of what one person wrote within five minutes', () => {
    const messages = [ownOf(1_600, 'D'), messageOf(20, 'C'), messageOf(2, 'B'), messageOf(1, 'A')]
    const rows = rowsOf({ ...nothing, messages })
    expect(
      rows.map(row => (row.kind === 'message' ? [row.message.message, row.isOwn, row.isFirst, row.isLast] : row.kind)),
    ).toEqual([
      'day',
      ['A', false, true, false],
      ['B', false, false, true],
      ['C', false, true, true],
      'day',
      ['D', true, true, true],
    ])
  })

  test('show a message once, whether its answer or its event comes first', () => {
    const entry = {
      ...{ chat_id: 3, text: 'Hi', reply: null, mentions: [], uploads: [], client_id: 'c5' },
      ...{ state: 'sending' as const, failure: null, made_at: 0, isUnsent: true },
    }
    expect(rowsOf({ ...nothing, messages: [], entries: [entry] }).map(row => row.key)).toEqual(['c5'])
    const sent = rowsOf({ ...nothing, messages: [ownOf(5, 'Hi')], entries: [entry] })
    expect(sent.map(row => row.key)).toEqual(['day.2026-11-20', 'c5'])
    // Somebody else may have chosen the same id.
    expect(rowsOf({ ...nothing, messages: [messageOf(5, 'Hi')], entries: [entry] })).toHaveLength(3)
  })

  test('show changes that are on their way, and not those that were refused', () => {
    const shown = (change: PendingChange) => {
      const rows = rowsOf({ ...nothing, messages: [ownOf(1, 'A')], changes: [change] })
      const row = rows.at(-1)
      return row?.kind === 'message' ? row.message : null
    }
    expect(shown(changeOf({ kind: 'edit', text: 'B', mentions: [] }))).toMatchObject({ message: 'B' })
    expect(shown(changeOf({ kind: 'react', emoji: '👍', is_on: true }))).toMatchObject({
      reactions: [{ emoji: '👍', user_ids: [7] }],
    })
    expect(shown(changeOf({ kind: 'delete' }))).toMatchObject({ message: '', deleted_at: expect.any(String) })
    const failure = { code: 'chat.disabled', message: '', isPassing: false }
    expect(shown(changeOf({ kind: 'delete' }, { state: 'failed', failure }))).toMatchObject({ deleted_at: null })
  })

  test('keep their place when older messages are added in front, and only then', () => {
    const of = (...ids: number[]) => rowsOf({ ...nothing, messages: ids.map(id => messageOf(id, `${id}`)) })
    expect(isShifted(of(6, 5), of(6, 5, 4))).toBe(true)
    expect(isShifted(of(6, 5), of(7, 6, 5))).toBe(false)
    expect(isShifted([], of(6, 5))).toBe(false)
  })
})

test('A mention is the whole name of somebody in the chat, the longer one of two that begin alike', () => {
  const person = (user_id: number, user_displayname: string) => ({
    ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  })
  const people = [person(1, 'Tom'), person(2, 'Tom Reyes'), person(3, 'Ana')]
  expect(mentionedIn('@Tom Reyes and @Ana, not Tom or @Dev', people)).toEqual([2, 3])
  expect(mentionedIn('@Tom, hello', people)).toEqual([1])
})
