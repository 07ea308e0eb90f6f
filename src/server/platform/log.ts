import { type DestinationStream, type Logger, pino } from 'pino'
import type { Clock } from './clock'

/** Names of fields whose values never reach a log, wherever they stand in what is logged. */
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
    { level, base: null, redact: { paths, censor: '[secret]' }, timestamp: pino.stdTimeFunctions.isoTime },
    to,
  )
}

/** An address without its query, which may carry tokens. */
export function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/**
 * Passes on at most one failure a minute, with how many there were since the one before: whoever can cause failures must not be able
 * to fill the log.
 */
export function atMostOnceAMinute(
  clock: Pick<Clock, 'now'>,
  write: (error: unknown, times: number) => void,
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY
  let times = 0
  return error => {
    times += 1
    // Also where the clock was set back meanwhile.
    if (Math.abs(clock.now() - last) < 60_000) return
    last = clock.now()
    write(error, times)
    times = 0
  }
}
