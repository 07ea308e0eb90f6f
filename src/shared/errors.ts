import { accessErrors } from './contract/access/errors'
import { attachmentErrors } from './contract/attachments/errors'
import { billingErrors } from './contract/billing/errors'
import { documentErrors } from './contract/documents/errors'
import type { ErrorTable } from './contract/error-table'
import { graphErrors } from './contract/graphs/errors'
import { guestErrors } from './contract/guests/errors'
import { introErrors } from './contract/intro/errors'
import { jobErrors } from './contract/jobs/errors'
import { logErrors } from './contract/logs/errors'
import { mateErrors } from './contract/mate/errors'
import { meetingErrors } from './contract/meetings/errors'
import { messageErrors } from './contract/messages/errors'
import { notificationErrors } from './contract/notifications/errors'
import { organisationErrors } from './contract/organisations/errors'
import { planningErrors } from './contract/planning/errors'
import { profileErrors } from './contract/profile/errors'
import { sessionErrors } from './contract/session/errors'
import { sourceErrors } from './contract/sources/errors'
import { summaryErrors } from './contract/summaries/errors'
import { taskErrors } from './contract/tasks/errors'
import { tokenErrors } from './contract/tokens/errors'

/**
 * Every stable error code with its HTTP status and English message. Clients translate by code and fall back to the
 * message. A code never changes its meaning; a new meaning gets a new code.
 */
export const errors = {
  'request.invalid': [400, 'The request is not valid.'],
  'request.not_json': [400, 'The body is not valid JSON.'],
  'request.too_complex': [400, 'The body is nested too deeply or holds too many values.'],
  'request.malformed': [400, 'This is not a well-formed HTTP request.'],
  'request.headers_too_large': [431, 'The address or the headers are longer than this server accepts.'],
  'request.timed_out': [408, 'The request took too long to arrive. Send it again.'],
  'request.too_large': [413, 'The request is larger than this server accepts.'],
  'request.wrong_host': [421, 'This server does not answer to this name. Its operator can set PUBLIC_URL.'],
  'request.too_many': [429, 'Too many requests. Wait a moment and try again.'],
  'request.unsupported_type': [415, 'This kind of content is not accepted here.'],
  'request.identity_mismatch': [403, 'The ids in the request do not belong to the signed-in person.'],
  'request.key_reused': [409, 'This idempotency key was already used for a different request.'],
  'route.not_found': [404, 'Nothing exists at this address.'],
  'server.error': [500, 'Something went wrong on the server.'],
  'server.unavailable': [503, 'The server is starting or stopping. Try again in a moment.'],
  'server.busy': [503, 'The server has reached its limit of connections. Try again in a moment.'],
  'storage.full': [
    507,
    'The server is out of storage, so nothing was saved. Its operator has been notified. Try again later.',
  ],
  ...sessionErrors,
  ...profileErrors,
  ...organisationErrors,
  ...accessErrors,
  ...attachmentErrors,
  ...documentErrors,
  ...graphErrors,
  ...logErrors,
  ...sourceErrors,
  ...meetingErrors,
  ...summaryErrors,
  ...taskErrors,
  ...messageErrors,
  ...planningErrors,
  ...notificationErrors,
  ...introErrors,
  ...jobErrors,
  ...mateErrors,
  ...tokenErrors,
  ...guestErrors,
  ...billingErrors,
} as const satisfies ErrorTable

export type ErrorCode = keyof typeof errors

/** One field that was not accepted: its path in the request, and the reason. */
export interface Issue {
  path: string
  message: string
}

/** An error that reaches the caller with a stable code. Every other thrown error reaches them as `server.error`. */
export class ApiError extends Error {
  readonly status: number
  /** True if writes before the error must stay, as a counted attempt must. */
  keepsWrites = false

  constructor(
    readonly code: ErrorCode,
    /** `data` is what the caller needs to recover, in the shape that the contract declares for the code. */
    readonly details: { message?: string; issues?: Issue[]; retryAfterSeconds?: number; data?: unknown } = {},
  ) {
    super(details.message ?? errors[code][1])
    this.name = 'ApiError'
    this.status = errors[code][0]
  }

  /** Commits the transaction instead of rolling it back, although the call is refused. */
  keepingWrites(): this {
    this.keepsWrites = true
    return this
  }
}

export function apiError(code: ErrorCode, details?: ConstructorParameters<typeof ApiError>[1]): ApiError {
  return new ApiError(code, details)
}
