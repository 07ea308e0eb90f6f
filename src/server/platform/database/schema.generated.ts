import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Made from the migrated database by `npm run rows`; a test compares it with the migrations. Do not edit it.

/** JSON is written as an object or as text: the driver would take an array for one of PostgreSQL. */
type WrittenJson = Record<string, unknown> | string
type Json = ColumnType<unknown, WrittenJson, WrittenJson>
type JsonOrNull = ColumnType<unknown, WrittenJson | null, WrittenJson | null>
type JsonWithDefault = ColumnType<unknown, WrittenJson | undefined, WrittenJson>

/** Rows by table. Instants are ISO texts, ids are numbers. */
export interface Schema {
  access_requests: {
    organization_id: number
    kind: 'document' | 'camera' | 'screen' | 'job'
    subject_id: number
    user_id: number
    note: string
    reached: boolean
    asked_at: string
  }
  access_tokens: {
    organization_id: number
    id: GeneratedAlways<number>
    user_id: number
    name: string
    scope: 'read' | 'propose' | 'act'
    token_hash: string
    created_at: string
    expires_at: string
    last_used_at: string | null
  }
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
    created_at: string
    task_id: number | null
    comment_id: number | null
    chat_id: number | null
    message_id: number | null
  }
  audit: {
    id: GeneratedAlways<number>
    organization_id: number | null
    actor_id: number | null
    kind: string
    subject: string | null
    details: JsonWithDefault
    ip: string | null
    at: string
  }
  bots: {
    organization_id: number
    id: GeneratedAlways<number>
    name: string
    about: string
    branch_ids: number[]
    writes_people: boolean
    is_jobs: Generated<boolean>
    token_hash: string | null
    created_by: number | null
    created_at: string
    last_used_at: string | null
    deleted_at: string | null
  }
  branch_handovers: {
    organization_id: number
    branch_id: number
    is_on: boolean
    closes_at: string
    weekdays: number[]
    timezone: string
    recipients: number[]
    user_id: number | null
    revision: number
    next_at: string | null
    last_doc_id: number | null
    last_at: string | null
  }
  branch_members: {
    organization_id: number
    branch_id: number
    user_id: number
    added_by: number | null
    added_at: string | null
  }
  branches: {
    id: GeneratedAlways<number>
    organization_id: number
    name: string
    description: string | null
    address: string | null
    city: string | null
    country: string | null
    is_open: Generated<boolean>
    is_primary: Generated<boolean>
    created_by: number | null
    created_at: string
    updated_by: number | null
    updated_at: string
    deleted_at: string | null
  }
  busy_calendars: {
    organization_id: number
    id: GeneratedAlways<number>
    user_id: number
    name: string
    imported_at: string
    address: string | null
    host: string | null
    subscribed_at: string | null
    etag: string | null
    checked_at: string | null
    succeeded_at: string | null
    failure: string | null
    protocol: Generated<'ical' | 'caldav'>
  }
  busy_times: {
    organization_id: number
    calendar_id: number
    user_id: number
    starts_at: string
    ends_at: string
  }
  calendar_feeds: {
    organization_id: number
    user_id: number
    token_hash: string
    created_at: string
    last_read_at: string | null
  }
  camera_networks: {
    organization_id: number
    network: string
    allowed_by: number | null
    allowed_at: string
  }
  cameras: {
    id: GeneratedAlways<number>
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
    notice_confirmed_at: string | null
    trouble: string | null
    trouble_since: string | null
    created_by: number | null
    created_at: string
    deleted_at: string | null
  }
  chat_members: {
    organization_id: number
    chat_id: number
    user_id: number
    joined_at: string
  }
  chat_reads: {
    organization_id: number
    chat_id: number
    user_id: number
    read_id: number
    read_at: string
  }
  chats: {
    organization_id: number
    id: GeneratedAlways<number>
    kind: 'direct' | 'group' | 'space' | 'bot'
    name: string | null
    branch_id: number | null
    lower_user_id: number | null
    higher_user_id: number | null
    created_by: number | null
    client_id: string | null
    created_at: string
    last_at: string
    has_messages: Generated<boolean>
    bot_id: number | null
  }
  comment_reactions: {
    organization_id: number
    comment_id: number
    emoji: string
    user_id: number
    reacted_at: string
  }
  completed_erasures: {
    kind: 'organisation' | 'person'
    subject_id: number
    subject_created_at: string
    erased_at: string
  }
  document_shortcuts: {
    organization_id: number
    user_id: number
    doc_id: number
    is_pinned: Generated<boolean>
    opened_at: string | null
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
    begun_at: string
    created_at: string
    authors: Generated<number[]>
    name: string | null
  }
  documents: {
    id: GeneratedAlways<number>
    organization_id: number
    name: string
    description: string | null
    type: 'document' | 'diarization' | 'logbook'
    content: Generated<string>
    prompt: string | null
    access: 'private' | 'branch' | 'organisation'
    branch_id: number | null
    created_by: number | null
    created_at: string
    updated_by: number | null
    updated_at: string
    deleted_at: string | null
    version: Generated<number>
    deleted_by: number | null
    words: GeneratedAlways<string | null>
  }
  erasures: {
    user_id: number
    requested_at: string
    erased_after: string
  }
  event_counters: {
    organization_id: number
    seq: number
  }
  events: {
    organization_id: number
    seq: number
    kind: string
    actor_id: number | null
    audience: Json
    payload: Json
    at: string
  }
  exports: {
    organization_id: number
    id: GeneratedAlways<number>
    user_id: number | null
    status: 'waiting' | 'running' | 'ready' | 'failed' | 'withdrawn'
    requested_at: string
    ended_at: string | null
    bytes: number | null
  }
  frame_views: {
    organization_id: number
    frame_id: string
    viewer_kind: 'person' | 'job'
    viewer_id: number
    name: string | null
    at: string
  }
  frame_words: {
    id: GeneratedAlways<number>
    organization_id: number
    frame_id: string
    areas: Json
    text: string
    words: GeneratedAlways<string | null>
  }
  frames: {
    organization_id: number
    id: string
    source_kind: 'screen' | 'camera'
    source_id: number
    taken_at: string
    object_key: string
    bytes: number
    kept: Generated<boolean>
  }
  grants: {
    organization_id: number
    kind: 'document' | 'camera' | 'screen' | 'job'
    subject_id: number
    grantee_kind: 'user' | 'role' | 'branch'
    grantee_id: number
    level: 'viewer' | 'editor'
    expires_at: string | null
    granted_by: number
    granted_at: string
  }
  graph_annotations: {
    organization_id: number
    id: GeneratedAlways<number>
    graph_id: number
    text: string
    starts_at: string
    ends_at: string | null
    author_id: number | null
    created_at: string
    deleted_at: string | null
  }
  graph_labels: {
    organization_id: number
    graph_id: number
    label: number
    text: string
  }
  graph_threshold_watchers: {
    organization_id: number
    threshold_id: number
    user_id: number
  }
  graph_thresholds: {
    organization_id: number
    id: GeneratedAlways<number>
    graph_id: number
    label: number
    side: 'above' | 'below'
    value: number
    unit: 'hour' | 'day' | 'week'
    zone: string
    author_id: number | null
    created_at: string
    set_at: string
    since: string
    deleted_at: string | null
  }
  graphs: {
    id: GeneratedAlways<number>
    organization_id: number
    logbook_id: number
    name: string
    is_pinned: Generated<boolean>
    created_by: number | null
    created_at: string
    updated_by: number | null
    updated_at: string
    mate_labels: Generated<'off' | 'propose' | 'apply'>
  }
  guest_arrivals: {
    address_hash: string
    at: string
  }
  guest_storage: {
    address_hash: string
    at: string
    bytes: number
  }
  guests: {
    id: string
    organization_id: number
    user_id: number
    session_id: number
    token_hash: string
    created_at: string
    expires_at: string
    asked_at: Generated<string[]>
    recordings: Generated<number>
  }
  idempotency_keys: {
    user_id: number
    key: string
    fingerprint: string
    answer: JsonOrNull
    created_at: string
    organization_id: number | null
  }
  identities: {
    issuer: string
    subject: string
    user_id: number
  }
  invites: {
    id: GeneratedAlways<number>
    organization_id: number
    address: string
    role_id: number
    status: 'pending' | 'accepted' | 'revoked' | 'declined'
    invited_by: number
    created_at: string
    expires_at: string
    branch_id: number | null
  }
  job_prompts: {
    id: GeneratedAlways<number>
    organization_id: number
    name: string
    text: string
    created_by: number | null
  }
  job_revisions: {
    organization_id: number
    job_id: number
    revision: number
    changed_by: number | null
    changed_at: string
    was: Json
  }
  job_runs: {
    id: GeneratedAlways<number>
    organization_id: number
    job_id: number
    kind: 'planned' | 'adhoc' | 'sync'
    planned_at: string | null
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped'
    reason: string | null
    missed: Generated<number>
    attempts: Generated<number>
    created_at: string
    started_at: string | null
    ended_at: string | null
    result: JsonOrNull
    logs: JsonWithDefault
    read: JsonOrNull
    model: string | null
    tokens_input: number | null
    tokens_output: number | null
    sent: JsonWithDefault
    verdict: 'right' | 'wrong' | null
    judged_by: number | null
  }
  jobs: {
    id: GeneratedAlways<number>
    organization_id: number
    owner_id: number
    name: string
    description: string
    prompt: string
    schedule: Json
    feed_ids: number[]
    screen_ids: number[]
    read_ids: number[]
    custom_code: string | null
    write_ids: number[]
    graph_id: number | null
    look: Json
    writes_when: 'always' | 'when_noteworthy'
    reference_ids: Generated<string[]>
    overlay_key: string | null
    model: string | null
    status: 'active' | 'paused' | 'completed' | 'expired'
    pause_cause: 'person' | 'failures' | 'source_gone' | 'owner_gone' | 'plan' | 'no_working_hours' | 'operator' | null
    pause_reason: string | null
    executions: Generated<number>
    completed_at: string | null
    next_run_at: string | null
    scheduled_at: string
    schedule_revision: Generated<number>
    revision: Generated<number>
    failures: Generated<number>
    last_success_at: string | null
    look_state: JsonWithDefault
    created_at: string
    updated_at: string
    reads_meetings: Generated<boolean>
    newest_within: number | null
    write_user_ids: Generated<number[]>
    write_space_ids: Generated<number[]>
    sends_as: Generated<'message' | 'task'>
  }
  join_links: {
    organization_id: number
    id: GeneratedAlways<number>
    token_hash: string
    role_id: number
    created_by: number
    created_at: string
    expires_at: string
    max_uses: number
    uses: Generated<number>
    revoked_at: string | null
  }
  known_words: {
    organization_id: number
    word: string
    backwards: GeneratedAlways<string>
  }
  label_proposals: {
    organization_id: number
    log_id: number
    graph_id: number
    label: number
  }
  last_writes: {
    organization_id: number
    doc_id: number
    written_at: string
    written_by: number | null
  }
  live_captions: {
    organization_id: number
    doc_id: number
    place: number
    starts_at: number
    text: string
  }
  log_comments: {
    organization_id: number
    id: GeneratedAlways<number>
    log_id: number
    author_id: number | null
    comment: string
    mentions: number[]
    created_at: string
    edited_at: string | null
  }
  log_labels: {
    organization_id: number
    log_id: number
    graph_id: number
    label: number
    created_at: string
  }
  log_reactions: {
    organization_id: number
    log_id: number
    emoji: string
    user_id: number
    reacted_at: string
  }
  log_revisions: {
    organization_id: number
    log_id: number
    revision: number
    title: string
    content: string
    written_at: string
    written_by: number | null
  }
  logs: {
    id: GeneratedAlways<number>
    organization_id: number
    doc_id: number
    title: string
    content: string
    created_by: number | null
    created_at: string
    future_instructions_id: number | null
    is_generating: Generated<boolean>
    frame_ids: Generated<string[]>
    file_ids: Generated<string[]>
    revision: Generated<number>
    corrected_at: string | null
    words: GeneratedAlways<string | null>
    happened_at: string | null
  }
  mate_auto_approvals: {
    organization_id: number
    user_id: number
    kinds: string[]
  }
  mate_messages: {
    id: GeneratedAlways<number>
    organization_id: number
    user_id: number
    is_from_ai: boolean
    text: string
    state: 'writing' | 'done' | 'stopped' | 'failed'
    suggestion: string | null
    client_id: string | null
    created_at: string
  }
  memberships: {
    organization_id: number
    user_id: number
    org_role: 'owner' | 'admin' | 'member'
    joined_at: string
    opened_at: string | null
    last_seen_at: string | null
  }
  message_reactions: {
    organization_id: number
    message_id: number
    emoji: string
    user_id: number
    created_at: string
  }
  messages: {
    organization_id: number
    id: GeneratedAlways<number>
    chat_id: number
    sender_id: number | null
    client_id: string
    text: string
    reply_to: number | null
    file_ids: Generated<string[]>
    mentions: Generated<number[]>
    created_at: string
    edited_at: string | null
    deleted_at: string | null
    pinned_at: string | null
    pinned_by: number | null
    words: GeneratedAlways<string | null>
    bot_id: number | null
    card: JsonOrNull
  }
  notification_deadlines: {
    organization_id: number
    task_id: number
    deadline: string
    is_planned: Generated<boolean>
  }
  notification_positions: {
    organization_id: number
    seq: number
  }
  notification_preferences: {
    user_id: number
    kinds: JsonWithDefault
    quiet_from: string | null
    quiet_to: string | null
    digest: Generated<'off' | 'daily' | 'weekly'>
    digest_revision: Generated<number>
    digested_at: string | null
    deadline_minutes: Generated<number>
  }
  notifications: {
    organization_id: number
    id: GeneratedAlways<number>
    user_id: number
    kind: string
    actor_id: number | null
    subject_kind: 'task' | 'chat' | 'job' | 'document' | 'log' | 'graph' | 'screen'
    subject_id: number
    detail_id: number | null
    data: JsonWithDefault
    dedupe_key: string
    is_listed: boolean
    created_at: string
    read_at: string | null
  }
  one_time_codes: {
    id: GeneratedAlways<number>
    address: string
    ip: string
    code_hash: string
    attempts: Generated<number>
    used: Generated<boolean>
    created_at: string
    expires_at: string
  }
  operations: {
    id: GeneratedAlways<number>
    kind: 'backup' | 'rehearsal'
    is_scheduled: boolean
    file: string
    started_at: string
    ended_at: string | null
    outcome: 'good' | 'failed' | 'cancelled' | null
    bytes: number | null
    rows: number | null
    objects: number | null
    error: string | null
    notified_at: string | null
    removed_at: string | null
  }
  organizations: {
    id: GeneratedAlways<number>
    name: string
    description: string | null
    created_by: number
    created_at: string
    is_guest: Generated<boolean>
    plan_id: Generated<'free' | 'team' | 'business'>
    plan_since: string | null
    image_key: string | null
    deleted_at: string | null
    deleted_by: number | null
  }
  page_clients: {
    organization_id: number
    doc_id: number
    client_id: number
    user_id: number | null
  }
  page_comments: {
    organization_id: number
    id: GeneratedAlways<number>
    thread_id: number
    author_id: number | null
    content: string
    mentions: Generated<number[]>
    created_at: string
    edited_at: string | null
  }
  page_threads: {
    organization_id: number
    id: GeneratedAlways<number>
    doc_id: number
    begins_at: Buffer
    ends_at: Buffer
    quote: string
    created_by: number | null
    created_at: string
    resolved_by: number | null
    resolved_at: string | null
  }
  page_updates: {
    organization_id: number
    doc_id: number
    seq: number
    stamp: number
    update: Buffer
    user_id: number | null
    at: string
  }
  pages: {
    organization_id: number
    doc_id: number
    state: Buffer
    compacted: Generated<number>
    seq: Generated<number>
    stamp: number
    cut: Generated<number>
    begun_at: string | null
    written_at: string | null
    pending_bytes: Generated<number>
  }
  payment_events: {
    organization_id: number
    event_id: string
    received_at: string
  }
  payment_orders: {
    organization_id: number
    order_id: string
    subscription_id: string | null
    plan_id: string
    billing_interval: string
    renews: boolean
    amount: number
    currency: string
    short_url: string | null
    reference: string | null
    created_by: number | null
    created_at: string
  }
  payments: {
    organization_id: number
    id: GeneratedAlways<number>
    provider_payment_id: string
    subscription_id: string | null
    plan_id: string
    billing_interval: string
    amount: number
    currency: string
    status: 'failed' | 'paid' | 'refunded'
    at: string
    period_start: string | null
    period_end: string | null
    receipt_url: string | null
    reference: string | null
    invoice_number: number
    seller: Generated<string>
    buyer: Generated<string>
    tax_name: string | null
    tax_percent: number | null
  }
  product_events: {
    id: GeneratedAlways<number>
    user_id: number
    name: string
    properties: Json
    at: string
  }
  profile_tokens: {
    token_hash: string
    user_id: number
    expires_at: string
  }
  push_subscriptions: {
    user_id: number
    id: GeneratedAlways<number>
    session_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: string
  }
  recording_files: {
    organization_id: number
    doc_id: number
    place: number
    file_id: string
    batch_id: string
    starts_at: Generated<number>
  }
  recordings: {
    organization_id: number
    doc_id: number
    stage: 'recording' | 'queued' | 'transcribing' | 'separating' | 'summarising' | 'done' | 'failed'
    progress: Generated<number>
    reason: 'not_sound' | 'silent' | 'too_long' | 'needs_ffmpeg' | 'endpoint' | 'gone' | 'internal' | null
    has_words: boolean
    duration_seconds: Generated<number>
    version: Generated<number>
    updated_at: string
    converted_from: string | null
  }
  refresh_tokens: {
    token_hash: string
    session_id: number
    expires_at: string
    used_at: string | null
    successor: string | null
  }
  restores: {
    restored_at: string
    backup_made_at: string
    resumed_at: string | null
  }
  role_members: {
    organization_id: number
    role_id: number
    user_id: number
    added_by: number | null
    added_at: string | null
  }
  roles: {
    id: GeneratedAlways<number>
    organization_id: number
    name: string
    capabilities: Generated<string[]>
    created_at: string
  }
  samples: {
    organization_id: number
    kind: 'logbook' | 'page' | 'log' | 'task'
    subject_id: number
    version: number | null
  }
  sandbox_subscriptions: {
    organization_id: number
    subscription_id: string
    plan_id: string
    billing_interval: string
    renews: boolean
    has_trial: boolean
    amount: number
    currency: string
    status: 'created' | 'trialing' | 'active' | 'past_due' | 'cancelled'
    card: string | null
    fails_later: Generated<boolean>
    period_start: string | null
    period_end: string | null
    ends_at_period_end: Generated<boolean>
    next_plan_id: string | null
    next_amount: number | null
    revision: Generated<number>
  }
  screens: {
    organization_id: number
    user_id: number
    to_organisation: Generated<boolean>
    since: string | null
  }
  sessions: {
    id: GeneratedAlways<number>
    user_id: number
    created_at: string
    revoked_at: string | null
  }
  space_graphs: {
    organization_id: number
    branch_id: number
    graph_id: number
  }
  speaker_names: {
    organization_id: number
    doc_id: number
    speaker: number
    name: string
  }
  subscriptions: {
    organization_id: number
    subscription_id: string
    order_id: string | null
    plan_id: string
    billing_interval: string
    status: 'trialing' | 'active' | 'past_due' | 'cancelled'
    renews: boolean
    period_start: string
    period_end: string
    past_due_since: string | null
    card: string | null
    short_url: string | null
    fact_at: string
    fact_event_id: string
    ends_at_period_end: boolean
    next_plan_id: string | null
    change_at: string
    reminders_sent: Generated<number>
  }
  summaries: {
    organization_id: number
    doc_id: number
    version: number
    range: 'day' | 'week' | 'month' | 'all'
    from_at: string | null
    to_at: string | null
    last_log_id: number | null
    log_count: number
    model: 'used' | 'unused' | 'none'
    corrections: number | null
  }
  task_assignees: {
    organization_id: number
    task_id: number
    user_id: number
    place: number
  }
  task_changes: {
    id: GeneratedAlways<number>
    organization_id: number
    task_id: number
    user_id: number | null
    changed_at: string
    field: string
    was: JsonOrNull
    became: JsonOrNull
  }
  task_comments: {
    id: GeneratedAlways<number>
    organization_id: number
    task_id: number
    author_id: number | null
    comment: string
    mentions: number[]
    file_ids: string[]
    created_at: string
    edited_at: string | null
    words: GeneratedAlways<string | null>
  }
  task_dependencies: {
    organization_id: number
    task_id: number
    depends_on: number
  }
  task_views: {
    id: GeneratedAlways<number>
    organization_id: number
    author_id: number
    branch_id: number | null
    name: string
    settings: Json
    is_shared: boolean
    created_at: string
  }
  tasks: {
    id: GeneratedAlways<number>
    organization_id: number
    branch_id: number
    role_id: number | null
    title: string
    description: string
    excerpt: string
    status: 'todo' | 'in_progress' | 'in_review' | 'blocked' | 'done'
    priority: 'urgent' | 'high' | 'normal' | 'low'
    reporter_id: number | null
    labels: string[]
    estimate_minutes: number | null
    deadline: string | null
    fixed_start_time: string | null
    start_after_time: string | null
    parent_id: number | null
    source: 'person' | 'mate' | 'job' | 'log'
    origin: JsonOrNull
    checklist: Json
    file_ids: Generated<string[]>
    repeat: JsonOrNull
    next_id: number | null
    done_from: string | null
    done_at: string | null
    comment_count: Generated<number>
    created_at: string
    updated_at: string
    archived_at: string | null
    rank: GeneratedAlways<number>
    urgency: GeneratedAlways<number>
    words: GeneratedAlways<string | null>
    origin_ref: GeneratedAlways<string | null>
  }
  text_links: {
    organization_id: number
    id: GeneratedAlways<number>
    kind: 'person' | 'document'
    target_id: number
    doc_id: number | null
    log_id: number | null
    log_comment_id: number | null
    page_comment_id: number | null
    task_comment_id: number | null
    linked_at: string
    message_id: number | null
  }
  transcript_segments: {
    id: GeneratedAlways<number>
    organization_id: number
    doc_id: number
    speaker: number
    starts_at: number
    ends_at: number
    text: string
    is_edited: Generated<boolean>
    words: GeneratedAlways<string | null>
  }
  transcript_topics: {
    organization_id: number
    doc_id: number
    starts_at: number
    title: string
  }
  upload_grants: {
    organization_id: number
    id: string
    user_id: number
    object_key: string
    granted_at: string
    expires_at: string
    used_at: string | null
  }
  upload_parts: {
    organization_id: number
    upload_id: string
    part: number
    bytes: number
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
    created_at: string
    expires_at: string
    finished_at: string | null
  }
  users: {
    id: GeneratedAlways<number>
    displayname: Generated<string>
    image_key: string | null
    phone: string | null
    email: string | null
    language: Generated<string>
    timezone: Generated<string>
    selected_organization_id: number | null
    created_at: string
    is_guest: Generated<boolean>
  }
  working_hours: {
    organization_id: number
    user_id: number
    timezone: string
    days: Json
    updated_at: string
  }
  workspace_count: {
    is_only: Generated<boolean>
    workspaces: number
  }
}
