/** A column that is written otherwise than it is stored: SQL for what stands in the archive, and why. */
interface OtherColumn {
  value: string
  why: string
}

/** Which rows of a table are about a person, where `$1` is their number, in all organisations. */
interface RowsOfPerson {
  rows: string
  columns?: Readonly<Record<string, OtherColumn>>
}

export type PersonRule = RowsOfPerson | { leftOut: string }

const secret = 'a secret, of which only a hash is stored'
const ofServer = 'the server makes it itself'
const onItsWay = 'it is only on its way'
const ofOrganisation = 'it belongs to an organisation; what the person did with it is in the audit log'
const ofLogs = 'it belongs to logs and their graphs, not to a person'
const provider = 'it is a contract between an organisation and a payment provider'
const ofNobody = 'it says nothing about a person'

const hidden = (column: string, why = secret) => ({ columns: { [column]: { value: 'null::text', why } } })
const own: PersonRule = { rows: 'user_id = $1' }
const authored: PersonRule = { rows: 'author_id = $1' }

/** Documents of the person that nobody else may read: only their contents are the person's alone. */
const isPrivate = `created_by = $1 and access = 'private' and not exists (select from grants g
  where g.organization_id = documents.organization_id and g.kind = 'document' and g.subject_id = documents.id)`
const inPrivate: PersonRule = {
  rows: `(organization_id, doc_id) in (select organization_id, id from documents where ${isPrivate})`,
}
const ofScreen = `source_kind = 'screen' and source_id = $1`
const addresses = '(select unnest(array[email, phone]) from users where id = $1)'

/**
 * What the archive of a person contains: what is about them, and what they wrote; nothing that only others may read. Every
 * table has an entry, which a test checks.
 */
export const personRules: Readonly<Record<string, PersonRule>> = {
  access_requests: own,
  access_tokens: { rows: 'user_id = $1', ...hidden('token_hash') },
  attachments: own,
  audit: {
    rows: `actor_id = $1 or subject = 'user:' || $1`,
    columns: { ip: { value: 'case when actor_id = $1 then ip end', why: 'only the person’s own' } },
  },
  bots: { rows: 'created_by = $1', ...hidden('token_hash') },
  branch_handovers: { rows: 'user_id = $1 or $1 = any (recipients)' },
  branch_members: own,
  branches: { leftOut: ofOrganisation },
  busy_calendars: { rows: 'user_id = $1', ...hidden('address', 'whoever knows it can read the calendar') },
  busy_times: own,
  calendar_feeds: { rows: 'user_id = $1', ...hidden('token_hash') },
  camera_networks: { leftOut: ofOrganisation },
  cameras: { leftOut: ofOrganisation },
  chat_members: own,
  chat_reads: own,
  chats: {
    rows: `$1 in (lower_user_id, higher_user_id) or (organization_id, id) in (
      select organization_id, chat_id from chat_members where user_id = $1)`,
  },
  comment_reactions: own,
  completed_erasures: { leftOut: ofNobody },
  document_shortcuts: own,
  document_versions: { rows: 'created_by = $1' },
  documents: {
    rows: 'created_by = $1',
    columns: {
      content: {
        value: `case when ${isPrivate} then content end`,
        why: 'others wrote on it too; the versions of the person are in document_versions',
      },
    },
  },
  erasures: own,
  event_counters: { leftOut: ofServer },
  events: { leftOut: 'it repeats what other tables have, for people who were away for a few days' },
  exports: own,
  frame_views: {
    rows: `viewer_kind = 'person' and viewer_id = $1
      or (organization_id, frame_id) in (select organization_id, id from frames where ${ofScreen})`,
  },
  frame_words: { rows: `(organization_id, frame_id) in (select organization_id, id from frames where ${ofScreen})` },
  frames: { rows: ofScreen },
  grants: { rows: `grantee_kind = 'user' and grantee_id = $1 or granted_by = $1` },
  graph_annotations: authored,
  graph_labels: { leftOut: ofOrganisation },
  graph_threshold_watchers: own,
  graph_thresholds: authored,
  graphs: { leftOut: ofOrganisation },
  guest_arrivals: { leftOut: ofNobody },
  guest_storage: { leftOut: ofNobody },
  guests: { leftOut: 'guests have no account' },
  idempotency_keys: { leftOut: ofServer },
  identities: own,
  invites: { rows: `address in ${addresses}` },
  job_prompts: { rows: 'created_by = $1' },
  job_revisions: { rows: 'changed_by = $1' },
  job_runs: { leftOut: 'it is what jobs of an organisation did' },
  jobs: { rows: 'owner_id = $1' },
  join_links: { leftOut: ofOrganisation },
  known_words: { leftOut: ofServer },
  label_proposals: { leftOut: ofLogs },
  last_writes: { rows: 'written_by = $1' },
  live_captions: inPrivate,
  log_comments: authored,
  log_labels: { leftOut: ofLogs },
  log_reactions: own,
  log_revisions: { rows: 'written_by = $1' },
  logs: { rows: 'created_by = $1' },
  mate_auto_approvals: own,
  mate_messages: own,
  memberships: own,
  message_reactions: own,
  messages: { rows: 'sender_id = $1' },
  migrations: { leftOut: ofServer },
  notification_deadlines: { leftOut: ofServer },
  notification_positions: { leftOut: ofServer },
  notification_preferences: own,
  notifications: own,
  one_time_codes: { rows: `address in ${addresses}`, ...hidden('code_hash') },
  operations: { leftOut: ofServer },
  organizations: { rows: 'id in (select organization_id from memberships where user_id = $1)' },
  page_clients: own,
  page_comments: authored,
  page_threads: {
    rows: '$1 in (created_by, resolved_by)',
    columns: { quote: { value: 'case when created_by = $1 then quote end', why: 'only what the person quoted' } },
  },
  page_updates: own,
  pages: inPrivate,
  payment_events: { leftOut: provider },
  payment_orders: { leftOut: provider },
  payments: { leftOut: provider },
  product_events: own,
  profile_tokens: { leftOut: secret },
  push_subscriptions: {
    rows: 'user_id = $1',
    columns: {
      endpoint: { value: 'null::text', why: 'whoever knows it can send notifications' },
      auth: { value: 'null::text', why: secret },
    },
  },
  recording_files: inPrivate,
  recordings: inPrivate,
  refresh_tokens: { leftOut: secret },
  restores: { leftOut: ofServer },
  role_members: own,
  roles: { leftOut: ofOrganisation },
  samples: { leftOut: ofOrganisation },
  sandbox_subscriptions: { leftOut: provider },
  screens: own,
  sessions: own,
  space_graphs: { leftOut: ofOrganisation },
  speaker_names: inPrivate,
  subscriptions: { leftOut: provider },
  summaries: inPrivate,
  task_assignees: own,
  task_changes: own,
  task_comments: authored,
  task_dependencies: { leftOut: ofOrganisation },
  task_views: authored,
  tasks: {
    rows: `reporter_id = $1
      or (organization_id, id) in (select organization_id, task_id from task_assignees where user_id = $1)`,
  },
  text_links: { rows: `kind = 'person' and target_id = $1` },
  transcript_segments: inPrivate,
  transcript_topics: inPrivate,
  upload_grants: { leftOut: onItsWay },
  upload_parts: { leftOut: onItsWay },
  uploads: own,
  users: { rows: 'id = $1' },
  working_hours: own,
  workspace_count: { leftOut: ofServer },
}
