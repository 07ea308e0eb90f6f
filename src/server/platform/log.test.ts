import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../test/clock'
import { atMostOnceAMinute, makeLog } from './log'

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  const lines: string[] = []
  makeLog('debug', { write: line => void lines.push(line) }).error({ err: error }, 'It failed.')
  const [text = ''] = lines
  return { text, err: JSON.parse(text).err }
}

describe('Logged errors [D39]', () => {
  test('hold type, message, stack, code and plain fields, and no other property', () => {
    const client = { secretKey: 1234567, processID: 42, password: 'hunter2', lastQuery: 'select * from logs' }
    const error = Object.assign(new Error('terminating connection due to administrator command'), {
      ...{ code: '57P01', severity: 'FATAL', routine: 'ProcessInterrupts', client },
      detail: 'Key (email)=(maya@ridgeway.example) already exists.',
    })
    const { text, err } = logged(error)
    expect(err).toMatchObject({
      type: 'Error',
      message: 'terminating connection due to administrator command',
      error_code: '57P01',
      severity: 'FATAL',
      stack: expect.stringContaining('log.test.ts'),
    })
    for (const secret of ['1234567', 'hunter2', 'select *', 'maya@']) expect(text).not.toContain(secret)
  })

  test('hold their causes too, to a limited depth', () => {
    const behind = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { err } = logged(new Error('The camera did not answer.', { cause: behind }))
    expect(err.cause).toMatchObject({ error_code: 'ECONNREFUSED' })
    const round = new Error('round')
    round.cause = round
    expect(logged(round).text.length).toBeLessThan(100_000)
    expect(logged(new AggregateError([behind], 'all failed')).err.errors).toMatchObject([
      { error_code: 'ECONNREFUSED' },
    ])
  })

  test.each([
    'rtsp://admin:hunter2@10.0.0.7/stream failed',
    'Invalid URL: postgres://wheelhouse:hunter2@db.example/wheelhouse?password=hunter2',
    'GET https://wheelhouse.example/sockets/chat?user_id=7&access_token=hunter2 401',
    'GET http://localhost:4780/objects/frames/3/7.jpg?until=1&signature=hunter2',
  ])('hold no password or token of a URL: %s', message => {
    const { text, err } = logged(new Error(message))
    expect(text).not.toContain('hunter2')
    expect(err.message).toContain('[secret]')
  })

  test('hold thrown values that are no errors, as text', () => {
    expect(logged('https://admin:hunter2@camera').err).toEqual({ message: 'https://[secret]@camera' })
  })
})

describe('Secrets inside texts [D39]', () => {
  test.each([
    ['a password of a database', 'postgres://app:hunter2@db.example/house', 'postgres://[secret]@db.example/house'],
    ['credentials with signs in them', 'rtsp://admin:hunter2/s@h@10.0.0.9/live', 'rtsp://[secret]@10.0.0.9/live'],
    [
      'a signed address',
      'GET https://s3.example/a.jpg?X=hunter2 failed',
      'GET https://s3.example/a.jpg?[secret] failed',
    ],
    ['a bearer token', 'Authorization: Bearer hunter2.s-h_1', 'Authorization: Bearer [secret]'],
    ['the query of a path', 'open /objects/a.jpg?signature=hunter2', 'open /objects/a.jpg?[secret]'],
  ])('%s is removed wherever it occurs in a line', (_what, text, shown) => {
    const lines: string[] = []
    const error = new Error(text)
    makeLog('debug', { write: line => void lines.push(line) }).error({ err: error, told: text, deep: { text } }, text)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      msg: shown,
      told: shown,
      deep: { text: shown },
      err: { message: shown },
    })
    expect(lines.join('')).not.toContain('hunter2')
  })
})

test('A failure that repeats is logged once a minute, with the number of occurrences', () => {
  const clock = new TestClock()
  const lines: [unknown, number][] = []
  const failed = atMostOnceAMinute(clock, (error, times) => lines.push([error, times]))
  for (let time = 0; time < 1_000; time += 1) failed('first')
  expect(lines).toEqual([['first', 1]])
  clock.advance(60_000)
  failed('second')
  expect(lines[1]).toEqual(['second', 1_000])
})
