/** One log message of PostgreSQL. Messages are terse: they hold neither statements nor row values. */
export interface PostgresReport {
  level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  message: string
  /** The five-character SQLSTATE, if PostgreSQL gave one other than success. */
  code?: string
  /** The PostgreSQL process that logs; absent for lines in another format. */
  pid?: number
}

export type PostgresLog = (report: PostgresReport) => void

/** The code with which PostgreSQL reports that a write found no room. */
export const diskFull = '53100'

/** Makes PostgreSQL log in the format that {@link reportReader} parses. */
export const logLinePrefix = 'pg|%p|%e|'

const line = /^pg\|(\d+)\|([0-9A-Z]{5})\|([A-Z]+[0-9]?): {2}(.*)$/

// Data, integrity, transaction state, conflicts, names and syntax, raised errors: the sender of the statement receives
// them.
const statementErrors = new Set(['21', '22', '23', '25', '26', '34', '40', '42', '44', 'P0'])
// Asked to end, or still starting: part of every clean stop and start.
const transientCodes = new Set(['57P01', '57P03'])

function levelOf(severity: string, code: string): PostgresReport['level'] {
  if (severity === 'PANIC') return 'fatal'
  if (severity === 'WARNING') return 'warn'
  if (severity !== 'FATAL' && severity !== 'ERROR') return 'debug'
  return transientCodes.has(code) || (severity === 'ERROR' && statementErrors.has(code.slice(0, 2))) ? 'debug' : 'error'
}

function parse(text: string): PostgresReport {
  const [, pid, code = '', severity = '', message = ''] = line.exec(text) ?? []
  // Lines have no prefix before PostgreSQL has read its settings, and when the system's loader fails.
  if (!pid) return { level: /(FATAL|PANIC|ERROR|error)/.test(text) ? 'error' : 'debug', message: text }
  return { level: levelOf(severity, code), message, pid: Number(pid), ...(code !== '00000' && { code }) }
}

/** Parses PostgreSQL's error stream in chunks and passes on whole reports; a report of several lines stays one. */
export function reportReader(log: PostgresLog): { push(piece: string): void; end(): void } {
  let rest = ''
  let open: string[] = []
  const flush = () => {
    const [first, ...more] = open
    open = []
    if (first === undefined) return
    const report = parse(first)
    log({ ...report, message: [report.message, ...more.map(part => part.trim())].join('\n') })
  }
  return {
    push(piece) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        if (!text.startsWith('\t')) flush()
        if (text !== '') open.push(text)
      }
      // PostgreSQL writes a report in one piece, so a complete one need not wait for the next.
      if (rest === '') flush()
    },
    end() {
      if (rest !== '') open.push(rest)
      rest = ''
      flush()
    },
  }
}
