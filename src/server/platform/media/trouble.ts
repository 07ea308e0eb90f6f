import type { CameraProblem } from '#shared/contract/sources/camera-tests'
import type { SourceTrouble } from '#shared/contract/sources/endpoints'
import { ApiError } from '#shared/errors'

/**
 * Why a camera delivers no picture. The message is for the server's log and never contains an address's name and
 * password.
 */
export class CameraTrouble extends Error {
  override name = 'CameraTrouble'
  /** What a person who enters the address can do something about. */
  readonly problem: CameraProblem
  constructor(
    readonly kind: SourceTrouble,
    message: string,
    problem?: CameraProblem,
  ) {
    super(message)
    this.problem = problem ?? usualProblem[kind]
  }
}

/** What a trouble means where nothing more is known. */
const usualProblem: Record<SourceTrouble, CameraProblem> = {
  unreachable: 'no_answer',
  refused: 'password_wrong',
  not_a_picture: 'not_a_picture',
  too_slow: 'timeout',
  needs_ffmpeg: 'needs_ffmpeg',
  plan: 'no_answer',
  server_stopped: 'no_answer',
}

/** Node's error codes of connections that were not made. */
const connectionProblems: Readonly<Record<string, CameraProblem>> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'name_not_found',
  ETIMEDOUT: 'timeout',
}

/** Node's error codes for untrusted certificates. */
const untrusted = /^(CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/

/** A camera's refusal by the status of its response; HTTP and RTSP use the same numbers. */
export function refusal(status: number, { protocol, hasCredentials }: { protocol: string; hasCredentials: boolean }) {
  const message = `${protocol} ${status}`
  if (status === 401)
    return new CameraTrouble('refused', message, hasCredentials ? 'password_wrong' : 'password_missing')
  if (status === 403) return new CameraTrouble('refused', message, 'forbidden')
  if (status === 404) return new CameraTrouble('unreachable', message, 'path_not_found')
  return new CameraTrouble('unreachable', message)
}

/**
 * Converts any failure on the way to a picture. Error messages of libraries may repeat what was sent, so only their
 * code is used.
 */
export function troubleFrom(error: unknown): CameraTrouble {
  if (error instanceof CameraTrouble) return error
  if (error instanceof ApiError) return new CameraTrouble('refused', error.code, 'network_refused')
  const { code } = error as NodeJS.ErrnoException
  const known = typeof code === 'string' ? code : 'no reason given'
  if (untrusted.test(known)) return new CameraTrouble('refused', known, 'certificate')
  return new CameraTrouble('unreachable', known, connectionProblems[known])
}
