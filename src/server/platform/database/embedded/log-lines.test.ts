import { describe, expect, test } from 'vitest'
import { type PostgresReport, reportReader } from './log-lines'

function read(...pieces: string[]): PostgresReport[] {
  const reports: PostgresReport[] = []
  const reader = reportReader(report => reports.push(report))
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return reports
}

describe('Log output of the embedded PostgreSQL', () => {
  test('each severity has its level', () => {
    const levels = (lines: string[]) => read(...lines.map(line => `pg|7|${line}\n`)).map(report => report.level)
    expect(levels(['00000|LOG:  ready', '01000|WARNING:  careful', '53100|ERROR:  disk full'])).toEqual([
      'debug',
      'warn',
      'error',
    ])
    expect(levels(['28P01|FATAL:  wrong password', 'XX000|PANIC:  broken'])).toEqual(['error', 'fatal'])
  })

  test('errors that the sender of a statement receives anyway are not logged as trouble of the database', () => {
    expect(read('pg|7|23505|ERROR:  duplicate key value violates unique constraint "people_pkey"\n')).toEqual([
      {
        level: 'debug',
        code: '23505',
        pid: 7,
        message: 'duplicate key value violates unique constraint "people_pkey"',
      },
    ])
    expect(read('pg|7|57P01|FATAL:  terminating connection due to administrator command\n')[0]?.level).toBe('debug')
  })

  test('a report of several lines in several chunks stays one report', () => {
    const reports = read('pg|7|XX000|ERR', 'OR:  first\n\tsecond\npg|8|000', '00|LOG:  other\n')
    expect(reports.map(report => [report.pid, report.message])).toEqual([
      [7, 'first\nsecond'],
      [8, 'other'],
    ])
  })

  test('messages of a failing program loader are passed on', () => {
    expect(read('postgres: error while loading shared libraries: libicuuc.so.60\n')).toEqual([
      { level: 'error', message: 'postgres: error while loading shared libraries: libicuuc.so.60' },
    ])
  })
})
