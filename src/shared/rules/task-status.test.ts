import { describe, expect, test } from 'vitest'
import { mayBecome, nextStatuses, TaskStatus } from './task-status'

describe('The lifecycle of a task [D13, 3.24a]', () => {
  test('goes from to do over in progress and in review to done, and steps may be skipped', () => {
    expect(mayBecome('todo', 'in_progress')).toBe(true)
    expect(mayBecome('in_progress', 'in_review')).toBe(true)
    expect(mayBecome('in_review', 'done')).toBe(true)
    expect(mayBecome('todo', 'done')).toBe(true)
  })

  test('blocks any open task, and no done one', () => {
    for (const status of ['todo', 'in_progress', 'in_review'] as const) expect(mayBecome(status, 'blocked')).toBe(true)
    expect(mayBecome('done', 'blocked')).toBe(false)
  })

  test('has a blocked task taken up before it is done', () => {
    expect(nextStatuses('blocked')).toEqual(['todo', 'in_progress', 'in_review'])
  })

  test('reopens a done task as one in progress, and as nothing else', () => {
    expect(nextStatuses('done')).toEqual(['in_progress'])
  })

  test('lets every status stay', () => {
    for (const status of TaskStatus.options) expect(mayBecome(status, status)).toBe(true)
  })
})
