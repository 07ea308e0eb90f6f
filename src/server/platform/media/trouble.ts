import type { SourceTrouble } from '#shared/contract/sources'
import { ApiError } from '#shared/errors'

/** Why no picture comes from a camera. The message is for the server's log: it never holds an address's name and password. */
export class CameraTrouble extends Error {
  override name = 'CameraTrouble'
  constructor(
    readonly kind: SourceTrouble,
    message: string,
  ) {
    super(message)
  }
}

/** What Node says of certificates that it does not trust. */
const untrusted = /^(CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/

/** Any failure on the way to a picture. Messages of others may repeat what was sent, so that their code must do. */
export function troubleFrom(error: unknown): CameraTrouble {
  if (error instanceof CameraTrouble) return error
  if (error instanceof ApiError) return new CameraTrouble('refused', error.code)
  const { code } = error as NodeJS.ErrnoException
  const known = typeof code === 'string' ? code : 'no reason given'
  return new CameraTrouble(untrusted.test(known) ? 'refused' : 'unreachable', known)
}
