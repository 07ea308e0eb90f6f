import { CallFailed } from './api'

/** Why a call failed, for `useErrorText`. */
export interface Failure {
  code: string
  message: string
}

/** Returns the failure of a call; other errors are thrown on. */
export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof CallFailed)) throw cause
  return { code: cause.code, message: cause.message }
}
