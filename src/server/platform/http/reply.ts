import type { Reply } from '#shared/contract/endpoint'
import type { ApiError } from '#shared/errors'
import type { AppContext } from '../app-context'
import { storageState } from '../storage-full'
import type { Outcome } from './execute-endpoint'
import { asApiError } from './failure'

/** The response of a call that succeeded, in the common shape [7.1c]. */
export function replyWith(outcome: Outcome): Reply<unknown> {
  return {
    data: outcome.data,
    status: 200,
    message: 'OK',
    ...('next_cursor' in outcome && { next_cursor: outcome.next_cursor }),
  }
}

/** The response for an API error, in the common shape [7.1c]. */
export function replyTo({ status, message, code, details }: ApiError, request_id: string): Reply<unknown> {
  const { issues, data = null } = details
  return { data, status, message, code, request_id, ...(issues && { issues }) }
}

/** The API error that a failed call is answered with. Only an error without a code of its own is logged, with details. */
export function refusalFor(app: AppContext, error: unknown, call: { request_id: string; path: string }): ApiError {
  const refusal = asApiError(error)
  if (refusal.code === 'storage.full') storageState(app).recordFull(error)
  if (refusal.code === 'server.error') app.log.error({ err: error, ...call }, 'A call failed.')
  return refusal
}
