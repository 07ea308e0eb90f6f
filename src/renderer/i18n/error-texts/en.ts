/** Texts for error codes of features. They load after the first page, which shows none of them. */
export const apiErrors = {
  guest: {
    off: 'Guest access is turned off. Sign in or sign up.',
    too_many: 'Too many guests came from your network. Try again in an hour, or sign up.',
    too_many_messages: 'Guests can ask ten questions an hour. Sign up to continue now.',
    too_many_recordings: 'Guests can upload three recordings. Sign up to upload more.',
    not_found: 'This recording is no longer here. Guest uploads are kept for 24 hours.',
  },
  code: {
    wrong: 'That code is not right. Check it and try again.',
    expired: 'This code has expired. Send a new one.',
    too_many_attempts: 'Too many wrong attempts. Send a new code.',
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
  owner: { last: 'A workspace needs at least one owner. Make somebody else an owner first.' },
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
      'The person who invited you can no longer give the access that comes with this role. Ask an owner or admin to invite you again.',
    expired: 'This invite has expired. Ask for a new one.',
    not_yours: 'This invite is for another address. Sign in with the invited e-mail or phone.',
    answered: 'This invite was already answered.',
    not_sent: 'The invite could not be sent. Check the address and send it again.',
    already_member: 'This person is already a member.',
  },
  grant: {
    too_much: 'You cannot give more access than you have.',
    owner_needed:
      'This role or branch gives access to something that you cannot see or change yourself. An owner or admin can do this.',
  },
  access: {
    too_many_requests: 'Too many of your requests are still open. Wait until some of them are answered.',
    request_not_found: 'This request is no longer open.',
  },
  document: {
    not_found: 'This document is no longer here.',
    read_only: 'You can read this but not write in it.',
    not_a_logbook: 'Only logbooks have logs. This is another kind of document.',
    stale: 'Somebody saved a newer version in the meantime. Your text is not lost.',
  },
  version: { not_found: 'This version is no longer here.' },
  summary: {
    nothing_to_read: 'There is nothing to summarise yet. Choose a longer period, or write a log first.',
    not_here: 'Pages have no summary.',
    overtaken: 'Somebody changed the summary while a new one was being written. Check it, then refresh it.',
    model_failed: 'The language model did not answer. The summary stays as it was. Try again.',
  },
  push: {
    token_invalid: 'Push messages do not work in this browser.',
    address_refused: 'This server may not reach the push service of this browser. Ask its operator.',
  },
  message: {
    not_found: 'This message is no longer here.',
    not_yours: 'Only the author of a message can do this.',
    deleted: 'This message was deleted.',
    too_many_reactions: 'This message has reached its limit of different reactions.',
    too_many_pins: 'This chat has reached its limit of pinned messages. Unpin one first.',
  },
  chat: {
    not_found: 'This chat is no longer here.',
    disabled: 'This person has left the workspace and can no longer be written to.',
    of_bot: 'A bot writes in this chat, and does not read it.',
    not_a_group: 'Only groups have a name and people that can be changed.',
    too_many_people: 'This group has reached its limit of people.',
  },
  calendar: {
    address_invalid: 'This is no address of a calendar. It begins with https:// or webcal://.',
    address_refused:
      'This server may not fetch from that address. Whoever runs it can allow the network with CALENDAR_ALLOWED_NETWORKS.',
    feed_unknown: 'There is no calendar at this address, or it has ended.',
    not_found: 'This calendar is no longer here.',
    too_many: 'You have imported as many calendars as possible. Delete one first.',
  },
  bot: {
    not_found: 'This bot is no longer here.',
    of_jobs: 'Jobs write through this bot. It cannot be changed.',
    too_many: 'This workspace has reached its limit of bots.',
    webhook_unknown: 'This webhook does not exist, or has ended.',
    not_allowed: 'This bot may not write there.',
  },
  log: {
    not_found: 'This log is no longer here.',
    stale: 'This log was corrected somewhere else in the meantime. Your text is not lost.',
    not_yours: 'Only the person who wrote a log can correct it. Logs written by a job or by Mate cannot be corrected.',
    time_out_of_range: 'Logs can tell of a time between January 1, 2000 and now. Choose another time.',
  },
  graph: {
    not_found: 'This graph is no longer here.',
    too_many: 'This logbook has reached its limit of graphs. Delete one first.',
    space_full: 'This space shows as many graphs as possible. Unpin one first.',
  },
  label: {
    not_found: 'This label is no longer here.',
    in_use: 'Some logs use a label that you are removing. Confirm that it is removed from them.',
  },
  camera: {
    not_found: 'This camera is no longer here.',
    address_invalid: 'Enter an address that begins with http, https or rtsp.',
    address_refused:
      'This server may not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  },
  source: { not_found: 'This source is no longer here.' },
  frame: { not_found: 'This picture is no longer here.' },
  time_lapse: {
    unavailable: 'This server cannot make films, because it has no ffmpeg. Its operator can install it.',
  },
  attachment: {
    not_found: 'This file is no longer here.',
    taken: 'This file is already attached somewhere else.',
    empty: 'This file is empty.',
    too_large: 'This file is too large. The limit is 100 MB, or 500 MB for audio.',
    too_long: 'This recording is too long. The limit is four hours.',
    not_readable: 'This picture cannot be read. It may be damaged.',
    place_stays: 'The location cannot be removed from this kind of picture. Save it as JPEG or PNG.',
  },
  upload: {
    not_found: 'This upload is no longer here.',
    finished: 'This upload is finished.',
    expired: 'This upload took more than a day. Start it again.',
    incomplete: 'Parts of this upload are missing.',
    too_many: 'Too many of your uploads are unfinished. Finish or cancel some of them.',
  },
  recording: {
    no_sound: 'This file has no sound.',
    not_failed: 'This recording did not fail, so there is nothing to try again.',
  },
  transcript: {
    not_found: 'There is no transcript here.',
    not_ready: 'This transcript is not finished yet.',
    stale: 'Somebody changed this transcript in the meantime. Check it again.',
  },
  segment: { not_found: 'This part of the transcript is no longer here.' },
  speech: {
    no_words: 'This server has no speech model. Its operator can connect one.',
    failed: 'The speech model did not answer. Try again.',
  },
  job: {
    not_found: 'This job is no longer here.',
    not_editable: 'You can see this job, but not change it.',
    schedule_invalid: 'This schedule cannot be understood. Check its fields.',
    never_runs: 'This schedule has no time in the future. Change it.',
    no_working_hours: 'This person has no working hours, so the job would never run.',
    nothing_to_read: 'Choose a camera, a screen or a logbook that the job reads.',
    finished: 'This job has finished. Change its schedule to start it again.',
    is_running: 'This job is running at the moment. Wait until it is done.',
    nothing_to_sync: 'No planned run failed or was skipped since the last success.',
    too_many: 'This workspace has reached its limit of jobs. Delete one first.',
    model_unknown: 'This server has no model with that name.',
    words_unavailable: 'This server cannot read words on pictures. Its operator has to install tesseract.',
    overlay_invalid: 'The area could not be read. Draw it again.',
  },
  prompt: {
    not_found: 'This prompt is no longer here.',
    too_many: 'The library of prompts is full. Delete one first.',
  },
  task: {
    not_found: 'This task is no longer here.',
    status_refused:
      'A task cannot go from its status to this one. Take up a blocked task again first, and reopen one that is done.',
    assign_missing: 'You can assign tasks to yourself only. Ask an admin for the right to assign tasks.',
    assignee_blind: 'One of these people cannot see the space of the task. Add them to the space first.',
    dependency_cycle: 'These tasks would wait for one another. Remove one of them.',
    parent_invalid: 'A task with a parent cannot be the parent of another task.',
    repeat_invalid: 'This repetition cannot be understood. Check it.',
    too_many: 'This workspace has reached its limit of tasks.',
  },
  comment: {
    not_found: 'This comment is no longer here.',
    not_yours: 'Only the person who wrote a comment can change it.',
    too_late: 'A comment can be changed for 24 hours only.',
    mention_blind: 'One of the mentioned people cannot see this task. Take their name out, or assign the task to them.',
  },
  mate: {
    option_not_found: 'There is nothing left to confirm here.',
    option_done: 'This is already done.',
    option_expired: 'This offer has expired. Ask Mate again.',
    busy: 'Mate is still answering. Stop it, or wait a moment.',
  },
}
