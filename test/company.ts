import { requestAccess } from '#shared/contract/access/endpoints'
import { startUpload, uploadFiles, uploadPart } from '#shared/contract/attachments/endpoints'
import { createDocument, deleteDocument, grantAccess, pinDocument } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { listProposals } from '#shared/contract/graphs/proposals'
import { pinToSpace } from '#shared/contract/graphs/spaces'
import { correctLog } from '#shared/contract/logs/corrections'
import { addLogComment, reactToLog } from '#shared/contract/logs/discussion'
import { writeLog } from '#shared/contract/logs/endpoints'
import { changeSegment, nameSpeaker, readTranscript } from '#shared/contract/meetings/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { createJoinLink } from '#shared/contract/organisations/join-links'
import { addRole } from '#shared/contract/organisations/roles'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { changePermission } from '#shared/contract/sources/endpoints'
import { refreshSummary } from '#shared/contract/summaries/endpoints'
import { eventually } from '#shared/testing/eventually'
import { over, records, sentence } from '../src/server/features/meetings/test-meeting'
import { keepWords } from '../src/server/features/sources/service'
import { Desktop } from '../src/server/features/sources/testing/desktop'
import { FeedClient } from '../src/server/features/sources/testing/feed-client'
import { runAsSystem } from '../src/server/platform/run-as'
import type { Actor } from './actor'
import { askedMate, chatsWith } from './company-chats'
import {
  accessTokenWith,
  annotationOf,
  botWith,
  calendarOf,
  captionOf,
  exportIn,
  handoverOf,
  networkOf,
  notificationOf,
  pageWith,
  payFor,
  sampleOf,
  thresholdOf,
  topicOf,
} from './company-programs'
import { jobWith, taskWith } from './company-work'
import type { TestServer } from './test-server'

/** An organisation with some of everything, which contains one secret word everywhere. */
export interface Company {
  organization_id: number
  owner: Actor
  colleague: Actor
  secret: string
  /** Fields for any endpoint with ids of this company's rows. The secret is not in them. */
  fields: Record<string, unknown>
  /** The same with ids of rows that never existed. */
  fieldsOfNobody: Record<string, unknown>
  /** The names of those fields that contain ids of rows. */
  naming: readonly string[]
}

interface Rows {
  user_id: number
  branch_id: number
  role_id: number
  invite_id: number
  link_id: number
  doc_id: number
  log_id: number
  graph_id: number
  annotation_id: number
  threshold_id: number
  message_id: number
  camera_id: number
  frame_id: string
  /** A running upload, and a file. */
  upload_id: string
  file_id: string
  /** A recording, a segment of it, and the batch of its file. */
  recording_id: number
  segment_id: number
  batch_id: string
  /** A job with a run, and a prompt. */
  instruction_id: number
  prompt_id: number
  /** A task with a comment. */
  task_id: number
  comment_id: number
  /** Comments on a passage of a page. */
  thread_id: number
  /** A saved view of the space. */
  view_id: number
  /** A notification of the owner. */
  notification_id: number
  /** A group, and a message in it. */
  chat_id: number
  chat_message_id: number
  bot_id: number
  token: string
  calendar_id: number
  token_id: number
  payment_id: number
}

const never = 999_999_999
const nobody: Rows = {
  user_id: never,
  branch_id: never,
  role_id: never,
  invite_id: never,
  link_id: never,
  doc_id: never,
  log_id: never,
  graph_id: never,
  annotation_id: never,
  threshold_id: never,
  message_id: never,
  camera_id: never,
  frame_id: '99999999-9999-4999-8999-999999999999',
  upload_id: '99999999-9999-4999-8999-999999999999',
  file_id: '99999999-9999-4999-8999-999999999999',
  recording_id: never,
  segment_id: never,
  batch_id: '99999999-9999-4999-8999-999999999999',
  instruction_id: never,
  prompt_id: never,
  task_id: never,
  comment_id: never,
  thread_id: never,
  view_id: never,
  notification_id: never,
  chat_id: never,
  chat_message_id: never,
  bot_id: never,
  token: `${never}.nothing`,
  calendar_id: never,
  token_id: never,
  payment_id: never,
}

function fieldsNaming({
  user_id,
  branch_id,
  role_id,
  invite_id,
  link_id,
  doc_id,
  log_id,
  graph_id,
  message_id,
  ...sources
}: Rows) {
  return {
    branch_id,
    branch_ids: [branch_id],
    role_id,
    invite_id,
    link_id,
    invites: [{ email_id: 'somebody@guest.example', role_id }],
    user_ids: [user_id],
    user_to_be_removed: user_id,
    users_to_be_added: [user_id],
    users_to_be_removed: [user_id],
    actor: user_id,
    grantee_id: user_id,
    doc_id,
    doc_ids: [doc_id],
    id: doc_id,
    requested_by: user_id,
    center_id: log_id,
    doc_log_ids: [log_id],
    logbook_id: doc_id,
    log_id,
    graph_id,
    annotation_id: sources.annotation_id,
    threshold_id: sources.threshold_id,
    labels: [{ graph_id, label: 0 }],
    last_id: message_id,
    camera_id: sources.camera_id,
    feedId: sources.camera_id,
    ids: [sources.frame_id],
    file_id: sources.upload_id,
    file_ids: [sources.file_id],
    recording_id: sources.recording_id,
    segment_id: sources.segment_id,
    batch_ids: [sources.batch_id],
    batch_id: sources.batch_id,
    instruction_id: sources.instruction_id,
    prompt_id: sources.prompt_id,
    task_id: sources.task_id,
    task_ids: [sources.task_id],
    comment_id: sources.comment_id,
    thread_id: sources.thread_id,
    view_id: sources.view_id,
    notification_ids: [sources.notification_id],
    assignees: [user_id],
    depends_on: [sources.task_id],
    parent_id: sources.task_id,
    origins: [`log:${log_id}`],
    items: [{ item: 'A task.', title: 'A task', branch_id }],
    mentions: [user_id],
    references: [sources.frame_id],
    source: {
      kind: 'camera',
      camera_id: sources.camera_id,
      feed_ids: [sources.camera_id],
      user_ids: [user_id],
      logbook_ids: [doc_id],
    },
    destination: { logbook_ids: [doc_id] },
    owner_id: user_id,
    chat_id: sources.chat_id,
    message_id: sources.chat_message_id,
    reply_to: sources.chat_message_id,
    bot_id: sources.bot_id,
    token: sources.token,
    calendar_id: sources.calendar_id,
    token_id: sources.token_id,
    payment_id: sources.payment_id,
    connection_id: user_id,
  }
}

/** One white pixel. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

const plainFields = {
  instruction_text: 'A job',
  minute_interval: 60,
  timezone: 'UTC',
  text: 'Count the bikes.',
  image: pixel,
  kind: 'document',
  access: 'branch',
  document_name: 'A document',
  document_description: 'It was changed.',
  document_type: 'logbook',
  prompt: 'Be brief.',
  content: 'A log.',
  revision: 1,
  version: 0,
  current: 0,
  is_pinned: true,
  grantee_kind: 'user',
  level: 'editor',
  message: 'What happened today?',
  client_id: 'from-a-test',
  branch_name: 'A branch',
  new_branch_name: 'Another name',
  include_deleted: true,
  role_name: 'A role',
  capabilities: [],
  updated_organization_name: 'Another name',
  url: 'http://9.9.9.9/still.jpg',
  // A camera is tested at this address, which leads nowhere.
  address: 'gate',
  file_name: 'notes.txt',
  part: 1,
  parts: 1,
  name: 'A camera',
  description: 'It looks at the gate.',
  organisation: true,
  speaker: 1,
  character: 0,
  title: 'A title',
  comment: 'A comment.',
  emoji: '👍',
  group_by: 'userwise',
  guest_token: 'a-token-of-nobody',
  join_token: `${never}.nothing`,
  expires_in_days: 7,
  max_uses: 2,
  handed_to: never,
  chat_message: 'Hello.',
  times: [{ start: '2026-11-20T10:00:00Z', end: '2026-11-20T12:00:00Z' }],
  format: 'schedule.ics',
  settings: { query: 'Bikes' },
}

/** Creates a company with its secret wherever members can write. */
export async function companyOf(
  server: TestServer,
  { owner: ownerName, colleague: colleagueName, secret }: { owner: string; colleague: string; secret: string },
): Promise<Company> {
  const owner = await server.person({ name: ownerName })
  const colleague = await server.person({ name: colleagueName })
  const organization_id = await owner.createOrganisation(`Company ${secret}`)
  await owner.invites(colleague)
  const branch = await owner.call(addBranch, { branch_name: `Yard ${secret}`, is_open_branch: false })
  await owner.call(manageBranchUsers, { branch_id: branch.id, users_to_be_added: [colleague.user_id] })
  const { role_id } = await owner.call(addRole, { role_name: `Keeper of the ${secret}` })
  await owner.call(invitePeople, { invites: [{ email_id: `${secret}@guest.example`, role_id }] })
  const [invite] = await owner.call(listInvites, {})
  const { doc_id } = await owner.call(createDocument, { document_name: `The ${secret}`, document_type: 'logbook' })
  const grantee = { grantee_kind: 'user', grantee_id: colleague.user_id } as const
  await owner.call(grantAccess, { doc_id, ...grantee, level: 'viewer' })
  await owner.call(pinDocument, { doc_id, is_pinned: true })
  const gone = await pageWith(owner, secret)
  await owner.call(deleteDocument, { doc_id: gone.doc_id })
  const { graph_id } = await owner.call(createGraph, {
    logbook_id: doc_id,
    name: secret,
    labels: { 0: secret },
    mate_labels: 'propose',
  })
  await owner.call(pinToSpace, { graph_id, branch_id: branch.id, is_pinned: true })
  const labels = [{ graph_id, label: 0 }]
  const params = { doc_id, content: `The code of the safe is ${secret}.`, labels }
  const log = await owner.call(writeLog, params, { key: `safe ${secret}` })
  await owner.call(correctLog, { doc_id, log_id: log.id, content: `The code of the safe was ${secret}.`, revision: 0 })
  await owner.call(writeLog, { doc_id, title: 'Lost', content: `Where is the ${secret}?` })
  await eventually(async () => {
    if ((await owner.call(listProposals, { doc_id })).length === 0) throw new Error('Mate has proposed no label yet.')
  })
  await owner.call(setWorkingHours, { timezone: 'UTC', days: [{ weekday: 1, from: '09:00', to: '12:00' }] })
  await owner.call(refreshSummary, { doc_id })
  const message_id = await askedMate(owner, secret)
  const { camera_id } = await owner.call(addCamera, { name: `Gate ${secret}`, url: `http://9.9.9.9/${secret}.jpg` })
  await colleague.call(requestAccess, { kind: 'camera', id: camera_id, note: `May I see the ${secret}?` })
  const frame_id = await pictureSeen(owner, colleague)
  const areas = [{ area: '', text: `A note about the ${secret}.`, number: null }]
  await runAsSystem(server.app.context, organization_id, ctx => keepWords(ctx, [{ frame_id, areas }]))
  const files = [{ name: `${secret}.txt`, bytes: Buffer.from(`Nobody knows of the ${secret}.`) }]
  const [file] = await owner.call(uploadFiles, { doc_id }, { files })
  const upload = await owner.call(startUpload, { file_name: `${secret}.txt` })
  await owner.call(uploadPart, { file_id: upload.file_id, part: 1 })
  await owner.call(addLogComment, { doc_id, log_id: log.id, comment: `Who saw the ${secret}?` })
  await colleague.call(reactToLog, { doc_id, log_id: log.id, emoji: '👀' })
  await exportIn(server, organization_id)
  await sampleOf(server, organization_id, doc_id)
  await networkOf(server, organization_id)
  await handoverOf(server, organization_id)
  const recording = await recordingWith(owner, secret)
  await captionOf(server, recording.recording_id, secret)
  await topicOf(server, recording.recording_id, secret)
  const rows: Rows = {
    user_id: colleague.user_id,
    branch_id: branch.id,
    role_id,
    invite_id: invite?.invite_id ?? 0,
    link_id: (await owner.call(createJoinLink, { role_id })).link.link_id,
    doc_id,
    log_id: log.id,
    graph_id,
    annotation_id: await annotationOf(owner, graph_id, secret),
    threshold_id: await thresholdOf(owner, graph_id),
    thread_id: gone.thread_id,
    message_id,
    camera_id,
    frame_id,
    upload_id: upload.file_id,
    file_id: file?.file_id ?? '',
    ...recording,
    ...(await jobWith(owner, { secret, doc_id, graph_id })),
    ...(await taskWith(owner, colleague, { secret, branch_id: branch.id, doc_id })),
    ...(await chatsWith(owner, colleague, { secret, branch_id: branch.id })),
    calendar_id: await calendarOf(owner, secret),
    token_id: await accessTokenWith(owner, secret),
    ...(await payFor(server, organization_id, secret)),
    ...(await notificationOf(server, owner)),
    ...(await botWith(owner, server.stranger(), { secret, branch_id: branch.id })),
  }
  return {
    organization_id,
    owner,
    colleague,
    secret,
    fields: { ...plainFields, ...fieldsNaming(rows) },
    fieldsOfNobody: { ...plainFields, ...fieldsNaming(nobody) },
    naming: Object.keys(fieldsNaming(nobody)),
  }
}

/** A recording with a segment that contains the secret. */
async function recordingWith(
  owner: Actor,
  secret: string,
): Promise<Pick<Rows, 'recording_id' | 'segment_id' | 'batch_id'>> {
  const { doc_id } = await records(owner, await sentence(), { document_name: `About the ${secret}` })
  await over(owner, doc_id)
  const { files, segments } = await owner.call(readTranscript, { doc_id })
  const segment_id = segments[0]?.segment_id ?? 0
  await owner.call(changeSegment, { doc_id, version: 1, segment_id, text: `Hide the ${secret}.` })
  await owner.call(nameSpeaker, { doc_id, version: 2, speaker: 1, name: `Friend of the ${secret}` })
  return { recording_id: doc_id, segment_id, batch_id: files[0]?.file.batch_id ?? '' }
}

/** Lets the colleague look at the owner's screen once; returns the id of the picture that they saw. */
async function pictureSeen(owner: Actor, colleague: Actor): Promise<string> {
  await owner.call(changePermission, { user_ids: [colleague.user_id] })
  const desktop = await Desktop.sharing(owner)
  const viewer = await FeedClient.of(colleague)
  viewer.watch({ kind: 'screen', user_id: owner.user_id })
  await desktop.answer(1)
  const { id } = await viewer.until('frame')
  await Promise.all([viewer.leave(), desktop.client.leave()])
  return id
}
