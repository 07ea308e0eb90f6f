import type { Generated, GeneratedAlways } from 'kysely'

/** Rows as the stores see them. Instants are ISO texts (see connection.ts), ids are numbers. */
type Instant = string
type Id = GeneratedAlways<number>

export interface Schema {
  users: {
    id: Id
    displayname: Generated<string>
    image_key: string | null
    phone: string | null
    email: string | null
    language: Generated<string>
    timezone: Generated<string>
    selected_organization_id: number | null
    is_guest: Generated<boolean>
    created_at: Instant
  }
  identities: { issuer: string; subject: string; user_id: number }
  sessions: { id: Id; user_id: number; created_at: Instant; revoked_at: Instant | null }
  refresh_tokens: {
    token_hash: string
    session_id: number
    expires_at: Instant
    used_at: Instant | null
    successor: string | null
  }
  one_time_codes: {
    id: Id
    address: string
    ip: string
    code_hash: string
    attempts: Generated<number>
    used: Generated<boolean>
    created_at: Instant
    expires_at: Instant
  }
  profile_tokens: { token_hash: string; user_id: number; expires_at: Instant }
  idempotency_keys: {
    user_id: number
    organization_id: number | null
    key: string
    fingerprint: string
    answer: unknown
    created_at: Instant
  }
  product_events: { id: Id; user_id: number; name: string; properties: string; at: Instant }
  organizations: {
    id: Id
    name: string
    description: string | null
    is_premium: Generated<boolean>
    is_guest: Generated<boolean>
    created_by: number
    created_at: Instant
  }
  memberships: {
    organization_id: number
    user_id: number
    org_role: 'owner' | 'admin' | 'member'
    joined_at: Instant
    opened_at: Instant | null
  }
  branches: {
    id: Id
    organization_id: number
    name: string
    description: string | null
    address: string | null
    city: string | null
    country: string | null
    is_open: Generated<boolean>
    is_primary: Generated<boolean>
    created_by: number | null
    created_at: Instant
    updated_by: number | null
    updated_at: Instant
    deleted_at: Instant | null
  }
  branch_members: {
    organization_id: number
    branch_id: number
    user_id: number
    added_by: number | null
    added_at: Instant | null
  }
  roles: { id: Id; organization_id: number; name: string; capabilities: string[]; created_at: Instant }
  role_members: {
    organization_id: number
    role_id: number
    user_id: number
    added_by: number | null
    added_at: Instant | null
  }
  invites: {
    id: Id
    organization_id: number
    address: string
    role_id: number
    status: 'pending' | 'accepted' | 'revoked' | 'declined'
    invited_by: number
    created_at: Instant
    expires_at: Instant
  }
  audit: {
    id: Id
    organization_id: number | null
    actor_id: number | null
    kind: string
    subject: string | null
    details: Record<string, unknown>
    ip: string | null
    at: Instant
  }
  event_counters: { organization_id: number; seq: number }
  events: {
    organization_id: number
    seq: number
    kind: string
    actor_id: number | null
    audience: unknown
    payload: unknown
    at: Instant
  }
  documents: {
    id: Id
    organization_id: number
    name: string
    description: string | null
    type: 'document' | 'diarization' | 'logbook'
    content: Generated<string>
    version: Generated<number>
    prompt: string | null
    access: 'private' | 'branch' | 'organisation'
    branch_id: number | null
    created_by: number | null
    created_at: Instant
    updated_by: number | null
    updated_at: Instant
    deleted_at: Instant | null
    deleted_by: number | null
  }
  document_versions: {
    organization_id: number
    doc_id: number
    version: number
    content: string
    origin: 'person' | 'mate' | 'restored'
    restored_from: number | null
    added: number
    removed: number
    created_by: number | null
    begun_at: Instant
    created_at: Instant
  }
  shelf_items: {
    organization_id: number
    user_id: number
    doc_id: number
    is_pinned: Generated<boolean>
    opened_at: Instant | null
  }
  grants: {
    organization_id: number
    kind: 'document' | 'camera' | 'screen' | 'job'
    subject_id: number
    grantee_kind: 'user' | 'role' | 'branch'
    grantee_id: number
    level: 'viewer' | 'editor'
    expires_at: Instant | null
    granted_by: number
    granted_at: Instant
  }
  access_requests: {
    organization_id: number
    kind: 'document' | 'camera' | 'screen'
    subject_id: number
    user_id: number
    note: string
    reached: boolean
    asked_at: Instant
  }
  logs: {
    id: Id
    organization_id: number
    doc_id: number
    title: string
    content: string
    created_by: number | null
    created_at: Instant
    future_instructions_id: number | null
    is_generating: Generated<boolean>
    frame_ids: Generated<string[]>
    file_ids: Generated<string[]>
    revision: Generated<number>
    corrected_at: Instant | null
    happened_at: Instant | null
    words: GeneratedAlways<string>
  }
  log_revisions: {
    organization_id: number
    log_id: number
    revision: number
    title: string
    content: string
    written_at: Instant
    written_by: number | null
  }
  graphs: {
    id: Id
    organization_id: number
    logbook_id: number
    name: string
    is_pinned: Generated<boolean>
    created_by: number | null
    created_at: Instant
    updated_by: number | null
    updated_at: Instant
  }
  graph_labels: { organization_id: number; graph_id: number; label: number; text: string }
  log_labels: { organization_id: number; log_id: number; graph_id: number; label: number; created_at: Instant }
  mate_messages: {
    id: Id
    organization_id: number
    user_id: number
    is_from_ai: boolean
    text: string
    state: 'writing' | 'done' | 'stopped' | 'failed'
    suggestion: string | null
    client_id: string | null
    created_at: Instant
  }
  cameras: {
    id: Id
    organization_id: number
    name: string
    description: Generated<string>
    address: string
    shown_address: string
    kind: 'still' | 'mjpeg' | 'hls' | 'rtsp'
    branch_id: number | null
    to_organisation: Generated<boolean>
    kept_days: number
    notice_confirmed_by: number | null
    notice_confirmed_at: Instant | null
    trouble: string | null
    trouble_since: Instant | null
    created_by: number | null
    created_at: Instant
    deleted_at: Instant | null
  }
  screens: { organization_id: number; user_id: number; to_organisation: Generated<boolean>; since: Instant | null }
  frames: {
    organization_id: number
    id: string
    source_kind: 'screen' | 'camera'
    source_id: number
    taken_at: Instant
    object_key: string
    bytes: number
    kept: Generated<boolean>
  }
  frame_views: {
    organization_id: number
    frame_id: string
    viewer_kind: 'person' | 'job'
    viewer_id: number
    name: string | null
    at: Instant
  }
  upload_grants: {
    organization_id: number
    id: string
    user_id: number
    object_key: string
    granted_at: Instant
    expires_at: Instant
    used_at: Instant | null
  }
  uploads: {
    organization_id: number
    id: string
    batch_id: string
    user_id: number
    file_name: string
    file_size: number | null
    hint: string | null
    doc_id: number | null
    created_at: Instant
    expires_at: Instant
    finished_at: Instant | null
  }
  upload_parts: { organization_id: number; upload_id: string; part: number; bytes: number }
  attachments: {
    organization_id: number
    id: string
    batch_id: string
    user_id: number
    file_name: string
    bytes: number
    mime_type: string
    width: number | null
    height: number | null
    duration_seconds: number | null
    blur_hash: string | null
    doc_id: number | null
    log_id: number | null
    place: number
    created_at: Instant
  }
  guest_arrivals: { address_hash: string; at: Instant }
  guest_storage: { address_hash: string; at: Instant; bytes: number }
}
