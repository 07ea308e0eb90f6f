import { ApiError, apiError, type ErrorCode } from '#shared/errors'
import { DatabaseUnavailable } from '../database/connection'
import { isStorageFull } from '../storage-full'

/** Errors of Fastify that the caller caused, by Fastify's code. */
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

/** The API error that the caller gets for any error. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode } = (error ?? {}) as LibraryError
  if (statusCode === 429) return apiError('request.too_many', { retryAfterSeconds: 60 })
  const known = byLibraryCode[code]
  if (known) return apiError(known)
  if (isStorageFull(error)) return apiError('storage.full')
  if (isMissingMembership(error)) return apiError('organization.not_member')
  if (error instanceof DatabaseUnavailable) return apiError('server.unavailable', { retryAfterSeconds: 2 })
  // Errors of the JSON parser have no code of their own.
  if (statusCode === 400) return apiError('request.not_json')
  return apiError('server.error')
}

/**
 * Whether a row was rejected because its person is no longer a member: they were removed while their call was running.
 */
function isMissingMembership(error: unknown): boolean {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23503' && constraint.endsWith('_organization_id_user_id_fkey')
}
