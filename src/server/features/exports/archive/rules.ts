/** A column that is written otherwise than it is stored: SQL for what stands in the archive, and why. */
interface OtherColumn {
  value: string
  why: string
}

/**
 * How an archive contains a table. `seenBy`: which rows a viewer may see, where `$2` is their number; without it all rows
 * of the organisation.
 */
interface ExportedTable {
  seenBy?: string
  columns?: Readonly<Record<string, OtherColumn>>
}

export type ExportRule = ExportedTable | { leftOut: string }

const secret = 'a secret, of which only a hash is stored'
const onItsWay = 'it is only on its way: files that are being uploaded'
const provider = 'it is a contract with a payment provider, which stays with this server'
const ofServer = 'the server makes it itself'

const whole: ExportRule = {}
const own: ExportRule = { seenBy: 'user_id = $2' }
/** Owners see every document and every source, but only the chats in which they are, and their own talk with Mate. */
const chats = `select id from chats where organization_id = $1 and (kind = 'space'
  or $2 in (lower_user_id, higher_user_id)
  or id in (select chat_id from chat_members where organization_id = $1 and user_id = $2))`
const inChats: ExportRule = { seenBy: `chat_id in (${chats})` }

/**
 * What an archive of an organisation contains. Every table with an organisation has an entry, which a test checks;
 * `organizations` and `users` are limited by their own ids.
 */
export const exportRules: Readonly<Record<string, ExportRule>> = {
  access_requests: whole,
  access_tokens: { leftOut: secret },
  attachments: {
    seenBy: `chat_id in (${chats}) or chat_id is null and (doc_id is not null or log_id is not null
      or task_id is not null or comment_id is not null or user_id = $2)`,
  },
  audit: whole,
  bots: { columns: { token_hash: { value: 'null::text', why: secret } } },
  branch_handovers: whole,
  branch_members: whole,
  branches: whole,
  busy_calendars: {
    ...own,
    columns: { address: { value: 'null::text', why: 'whoever knows it can read the calendar' } },
  },
  busy_times: own,
  calendar_feeds: { leftOut: secret },
  camera_networks: { leftOut: 'it is a decision about what else is in the network of this server' },
  cameras: {
    columns: { address: { value: 'shown_address', why: 'the name and password of the camera, encrypted' } },
  },
  chat_members: inChats,
  chat_reads: inChats,
  chats: { seenBy: `id in (${chats})` },
  comment_reactions: whole,
  document_shortcuts: own,
  document_versions: whole,
  documents: whole,
  event_counters: whole,
  events: { leftOut: 'it repeats what other tables have, for people who were away for a few days' },
  exports: { leftOut: ofServer },
  frame_views: whole,
  frame_words: whole,
  frames: whole,
  grants: whole,
  graph_annotations: whole,
  graph_labels: whole,
  graph_threshold_watchers: whole,
  graph_thresholds: whole,
  graphs: whole,
  guests: { leftOut: 'guests are in no organisation of others' },
  idempotency_keys: { leftOut: ofServer },
  invites: whole,
  job_prompts: whole,
  job_revisions: whole,
  job_runs: whole,
  jobs: whole,
  join_links: { leftOut: secret },
  // Single words of every text, also of what the viewer may not read; they are learnt again.
  known_words: { seenBy: 'false' },
  label_proposals: whole,
  last_writes: whole,
  live_captions: whole,
  log_comments: whole,
  log_labels: whole,
  log_reactions: whole,
  log_revisions: whole,
  logs: whole,
  mate_auto_approvals: own,
  mate_messages: own,
  memberships: whole,
  message_reactions: {
    seenBy: `message_id in (select id from messages where organization_id = $1 and chat_id in (${chats}))`,
  },
  messages: inChats,
  notification_deadlines: whole,
  notification_positions: whole,
  notifications: own,
  organizations: {
    columns: { deleted_at: { value: 'null::timestamptz', why: 'an archive is not deleted' } },
  },
  page_clients: whole,
  page_comments: whole,
  page_threads: whole,
  page_updates: whole,
  pages: whole,
  payment_events: { leftOut: provider },
  payment_orders: { leftOut: provider },
  payments: whole,
  recording_files: whole,
  recordings: { columns: { converted_from: { value: 'null::uuid', why: 'the guest who recorded it is left out' } } },
  role_members: whole,
  roles: whole,
  samples: whole,
  sandbox_subscriptions: { leftOut: provider },
  screens: whole,
  space_graphs: whole,
  speaker_names: whole,
  subscriptions: { leftOut: provider },
  summaries: whole,
  task_assignees: whole,
  task_changes: whole,
  task_comments: whole,
  task_dependencies: whole,
  task_views: { seenBy: 'is_shared or author_id = $2' },
  tasks: whole,
  text_links: whole,
  transcript_segments: whole,
  transcript_topics: whole,
  upload_grants: { leftOut: onItsWay },
  upload_parts: { leftOut: onItsWay },
  uploads: { leftOut: onItsWay },
  users: {
    columns: {
      ...Object.fromEntries(
        ['email', 'phone', 'image_key'].map(column => [
          column,
          {
            value: `case when id in (select user_id from memberships where organization_id = $1) then ${column} end`,
            why: 'only of members; of others who left something, the name',
          },
        ]),
      ),
      selected_organization_id: {
        value: 'case when selected_organization_id = $1 then $1::bigint end',
        why: 'which other organisations a person is in',
      },
    },
  },
  working_hours: whole,
}
