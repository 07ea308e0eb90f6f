import type { ErrorTable } from '../error-table'

export const profileErrors = {
  'address.taken': [409, 'Another account already uses this address.'],
  'profile.token_required': [401, 'Unauthorized'],
  'profile.picture_invalid': [400, 'The picture must be a PNG, JPEG or WebP image of at most 300 kB.'],
} as const satisfies ErrorTable
