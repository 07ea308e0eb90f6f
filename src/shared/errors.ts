/**
 * Every stable error code, once: its HTTP status and its English sentence. Clients translate by code and fall back to the
 * sentence. A code never changes its meaning; a new meaning is a new code.
 */
export const errors = {
  'request.invalid': [400, 'Some of what was sent is not valid.'],
  'request.not_json': [400, 'The body is not valid JSON.'],
  'request.too_complex': [400, 'The body is nested too deeply or holds too many values.'],
  'request.malformed': [400, 'This is not a well-formed HTTP request.'],
  'request.headers_too_large': [431, 'The address or the headers are longer than this server accepts.'],
  'request.timed_out': [408, 'The request took too long to arrive. Send it again.'],
  'request.too_large': [413, 'That is larger than this server accepts.'],
  'request.wrong_host': [421, 'This server is not reached by that name. Its operator can set PUBLIC_URL.'],
  'request.too_many': [429, 'Too many calls. Wait a moment and try again.'],
  'request.unsupported_type': [415, 'This kind of content is not accepted here.'],
  'request.identity_mismatch': [403, 'The ids in the request are not those of the person who is signed in.'],
  'request.key_reused': [409, 'This idempotency key was already used for a different request.'],
  'route.not_found': [404, 'There is nothing at this address.'],
  'server.error': [500, 'Something went wrong on the server.'],
  'server.unavailable': [503, 'The server is starting or stopping. Try again in a moment.'],
  'storage.full': [
    507,
    'The server has no room left to save this. Nothing of yours is lost; its operator was told. Try again later.',
  ],
  'session.required': [401, 'Unauthorized'],
  'session.expired': [401, 'Unauthorized'],
  'session.refresh_refused': [401, 'Sign in again to go on.'],
  'session.guest_denied': [403, 'Guest chat access denied'],
  'guest.off': [403, 'This server takes no guests.'],
  'guest.too_many': [429, 'Too many guests came from your network. Try again in an hour, or sign up.'],
  'guest.too_many_messages': [429, 'A guest can ask ten questions an hour. Sign up to go on now.'],
  'guest.too_many_recordings': [409, 'A guest can upload three recordings. Sign up to upload more.'],
  'guest.not_found': [404, 'There is no such recording. What guests upload is kept for 24 hours.'],
  'code.wrong': [400, 'That code is not right. Check it and try again.'],
  'code.expired': [400, 'This code has expired. Ask for a new one.'],
  'code.too_many_attempts': [429, 'Too many wrong tries. Ask for a new code.'],
  'code.too_many_sent': [429, 'Too many codes were asked for. Try again in an hour.'],
  'code.not_sent': [502, 'The code could not be sent. Try again, or use the other way to sign in.'],
  'google.not_configured': [404, 'Signing in with Google is not set up on this server.'],
  'google.refused': [401, 'Google did not confirm this sign-in. Try again.'],
  'address.taken': [409, 'Another account already uses this address.'],
  'profile.token_required': [401, 'Unauthorized'],
  'profile.picture_invalid': [400, 'The picture must be a PNG, JPEG or WebP image of at most 300 kB.'],
  'organization.not_member': [403, 'You are not a member of this organisation.'],
  'organization.required': [400, 'Choose an organisation first.'],
  'permission.missing': [403, 'Your role does not allow this. An owner or admin can change that.'],
  'plan.required': [402, 'This is part of a larger plan.'],
  'owner.last': [409, 'An organisation keeps at least one owner. Make somebody else an owner first.'],
  'person.not_found': [404, 'There is no such person here.'],
  'role.not_found': [404, 'There is no such role here.'],
  'role.name_taken': [409, 'A role with this name is already there.'],
  'branch.not_found': [404, 'There is no such branch here.'],
  'branch.name_taken': [409, 'A branch with this name is already there.'],
  'branch.primary': [409, 'The primary branch cannot be deleted.'],
  'invite.not_found': [404, 'There is no such invite.'],
  'invite.owner_needed': [
    403,
    'Whoever invited you can no longer give what this role opens. Ask an owner or admin to invite you again.',
  ],
  'invite.expired': [410, 'This invite has expired. Ask for a new one.'],
  'invite.not_yours': [403, 'This invite is for another address. Sign in with the invited e-mail or phone.'],
  'invite.answered': [409, 'This invite was already answered.'],
  'invite.not_sent': [502, 'The invite is kept but could not be delivered. Check the address and send it again.'],
  'invite.already_member': [409, 'This person is already a member.'],
  'grant.owner_needed': [
    403,
    'This role or branch opens something that you cannot see or change yourself. An owner or admin can do this.',
  ],
  'grant.too_much': [403, 'Nobody can give more access than they hold.'],
  'access.too_many_requests': [409, 'Too many of your requests wait for an answer. Wait until some of them have one.'],
  'access.request_not_found': [404, 'This request no longer waits for an answer.'],
  'document.not_found': [404, 'There is no such document here.'],
  'document.read_only': [403, 'You can read this but not write in it.'],
  'document.not_a_logbook': [409, 'Logs are written in logbooks. This is another kind of document.'],
  'document.stale': [409, 'Somebody saved a newer version meanwhile. Nothing of yours is lost.'],
  'version.not_found': [404, 'There is no such version.'],
  'summary.nothing_to_read': [409, 'There is nothing here yet that a summary could be made from.'],
  'summary.not_here': [409, 'A page has no summary. Its text is its own.'],
  'summary.overtaken': [
    409,
    'The summary was changed while a new one was being written. Look at it, and refresh it then.',
  ],
  'summary.model_failed': [502, 'The language model did not answer. The summary stays as it was.'],
  'log.not_found': [404, 'There is no such log here.'],
  'log.stale': [409, 'This log was corrected elsewhere meanwhile. Nothing of yours is lost.'],
  'log.not_yours': [403, 'Only whoever wrote a log can correct it. What a job or Mate wrote stays as it is.'],
  'graph.not_found': [404, 'There is no such graph here.'],
  'graph.too_many': [409, 'This logbook has as many graphs as it can hold. Delete one first.'],
  'label.not_found': [404, 'There is no such label in this logbook.'],
  'label.in_use': [409, 'Logs carry a label that would be removed. Say that they may lose it.'],
  'message.not_found': [404, 'There is no such message.'],
  'camera.not_found': [404, 'There is no such camera here.'],
  'camera.address_invalid': [400, 'Give an address that begins with http, https or rtsp.'],
  'camera.address_refused': [
    403,
    'This server does not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  ],
  'source.not_found': [404, 'There is no such source here.'],
  'frame.not_found': [404, 'There is no such picture.'],
  'attachment.not_found': [404, 'There is no such file here.'],
  'attachment.taken': [409, 'This file already belongs to something.'],
  'attachment.empty': [400, 'There is nothing in this file.'],
  'attachment.too_large': [413, 'This file is too large. 100 MB is the limit, 500 MB for sound.'],
  'attachment.too_long': [413, 'This recording is too long. Four hours is the limit.'],
  'attachment.not_readable': [400, 'This picture cannot be read. It may be damaged.'],
  'attachment.place_stays': [
    415,
    'The place where it was taken cannot be removed from a picture of this kind. Save it as JPEG or PNG.',
  ],
  'storage.quota': [413, 'The storage of this workspace is used up. Delete files, or ask an owner for more.'],
  'upload.not_found': [404, 'There is no such upload.'],
  'upload.finished': [409, 'This upload is finished.'],
  'upload.expired': [410, 'This upload took longer than a day. Start it again.'],
  'upload.incomplete': [409, 'Parts of this upload are missing.'],
  'upload.too_many': [409, 'Too many of your uploads are unfinished. Finish or cancel some of them.'],
  'recording.no_sound': [415, 'There is no sound in this file.'],
  'recording.not_failed': [409, 'This recording did not fail. There is nothing to try again.'],
  'transcript.not_found': [404, 'There is no transcript here.'],
  'transcript.not_ready': [409, 'This transcript is not finished yet.'],
  'transcript.stale': [409, 'Somebody changed this transcript meanwhile. Look at it again.'],
  'segment.not_found': [404, 'There is no such part of this transcript.'],
  'speech.no_words': [409, 'Nothing on this server knows words yet. Its operator can connect a speech model.'],
  'speech.failed': [502, 'The speech model did not answer. Try again.'],
  'mate.option_not_found': [404, 'There is no such option to confirm.'],
  'mate.option_done': [409, 'This was done already.'],
  'mate.option_expired': [409, 'This was offered too long ago. Ask Mate again.'],
  'mate.busy': [409, 'Mate is still answering. Stop it or wait a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errors

/** One field that was not accepted: where it is in the request, and why. */
export interface Issue {
  path: string
  message: string
}

/** The one error that carries a stable code to the caller. Everything else that is thrown is `server.error` to them. */
export class Refusal extends Error {
  readonly status: number
  /** Set where what was written before the refusal must stay, as a counted attempt must. */
  keepsWrites = false

  constructor(
    readonly code: ErrorCode,
    /** `data` is what the caller needs to go on, in the shape that the contract says beside the code. */
    readonly details: { message?: string; issues?: Issue[]; retryAfterSeconds?: number; data?: unknown } = {},
  ) {
    super(details.message ?? errors[code][1])
    this.name = 'Refusal'
    this.status = errors[code][0]
  }

  /** The transaction is committed, not rolled back, although the call is refused. */
  keepingWrites(): this {
    this.keepsWrites = true
    return this
  }
}

export function refuse(code: ErrorCode, details?: ConstructorParameters<typeof Refusal>[1]): Refusal {
  return new Refusal(code, details)
}
