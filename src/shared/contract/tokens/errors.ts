import type { ErrorTable } from '../error-table'

export const tokenErrors = {
  'token.not_found': [404, 'There is no such access token.'],
  'token.too_many': [409, 'You have as many access tokens as possible. Revoke one first.'],
  'token.too_many_proposals': [429, 'Too many proposals were made within an hour. Try again later.'],
  'token.unknown': [401, 'This access token does not exist, has expired, or was revoked.'],
  'token.wrong_origin': [403, 'Pages of other sites cannot use this address.'],
} as const satisfies ErrorTable
