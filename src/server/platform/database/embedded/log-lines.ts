/** One report of PostgreSQL. Reports are terse: neither statements nor values of rows are in them. */
export interface PostgresReport {
  level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  message: string
  /** The five-character SQLSTATE, where PostgreSQL gave one other than success. */
  code?: string
  /** The process of PostgreSQL that reports; absent for lines that are not in its format. */
  pid?: number
}

export type PostgresLog = (report: PostgresReport) => void

/** Makes PostgreSQL write what {@link reportReader} reads. */
export const logLinePrefix = 'pg|%p|%e|'

const line = /^pg\|(\d+)\|([0-9A-Z]{5})\|([A-Z]+[0-9]?): {2}(.*)$/

// Data, integrity, transaction state, conflicts, names and syntax, raised errors: whoever sent the statement is told.
const statementErrors = new Set(['21', '22', '23', '25', '26', '34', '40', '42', '44', 'P0'])
// Asked to end, still starting: part of every orderly stop and start.
const passing = new Set(['57P01', '57P03'])

function levelOf(severity: string, code: string): PostgresReport['level'] {
  if (severity === 'PANIC') return 'fatal'
  if (severity === 'WARNING') return 'warn'
  if (severity !== 'FATAL' && severity !== 'ERROR') return 'debug'
  return passing.has(code) || (severity === 'ERROR' && statementErrors.has(code.slice(0, 2))) ? 'debug' : 'error'
}

function parse(text: string): PostgresReport {
  const [, pid, code = '', severity = '', message = ''] = line.exec(text) ?? []
  // Before it has read its settings, and when the system's loader fails, lines come without the prefix.
  if (!pid) return { level: /(FATAL|PANIC|ERROR|error)/.test(text) ? 'error' : 'debug', message: text }
  return { level: levelOf(severity, code), message, pid: Number(pid), ...(code !== '00000' && { code }) }
}

/** Takes PostgreSQL's error stream in pieces and passes on whole reports; a report of several lines stays one. */
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
      // PostgreSQL writes a report at once, so what is complete now stays without waiting for the next one.
      if (rest === '') flush()
    },
    end() {
      if (rest !== '') open.push(rest)
      rest = ''
      flush()
    },
  }
}
