import { type DestinationStream, type Logger, pino } from 'pino'
import type { Clock } from './clock'

/** Names of fields whose values never reach a log, wherever they occur. */
const secret = [
  'authorization',
  'cookie',
  'OTP',
  'code',
  'password',
  'access_token',
  'refresh_token',
  'profile_token',
  'id_token',
  'IdToken',
  'AccessToken',
  'RefreshToken',
  'guest_token',
  'code_verifier',
]

/** The server's log: JSON lines without secrets [D39]. */
export function makeLog(level: string, to?: DestinationStream): Logger {
  const paths = secret.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[secret]' },
      serializers: { err: error => describeError(error) },
      hooks: { streamWrite: withoutSecretsWithin },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  )
}

/**
 * Plain fields of errors that describe the problem and contain nothing that people wrote: those of PostgreSQL, Node and
 * S3.
 */
const loggedFields = [
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'statusCode',
]
const longestText = 8_000
/** How many causes of an error are logged. */
const maximumCauses = 4

/**
 * The loggable form of an error: its type, message, stack, code and the listed plain fields. Other properties are left
 * out, because drivers attach their whole client, including keys and queries.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) }
  const fields = error as Error & Record<string, unknown>
  const others = error instanceof AggregateError ? error.errors : []
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    // Logged as `error_code`, because `code` is also a name of secrets and is removed.
    ...(isPlain(fields.code) && { error_code: fields.code }),
    ...Object.fromEntries(loggedFields.flatMap(name => (isPlain(fields[name]) ? [[name, fields[name]]] : []))),
    stack: withoutSecrets(error.stack ?? ''),
    ...(depth < maximumCauses && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(depth < maximumCauses && others.length > 0 && { errors: others.map(other => describeError(other, depth + 1)) }),
  }
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200)

/** Removes passwords and queries from URLs in a message. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,500}@/gi, '$1[secret]@')
    .replace(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s?#]{1,500})\?[^\s'"<>)]{1,2000}/gi, '$1?[secret]')
}

/** Secrets inside texts: credentials and queries of URLs and paths, and bearer tokens. */
const secretPatterns: readonly [RegExp, string][] = [
  [/((?!file:)\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s"'<>\\]{0,500}@/gi, '$1[secret]@'],
  [/((?:\b[a-z][a-z0-9+.-]{0,20}:\/|(?<![\w/]))\/[^\s"'<>\\?]{1,500})\?[^\s"'<>\\]+/gi, '$1?[secret]'],
  [/\b(bearer\s{1,9})[\w.~+/=-]+/gi, '$1[secret]'],
]

function withoutSecretsWithin(line: string): string {
  return secretPatterns.reduce((text, [found, shown]) => text.replace(found, shown), line)
}

/** A URL without its query, which may carry tokens. */
export function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/**
 * Passes on at most one failure a minute, with the number since the last one, so that nobody can fill the log by
 * causing failures.
 */
export function atMostOnceAMinute(
  clock: Pick<Clock, 'now'>,
  write: (error: unknown, times: number) => void,
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY
  let times = 0
  return error => {
    times += 1
    // Also works if the clock was set back meanwhile.
    if (Math.abs(clock.now() - last) < 60_000) return
    last = clock.now()
    write(error, times)
    times = 0
  }
}
