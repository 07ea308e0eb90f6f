import type { SourceTrouble } from '#shared/contract/sources/endpoints'
import { ApiError } from '#shared/errors'

/**
 * Why a camera delivers no picture. The message is for the server's log and never contains an address's name and
 * password.
 */
export class CameraTrouble extends Error {
  override name = 'CameraTrouble'
  constructor(
    readonly kind: SourceTrouble,
    message: string,
  ) {
    super(message)
  }
}

/** Node's error codes for untrusted certificates. */
const untrusted = /^(CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/

/**
 * Converts any failure on the way to a picture. Error messages of libraries may repeat what was sent, so only their
 * code is used.
 */
export function troubleFrom(error: unknown): CameraTrouble {
  if (error instanceof CameraTrouble) return error
  if (error instanceof ApiError) return new CameraTrouble('refused', error.code)
  const { code } = error as NodeJS.ErrnoException
  const known = typeof code === 'string' ? code : 'no reason given'
  return new CameraTrouble(untrusted.test(known) ? 'refused' : 'unreachable', known)
}
