/** What went wrong, by the stable codes of `shared/errors.ts` and of the API client; then what to do. */
export const errors = {
  request: {
    invalid: 'Something in the form is not right. Check it and send it again.',
    not_json: 'The request could not be read. Reload the page and try again.',
    too_complex: 'That holds too much at once. Send it in smaller pieces.',
    malformed: 'The request could not be read. Reload the page and try again.',
    headers_too_large: 'The address of this request is too long. Reload the page and try again.',
    timed_out: 'It took too long to arrive. Check your connection and try again.',
    too_large: 'That is too large for this server. Send something smaller.',
    wrong_host: 'This server is not reached by that name. Its operator can set PUBLIC_URL.',
    too_many: 'That was a lot at once. Wait a moment and try again.',
    unsupported_type: 'This kind of content is not accepted here.',
    identity_mismatch: 'You are signed in as somebody else now. Reload the page.',
    key_reused: 'This was already sent with other content. Reload the page and try again.',
  },
  route: { not_found: 'The server knows nothing at this address. Reload the page: it may be older than the server.' },
  server: {
    error: 'Something went wrong on the server. Try again in a moment.',
    unavailable: 'The server is not ready. Try again in a moment.',
  },
  storage: {
    quota: 'The storage of this workspace is used up. Delete files, or ask an owner for more.',
    full: 'The server has no room left, so this was not saved. It stays here: try again once whoever runs the server has made room.',
  },
  session: {
    required: 'You are signed out. Sign in to go on.',
    expired: 'You are signed out. Sign in to go on.',
    refresh_refused: 'You are signed out. Sign in to go on.',
    guest_denied: 'Guests cannot do this. Sign up to go on.',
  },
  permission: { missing: 'Your role does not allow this. An owner or admin can change that.' },
  plan: { required: 'This is part of a larger plan.' },
  network: { failed: 'The server cannot be reached. Check the connection and try again.' },
  answer: { invalid: 'The server sent something this version does not understand. Reload the page.' },
  field: {
    too_small: 'Fill this in.',
    too_big: 'This is too long. Shorten it.',
    invalid_format: 'This is not in the right form. Check it.',
    custom: 'This is not right. Check it.',
  },
}
