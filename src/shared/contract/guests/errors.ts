import type { ErrorTable } from '../error-table'

export const guestErrors = {
  'guest.off': [403, 'Guest access is turned off on this server.'],
  'guest.too_many': [429, 'Too many guests came from your network. Try again in an hour, or sign up.'],
  'guest.too_many_messages': [429, 'Guests can ask ten questions an hour. Sign up to continue now.'],
  'guest.too_many_recordings': [409, 'Guests can upload three recordings. Sign up to upload more.'],
  'guest.not_found': [404, 'There is no such recording. Guest uploads are kept for 24 hours.'],
} as const satisfies ErrorTable
