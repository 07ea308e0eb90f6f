import { sql } from 'kysely'
import type { AuditKind } from '#shared/contract/audit/kinds'
import { runStatement, type Tx } from '../../platform/database/connection'

/**
 * What erasing a person does to each table:
 * - `goes`: rows of the person are deleted by this condition, where `$1` is their number;
 * - `cascade`: rows of the person go with their account or membership, by foreign keys and triggers;
 * - `stays`: the work of an organisation, whose author becomes nobody, or a number that then leads to nobody.
 *
 * Whatever stays, the name and the addresses of the person are taken out of its texts. A table without an entry fails a
 * test.
 */
type Rule = 'cascade' | 'stays' | { goes: string }

/** Files that belong to nothing but their owner; `$1` is the person. */
const ownFiles = `user_id = $1 and doc_id is null and task_id is null and comment_id is null and chat_id is null
  or chat_id in (select id from chats where kind = 'direct' and $1 in (lower_user_id, higher_user_id))`
const ownChats = `kind = 'direct' and $1 in (lower_user_id, higher_user_id)
  or kind = 'bot' and id in (select chat_id from chat_members where user_id = $1)`
const ownFrames = `source_kind = 'screen' and source_id = $1`

export const erasureRules: Readonly<Record<string, Rule>> = {
  access_requests: 'cascade',
  access_tokens: 'cascade',
  attachments: { goes: ownFiles },
  audit: 'stays',
  bots: 'stays',
  branch_handovers: 'stays',
  branch_members: 'cascade',
  branches: 'stays',
  busy_calendars: 'cascade',
  busy_times: 'cascade',
  calendar_feeds: 'cascade',
  camera_networks: 'stays',
  cameras: 'stays',
  chat_members: 'cascade',
  chat_reads: 'cascade',
  // After the files of direct chats.
  chats: { goes: ownChats },
  comment_reactions: 'cascade',
  completed_erasures: 'stays',
  document_shortcuts: 'cascade',
  document_versions: 'stays',
  documents: 'stays',
  erasures: 'cascade',
  event_counters: 'stays',
  events: 'stays',
  // An archive of what the person could see.
  exports: { goes: 'user_id = $1' },
  frame_views: { goes: `viewer_kind = 'person' and viewer_id = $1` },
  frame_words: 'cascade',
  frames: { goes: ownFrames },
  grants: { goes: `grantee_kind = 'user' and grantee_id = $1` },
  graph_annotations: 'stays',
  graph_labels: 'stays',
  graph_threshold_watchers: 'cascade',
  graph_thresholds: 'stays',
  graphs: 'stays',
  guest_arrivals: 'stays',
  guest_storage: 'stays',
  guests: 'cascade',
  idempotency_keys: { goes: 'user_id = $1' },
  identities: 'cascade',
  invites: 'cascade',
  job_prompts: 'stays',
  job_revisions: 'stays',
  job_runs: 'stays',
  jobs: 'stays',
  join_links: 'cascade',
  known_words: 'stays',
  live_captions: 'stays',
  label_proposals: 'stays',
  last_writes: 'stays',
  log_comments: 'stays',
  log_labels: 'stays',
  log_reactions: 'cascade',
  log_revisions: 'stays',
  logs: 'stays',
  mate_auto_approvals: 'cascade',
  mate_messages: 'cascade',
  memberships: 'cascade',
  message_reactions: 'cascade',
  messages: 'stays',
  migrations: 'stays',
  notification_deadlines: 'stays',
  notification_positions: 'stays',
  notification_preferences: 'cascade',
  notifications: 'cascade',
  one_time_codes: 'stays',
  operations: 'stays',
  organizations: 'stays',
  page_clients: 'stays',
  page_comments: 'stays',
  page_threads: 'stays',
  page_updates: 'stays',
  pages: 'stays',
  payment_events: 'stays',
  payment_orders: 'stays',
  payments: 'stays',
  product_events: { goes: 'user_id = $1' },
  profile_tokens: 'cascade',
  push_subscriptions: 'cascade',
  recording_files: 'stays',
  recordings: 'stays',
  refresh_tokens: 'cascade',
  restores: 'stays',
  role_members: 'cascade',
  roles: 'stays',
  samples: 'stays',
  sandbox_subscriptions: 'stays',
  screens: { goes: 'user_id = $1' },
  sessions: 'cascade',
  space_graphs: 'stays',
  speaker_names: 'stays',
  subscriptions: 'stays',
  summaries: 'stays',
  task_assignees: 'cascade',
  task_changes: 'stays',
  task_comments: 'stays',
  task_dependencies: 'stays',
  task_views: 'cascade',
  tasks: 'stays',
  text_links: { goes: `kind = 'person' and target_id = $1` },
  transcript_segments: 'stays',
  transcript_topics: 'stays',
  upload_grants: { goes: 'user_id = $1' },
  upload_parts: 'cascade',
  uploads: { goes: 'user_id = $1' },
  users: { goes: 'id = $1' },
  working_hours: 'cascade',
  workspace_count: 'stays',
}

/** Tables of people, whose rows belong to no organisation. */
const ofNoOrganisation = ['idempotency_keys', 'product_events', 'users']

export interface ErasedPerson {
  user_id: number
  displayname: string
  email: string | null
  phone: string | null
  created_at: string
}

export async function findErased(tx: Tx, user_id: number): Promise<ErasedPerson | undefined> {
  const [row] = await runStatement<ErasedPerson>(
    tx,
    'select id as user_id, displayname, email, phone, created_at from users where id = $1 and not is_guest',
    [user_id],
  )
  return row
}

/** The organisations of the server in which a person may have left something; those of guests are not among them. */
export async function allOrganisations(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from organizations where not is_guest order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Opens an organisation, and what belongs to the person, for an owner who is bound by row level security. */
export async function openFor(tx: Tx, { organization_id, user_id }: { organization_id: number; user_id: number }) {
  await sql`select set_config('wheelhouse.organization_id', ${String(organization_id)}, true),
    set_config('wheelhouse.user_id', ${String(user_id)}, true)`.execute(tx)
}

interface Standing {
  org_role: string | null
  members: number
  /** The first of its other owners. */
  heir: number | null
}

/** The standing of the person in the open organisation. */
export async function standingIn(tx: Tx, organization_id: number, user_id: number): Promise<Standing> {
  const [row] = await runStatement<Standing>(
    tx,
    `select max(org_role) filter (where user_id = $2) as org_role, count(*)::int as members,
       min(user_id) filter (where org_role = 'owner' and user_id <> $2) as heir
     from memberships where organization_id = $1`,
    [organization_id, user_id],
  )
  return row ?? { org_role: null, members: 0, heir: null }
}

/** Keys of objects, and key prefixes, of what goes from the open organisation. */
export async function objectsOf(tx: Tx, organization_id: number, user_id: number) {
  const given = [user_id, organization_id]
  const frames = await runStatement<{ key: string }>(
    tx,
    `select object_key as key from frames where (${ownFrames}) and organization_id = $2
     union select object_key from upload_grants where user_id = $1 and organization_id = $2
     union select 'exports/' || organization_id || '/' || id || '.tar' from exports
       where user_id = $1 and organization_id = $2`,
    given,
  )
  const folders = await runStatement<{ key: string }>(
    tx,
    `select 'attachments/' || organization_id || '/' || id as key from attachments
     where (${ownFiles}) and organization_id = $2
     union select 'uploads/' || organization_id || '/' || id from uploads where user_id = $1 and organization_id = $2`,
    given,
  )
  return { keys: frames.map(({ key }) => key), prefixes: folders.map(({ key }) => key) }
}

/**
 * Removes what is the person's alone from the open organisation. Private documents that nobody else may read are marked
 * as deleted long ago, so that their cleanup removes them with their logs, files and pictures.
 */
export async function eraseIn(tx: Tx, organization_id: number, user_id: number): Promise<void> {
  const given = [user_id, organization_id]
  const chats = await runStatement<{ id: number }>(
    tx,
    `select id from chats where (${ownChats}) and organization_id = $2`,
    given,
  )
  for (const [table, rule] of Object.entries(erasureRules)) {
    if (typeof rule === 'string' || ofNoOrganisation.includes(table)) continue
    await runStatement(tx, `delete from ${table} where (${rule.goes}) and organization_id = $2`, given)
  }
  const rows = await runStatement<{ id: number }>(
    tx,
    `update documents d set deleted_at = 'epoch', deleted_by = null
     where created_by = $1 and organization_id = $2 and access = 'private' and not exists (
       select from grants g where g.organization_id = $2 and g.kind = 'document' and g.subject_id = d.id)
     returning id`,
    given,
  )
  const doc_ids = rows.map(({ id }) => id)
  // The numbers of events have no gaps, so an event only loses its contents and readers.
  for (const [name, ids] of [
    ['doc_id', doc_ids],
    ['chat_id', chats.map(({ id }) => id)],
  ] as const)
    await runStatement(
      tx,
      `update events set payload = '{}', audience = '{"to": "users", "user_ids": []}'
       where organization_id = $1 and exists (
         select from jsonb_path_query(payload, '$.**.${name}') as named
         where named = any ($2::bigint[]::text[]::jsonb[]))`,
      [organization_id, ids],
    )
  // What they asked Mate, and the names of what only they could see.
  await runStatement(
    tx,
    `update audit set details = '{}' where organization_id = $2
       and (subject = any ($3) or actor_id = $1 and starts_with(kind, 'mate.'))`,
    [...given, doc_ids.map(id => `document:${id}`)],
  )
  await runStatement(
    tx,
    'update audit set ip = null where actor_id = $1 and organization_id = $2 and ip is not null',
    given,
  )
}

/**
 * Withdraws the archives of the open organisation, whoever asked for them, if the person is or was there or in its texts.
 * Returns the keys of their objects.
 */
export async function withdrawArchives(
  tx: Tx,
  { organization_id, user_id, isInTexts }: { organization_id: number; user_id: number; isInTexts: boolean },
): Promise<string[]> {
  const rows = await runStatement<{ key: string }>(
    tx,
    `update exports set status = 'withdrawn', bytes = null
     where organization_id = $1 and status in ('running', 'ready') and ($3
       or exists (select from memberships where organization_id = $1 and user_id = $2)
       or exists (select from audit where organization_id = $1 and (actor_id = $2 or subject = 'user:' || $2)))
     returning 'exports/' || organization_id || '/' || id || '.tar' as key`,
    [organization_id, user_id, isInTexts],
  )
  return rows.map(({ key }) => key)
}

/** Makes the first admin, or else the first member, an owner of an organisation that would have none, and records that. */
export async function appointOwner(tx: Tx, organization_id: number, user_id: number, at: string): Promise<void> {
  await runStatement(
    tx,
    `with heir as (
       select user_id, org_role from memberships where organization_id = $1 and user_id <> $2
       order by org_role is distinct from 'admin', user_id limit 1),
     appointed as (
       update memberships m set org_role = 'owner' from heir where m.organization_id = $1 and m.user_id = heir.user_id)
     insert into audit (organization_id, kind, subject, details, at)
     select $1, $4, 'user:' || user_id, jsonb_build_object('from', org_role, 'to', 'owner'),
       $3::timestamptz from heir`,
    [organization_id, user_id, at, 'member.org_role_changed' satisfies AuditKind],
  )
}

/** Makes an owner the owner of the person's jobs, which rest, and the founder, whom an organisation needs. */
export async function handToOwner(tx: Tx, organization_id: number, user_id: number, heir: number): Promise<void> {
  const given = [organization_id, user_id, heir]
  await runStatement(tx, 'update organizations set created_by = $3 where id = $1 and created_by = $2', given)
  await runStatement(
    tx,
    `update jobs set owner_id = $3, next_run_at = null, schedule_revision = schedule_revision + 1,
       pause_cause = case status when 'active' then 'owner_gone' else pause_cause end,
       status = case status when 'active' then 'paused' else status end
     where organization_id = $1 and owner_id = $2`,
    given,
  )
}

/** Texts that are looked up by their value, and are removed instead of changed. */
const notRewritten = ['known_words', 'invites']
const erased = '***'

/** Takes the name and the addresses out of every text of the open organisation. Returns whether one had them. */
export async function scrubTexts(tx: Tx, organization_id: number, person: ErasedPerson): Promise<boolean> {
  const pattern = patternOf(person)
  if (pattern === null) return false
  const columns = await runStatement<{ table: string; column: string; type: string; key: string }>(
    tx,
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
       case c.relname when 'organizations' then 'id' else 'organization_id' end as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attgenerated = ''
       and format_type(a.atttypid, a.atttypmod) in ('text', 'jsonb', 'text[]') and c.relname <> all ($1)
       and (c.relname = 'organizations'
         or exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id'))
     order by 1, 2`,
    [notRewritten],
  )
  let isThere = false
  for (const { table, column, type, key } of columns) {
    const changed = await runStatement(
      tx,
      `update "${table}" set "${column}" = regexp_replace("${column}"::text, $1, '${erased}', 'gi')::${type}
       where ${key} = $2 and "${column}"::text ~* $1 returning 1`,
      [pattern, organization_id],
    )
    isThere ||= changed.length > 0
  }
  await runStatement(tx, 'delete from invites where organization_id = $1 and address = any ($2)', [
    organization_id,
    [person.email, person.phone].filter(address => address !== null),
  ])
  // The words of the name only suggest corrections; a word that others use is learnt again.
  await runStatement(
    tx,
    `delete from known_words where organization_id = $1
       and word = any (regexp_split_to_array(search_text($2), '[^[:alnum:]]+')) and word <> ''`,
    [organization_id, `${person.displayname} ${person.email ?? ''}`],
  )
  return isThere
}

/** A name of one word could be any word, so it only counts where it is mentioned. */
function patternOf({ displayname, email, phone }: ErasedPerson): string | null {
  const name = displayname.trim()
  const names = name === '' ? [] : [name, JSON.stringify(name).slice(1, -1)].map(escaped)
  const parts = [
    ...[email, phone].flatMap(address => (address === null ? [] : [escaped(address)])),
    ...names.map(each => (name.includes(' ') ? `@?${each}` : `@${each}`)),
  ]
  return parts.length > 0 ? [...new Set(parts)].join('|') : null
}

/** The same for a text that is not in a column. */
export function withoutPerson(text: string, person: ErasedPerson): string {
  const pattern = patternOf(person)
  return pattern === null ? text : text.replace(new RegExp(pattern, 'giu'), erased)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Deletes the account, and with it everything that refers to it. */
export async function eraseAccount(tx: Tx, { user_id, email, phone }: ErasedPerson): Promise<void> {
  await sql`select set_config('wheelhouse.user_id', ${String(user_id)}, true)`.execute(tx)
  const addresses = [email, phone].filter(address => address !== null)
  await runStatement(tx, 'delete from one_time_codes where address = any ($1)', [addresses])
  // What they did while they belonged to no organisation.
  await runStatement(tx, `update audit set ip = null, details = '{}' where actor_id = $1 and organization_id is null`, [
    user_id,
  ])
  for (const table of ofNoOrganisation) {
    const rule = erasureRules[table]
    if (typeof rule === 'object') await runStatement(tx, `delete from ${table} where ${rule.goes}`, [user_id])
  }
}

/** Those whose time is over, the longest first; runs over everybody. */
export async function dueErasures(tx: Tx, now: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from erasures where erased_after <= ${now}::timestamptz order by erased_after`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
