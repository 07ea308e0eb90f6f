import { type ErrorCode, Refusal, refuse } from '#shared/errors'
import { isStorageFull } from '../storage-full'

/** Errors of the HTTP library that are the caller's doing, by the library's code. */
const byLibraryCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.not_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'route.not_found',
}

interface LibraryError {
  code?: string
  statusCode?: number
  ttl?: number
}

/** The refusal that an error is to the caller. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode } = (error ?? {}) as LibraryError
  if (statusCode === 429) return refuse('request.too_many', { retryAfterSeconds: 60 })
  const known = byLibraryCode[code]
  if (known) return refuse(known)
  if (isStorageFull(error)) return refuse('storage.full')
  if (isDatabaseAway(error)) return refuse('server.unavailable', { retryAfterSeconds: 2 })
  // What the JSON parser throws has no code of its own.
  if (statusCode === 400) return refuse('request.not_json')
  return refuse('server.error')
}

/** The database cannot be reached, or ended while it was asked: by PostgreSQL's codes, Node's, and the driver's own words. */
const awayCodes = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
const awayWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && awayCodes.has(code)) || awayWords.test(error.message)
}
