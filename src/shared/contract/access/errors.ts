import type { ErrorTable } from '../error-table'

export const accessErrors = {
  'grant.owner_needed': [
    403,
    'This role or branch gives access to something that you cannot see or change yourself. An owner or admin can do this.',
  ],
  'grant.too_much': [403, 'You cannot give more access than you have.'],
  'access.too_many_requests': [409, 'Too many of your requests are still open. Wait until some of them are answered.'],
  'access.request_not_found': [404, 'This request is no longer open.'],
} as const satisfies ErrorTable
