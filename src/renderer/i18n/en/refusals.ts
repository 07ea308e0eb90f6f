/** The same for what features refuse, by code: fetched behind the first page, which shows none of it. */
export const refusals = {
  guest: {
    off: 'This server takes no guests. Sign in, or sign up.',
    too_many: 'Too many guests came from your network. Try again in an hour, or sign up.',
    too_many_messages: 'A guest can ask ten questions an hour. Sign up to go on now.',
    too_many_recordings: 'A guest can upload three recordings. Sign up to upload more.',
    not_found: 'This recording is no longer here. What guests upload is kept for 24 hours.',
  },
  code: {
    wrong: 'That code is not right. Check it and try again.',
    expired: 'This code has expired. Send a new one.',
    too_many_attempts: 'Too many wrong tries. Send a new code.',
    too_many_sent: 'Too many codes were sent to this address. Try again in an hour.',
    not_sent: 'The code could not be sent. Try again, or use another address.',
  },
  google: {
    not_configured: 'This server does not offer signing in with Google.',
    refused: 'Google did not confirm this sign-in. Try again.',
  },
  address: { taken: 'Another account already uses this address.' },
  profile: {
    token_required: 'Too much time has passed since you signed in. Sign in again.',
    picture_invalid: 'The picture must be a PNG, JPEG or WebP image of at most 300 kB.',
  },
  organization: {
    not_member: 'You are not a member of this workspace.',
    required: 'Choose a workspace first.',
  },
  owner: { last: 'A workspace keeps at least one owner. Make somebody else an owner first.' },
  person: { not_found: 'This person is no longer here.' },
  role: {
    not_found: 'This role is no longer here.',
    name_taken: 'There is already a role with this name.',
  },
  branch: {
    not_found: 'This branch is no longer here.',
    name_taken: 'There is already a branch with this name.',
    primary: 'The primary branch cannot be deleted.',
  },
  invite: {
    not_found: 'This invite is no longer here.',
    owner_needed:
      'Whoever invited you can no longer give what this role opens. Ask an owner or admin to invite you again.',
    expired: 'This invite has expired. Ask for a new one.',
    not_yours: 'This invite is for another address. Sign in with the invited e-mail or phone.',
    answered: 'This invite was already answered.',
    not_sent: 'The invite could not be sent. Check the address and send it again.',
    already_member: 'Already a member.',
  },
  grant: {
    too_much: 'You can give no more access than you have.',
    owner_needed:
      'This role or branch opens something that you cannot see or change yourself. An owner or admin can do this.',
  },
  access: {
    too_many_requests: 'You have too many requests that wait for an answer. Wait until some of them have one.',
    request_not_found: 'This request no longer waits for an answer.',
  },
  document: {
    not_found: 'There is no such document here.',
    read_only: 'You can read this, and not write in it.',
    not_a_logbook: 'Logs are written in logbooks. This is another kind of document.',
    stale: 'A newer version was saved meanwhile. Nothing of yours is lost.',
  },
  version: { not_found: 'This version is no longer here.' },
  summary: {
    nothing_to_read:
      'There is nothing here yet that a summary could be made from. Choose a longer time, or write a log first.',
    not_here: 'A page has no summary. Its text is its own.',
    overtaken: 'The summary was changed while a new one was being written. Look at it, then refresh it.',
    model_failed: 'The language model did not answer. The summary stays as it was. Try again.',
  },
  log: {
    not_found: 'This log is no longer here.',
    stale: 'This log was corrected elsewhere meanwhile. Nothing of yours is lost.',
    not_yours: 'Only whoever wrote a log can correct it. What a job or Mate wrote stays as it is.',
  },
  graph: {
    not_found: 'This graph is no longer here.',
    too_many: 'This logbook has as many graphs as it can hold. Delete one first.',
  },
  label: {
    not_found: 'This label is no longer here.',
    in_use: 'Logs carry a label that you remove. Confirm that they lose it.',
  },
  message: { not_found: 'This message is no longer here.' },
  camera: {
    not_found: 'This camera is no longer here.',
    address_invalid: 'Give an address that begins with http, https or rtsp.',
    address_refused:
      'This server does not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  },
  source: { not_found: 'There is no such source here.' },
  frame: { not_found: 'This picture is no longer here.' },
  attachment: {
    not_found: 'This file is no longer here.',
    taken: 'This file already belongs to something.',
    empty: 'There is nothing in this file.',
    too_large: 'This file is too large. 100 MB is the limit, 500 MB for sound.',
    too_long: 'This recording is too long. Four hours is the limit.',
    not_readable: 'This picture cannot be read. It may be damaged.',
    place_stays: 'The place where it was taken cannot be removed from a picture of this kind. Save it as JPEG or PNG.',
  },
  upload: {
    not_found: 'This upload is no longer here.',
    finished: 'This upload is finished.',
    expired: 'This upload took longer than a day. Start it again.',
    incomplete: 'Parts of this upload are missing.',
    too_many: 'Too many of your uploads are unfinished. Finish or cancel some of them.',
  },
  recording: {
    no_sound: 'There is no sound in this file.',
    not_failed: 'This recording did not fail. There is nothing to try again.',
  },
  transcript: {
    not_found: 'There is no transcript here.',
    not_ready: 'This transcript is not finished yet.',
    stale: 'This transcript was changed elsewhere meanwhile. Look at it again.',
  },
  segment: { not_found: 'This part of the transcript is no longer here.' },
  speech: {
    no_words: 'Nothing on this server knows words yet. Whoever runs it can connect a speech model.',
    failed: 'The speech model did not answer. Try again.',
  },
  mate: {
    option_not_found: 'There is nothing to confirm here any more.',
    option_done: 'This was done already.',
    option_expired: 'This was offered too long ago. Ask Mate again.',
    busy: 'Mate is still answering. Stop it, or wait a moment.',
  },
}
