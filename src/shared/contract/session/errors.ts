import type { ErrorTable } from '../error-table'

export const sessionErrors = {
  'session.required': [401, 'Unauthorized'],
  'session.expired': [401, 'Unauthorized'],
  'session.refresh_refused': [401, 'Sign in again to continue.'],
  'session.guest_denied': [403, 'Guest chat access denied'],
  'code.wrong': [400, 'The code is wrong. Check it and try again.'],
  'code.expired': [400, 'This code has expired. Ask for a new one.'],
  'code.too_many_attempts': [429, 'Too many wrong attempts. Ask for a new code.'],
  'code.too_many_sent': [429, 'Too many codes were requested. Try again in an hour.'],
  'code.not_sent': [502, 'The code could not be sent. Try again, or use the other way to sign in.'],
  'code.domain_refused': [
    403,
    'This server opens accounts only for e-mail addresses of its own domains, and for addresses that were invited.',
  ],
  'google.not_configured': [404, 'Signing in with Google is not set up on this server.'],
  'google.domain_refused': [403, 'This account has no e-mail address of a domain that this server accepts.'],
  'google.refused': [401, 'Google did not confirm this sign-in. Try again.'],
} as const satisfies ErrorTable
