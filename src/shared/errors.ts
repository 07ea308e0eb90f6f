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
  'session.required': [401, 'Unauthorized'],
  'session.expired': [401, 'Unauthorized'],
  'session.refresh_refused': [401, 'Sign in again to continue.'],
  'session.guest_denied': [403, 'Guest chat access denied'],
  'guest.off': [403, 'Guest access is turned off on this server.'],
  'guest.too_many': [429, 'Too many guests came from your network. Try again in an hour, or sign up.'],
  'guest.too_many_messages': [429, 'Guests can ask ten questions an hour. Sign up to continue now.'],
  'guest.too_many_recordings': [409, 'Guests can upload three recordings. Sign up to upload more.'],
  'guest.not_found': [404, 'There is no such recording. Guest uploads are kept for 24 hours.'],
  'code.wrong': [400, 'The code is wrong. Check it and try again.'],
  'code.expired': [400, 'This code has expired. Ask for a new one.'],
  'code.too_many_attempts': [429, 'Too many wrong attempts. Ask for a new code.'],
  'code.too_many_sent': [429, 'Too many codes were requested. Try again in an hour.'],
  'code.not_sent': [502, 'The code could not be sent. Try again, or use the other way to sign in.'],
  'google.not_configured': [404, 'Signing in with Google is not set up on this server.'],
  'google.refused': [401, 'Google did not confirm this sign-in. Try again.'],
  'address.taken': [409, 'Another account already uses this address.'],
  'profile.token_required': [401, 'Unauthorized'],
  'profile.picture_invalid': [400, 'The picture must be a PNG, JPEG or WebP image of at most 300 kB.'],
  'organization.not_member': [403, 'You are not a member of this organisation.'],
  'organization.required': [400, 'Choose an organisation first.'],
  'permission.missing': [403, 'Your role does not allow this. An owner or admin can change that.'],
  'plan.required': [402, 'Your plan does not include this.'],
  'owner.last': [409, 'An organisation needs at least one owner. Make somebody else an owner first.'],
  'person.not_found': [404, 'There is no such person here.'],
  'role.not_found': [404, 'There is no such role here.'],
  'role.name_taken': [409, 'There is already a role with this name.'],
  'branch.not_found': [404, 'There is no such branch here.'],
  'branch.name_taken': [409, 'There is already a branch with this name.'],
  'branch.primary': [409, 'The primary branch cannot be deleted.'],
  'invite.not_found': [404, 'There is no such invite.'],
  'invite.owner_needed': [
    403,
    'The person who invited you can no longer give the access that comes with this role. Ask an owner or admin to invite you again.',
  ],
  'invite.expired': [410, 'This invite has expired. Ask for a new one.'],
  'invite.not_yours': [403, 'This invite is for another address. Sign in with the invited e-mail or phone.'],
  'invite.answered': [409, 'This invite was already answered.'],
  'invite.not_sent': [502, 'The invite was saved but could not be delivered. Check the address and send it again.'],
  'invite.already_member': [409, 'This person is already a member.'],
  'grant.owner_needed': [
    403,
    'This role or branch gives access to something that you cannot see or change yourself. An owner or admin can do this.',
  ],
  'grant.too_much': [403, 'You cannot give more access than you have.'],
  'access.too_many_requests': [409, 'Too many of your requests are still open. Wait until some of them are answered.'],
  'access.request_not_found': [404, 'This request is no longer open.'],
  'document.not_found': [404, 'There is no such document here.'],
  'document.read_only': [403, 'You can read this but not write in it.'],
  'document.not_a_logbook': [409, 'Only logbooks have logs. This is a document of another kind.'],
  'document.stale': [409, 'Somebody saved a newer version in the meantime. Your text is not lost.'],
  'version.not_found': [404, 'There is no such version.'],
  'summary.nothing_to_read': [409, 'There is nothing to summarise yet.'],
  'summary.not_here': [409, 'Pages have no summary.'],
  'summary.overtaken': [
    409,
    'Somebody changed the summary while a new one was being written. Check it, then refresh it.',
  ],
  'summary.model_failed': [502, 'The language model did not answer. The summary stays as it was.'],
  'log.not_found': [404, 'There is no such log here.'],
  'log.stale': [409, 'This log was corrected somewhere else in the meantime. Your text is not lost.'],
  'log.not_yours': [403, 'Only the person who wrote a log can correct it. Logs by a job or Mate cannot be corrected.'],
  'graph.not_found': [404, 'There is no such graph here.'],
  'graph.too_many': [409, 'This logbook has reached its limit of graphs. Delete one first.'],
  'label.not_found': [404, 'There is no such label in this logbook.'],
  'label.in_use': [409, 'Some logs have a label that would be removed. Confirm that they lose it.'],
  'message.not_found': [404, 'There is no such message.'],
  'camera.not_found': [404, 'There is no such camera here.'],
  'camera.address_invalid': [400, 'Enter an address that begins with http, https or rtsp.'],
  'camera.address_refused': [
    403,
    'This server may not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  ],
  'source.not_found': [404, 'There is no such source here.'],
  'frame.not_found': [404, 'There is no such picture.'],
  'attachment.not_found': [404, 'There is no such file here.'],
  'attachment.taken': [409, 'This file is already attached somewhere else.'],
  'attachment.empty': [400, 'This file is empty.'],
  'attachment.too_large': [413, 'This file is too large. The limit is 100 MB, or 500 MB for audio.'],
  'attachment.too_long': [413, 'This recording is too long. The limit is four hours.'],
  'attachment.not_readable': [400, 'This picture cannot be read. It may be damaged.'],
  'attachment.place_stays': [415, 'The location cannot be removed from this kind of picture. Save it as JPEG or PNG.'],
  'storage.quota': [
    413,
    'This organisation has used up its storage. Delete files, or ask the operator of this server for more.',
  ],
  'upload.not_found': [404, 'There is no such upload.'],
  'upload.finished': [409, 'This upload is already finished.'],
  'upload.expired': [410, 'This upload took more than a day and has expired. Start it again.'],
  'upload.incomplete': [409, 'Parts of this upload are missing.'],
  'upload.too_many': [409, 'Too many of your uploads are unfinished. Finish or cancel some of them.'],
  'recording.no_sound': [415, 'This file has no sound.'],
  'recording.not_failed': [409, 'This recording did not fail, so there is nothing to try again.'],
  'transcript.not_found': [404, 'There is no transcript here.'],
  'transcript.not_ready': [409, 'This transcript is not finished yet.'],
  'transcript.stale': [409, 'Somebody changed this transcript in the meantime. Check it again.'],
  'segment.not_found': [404, 'There is no such part of this transcript.'],
  'speech.no_words': [409, 'This server has no speech model. Its operator can connect a speech model.'],
  'speech.failed': [502, 'The speech model did not answer. Try again.'],
  'mate.option_not_found': [404, 'There is no such option to confirm.'],
  'mate.option_done': [409, 'This was already done.'],
  'mate.option_expired': [409, 'This offer has expired. Ask Mate again.'],
  'mate.busy': [409, 'Mate is still answering. Stop it or wait a moment.'],
} as const satisfies Record<string, readonly [number, string]>

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
    this.name = 'Refusal'
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
