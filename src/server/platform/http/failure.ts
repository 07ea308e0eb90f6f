import { type ErrorCode, Refusal, refuse } from '#shared/errors'
import { DatabaseAway } from '../database/connection'
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
  if (isOfNoMember(error)) return refuse('organization.not_member')
  if (error instanceof DatabaseAway) return refuse('server.unavailable', { retryAfterSeconds: 2 })
  // What the JSON parser throws has no code of its own.
  if (statusCode === 400) return refuse('request.not_json')
  return refuse('server.error')
}

/** Whether a row was refused because its person is no member any more: they were removed while their call was under way. */
function isOfNoMember(error: unknown): boolean {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23503' && constraint.endsWith('_organization_id_user_id_fkey')
}
