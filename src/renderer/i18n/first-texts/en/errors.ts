/** Texts for the stable error codes of `shared/errors.ts` and of the API client: what went wrong, then what to do. */
export const errors = {
  request: {
    invalid: 'Something in the form is not valid. Check it and try again.',
    not_json: 'The request could not be read. Reload the page and try again.',
    too_complex: 'This is too complex to send at once. Split it into smaller parts.',
    malformed: 'The request could not be read. Reload the page and try again.',
    headers_too_large: 'The address of this request is too long. Reload the page and try again.',
    timed_out: 'The request took too long. Check your connection and try again.',
    too_large: 'This is too large for this server. Send something smaller.',
    wrong_host: 'This server is not set up for this address. Its operator can set PUBLIC_URL.',
    too_many: 'Too many requests. Wait a moment and try again.',
    unsupported_type: 'This kind of content is not accepted here.',
    identity_mismatch: 'You are signed in as somebody else now. Reload the page.',
    key_reused: 'This was already sent with different content. Reload the page and try again.',
  },
  route: { not_found: 'The server does not know this address. Reload the page: it may be out of date.' },
  server: {
    error: 'Something went wrong on the server. Try again in a moment.',
    unavailable: 'The server is not ready. Try again in a moment.',
    busy: 'The server has reached its connection limit. Try again in a moment.',
  },
  storage: {
    quota: 'This workspace has used up its storage. Delete files, or ask the operator of this server for more.',
    full: 'The server is out of space, so this was not saved. It stays here: try again once the operator has freed some space.',
  },
  session: {
    required: 'You are signed out. Sign in to continue.',
    expired: 'You are signed out. Sign in to continue.',
    refresh_refused: 'You are signed out. Sign in to continue.',
    guest_denied: 'Guests cannot do this. Sign up to continue.',
  },
  permission: { missing: 'Your role does not allow this. An owner or admin can change that.' },
  plan: { required: 'Your plan does not include this.' },
  network: { failed: 'The server cannot be reached. Check the connection and try again.' },
  answer: { invalid: 'The server sent an answer that this version of the page does not understand. Reload the page.' },
  field: {
    too_small: 'Fill this in.',
    too_big: 'This is too long. Shorten it.',
    invalid_format: 'This format is not valid. Check it.',
    custom: 'This is not valid. Check it.',
  },
}
