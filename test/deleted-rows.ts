import { cancelUpload, startUpload } from '#shared/contract/attachments/endpoints'
import { createDocument, deleteDocument } from '#shared/contract/documents/endpoints'
import { addAnnotation, deleteAnnotation } from '#shared/contract/graphs/annotations'
import { createGraph, deleteGraph } from '#shared/contract/graphs/endpoints'
import { addThreshold, deleteThreshold } from '#shared/contract/graphs/thresholds'
import { createJob, createPrompt, deleteJob, deletePrompt } from '#shared/contract/jobs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { createBot, deleteBot } from '#shared/contract/messages/bots'
import { addBranch, deleteBranch } from '#shared/contract/organisations/branches'
import { addRole, deleteRole } from '#shared/contract/organisations/roles'
import { deleteBusyTimes } from '#shared/contract/planning/calendars'
import { addCamera, deleteCamera } from '#shared/contract/sources/cameras'
import { addComment, deleteComment } from '#shared/contract/tasks/comments'
import { createView, deleteView } from '#shared/contract/tasks/views'
import { createToken, revokeToken } from '#shared/contract/tokens/endpoints'
import type { Company } from './company'
import { calendarOf } from './company-programs'

/** Ids of rows that the owner of a company deleted, by the fields that name such rows. */
export async function deletedRows({ owner, fields }: Company): Promise<Record<string, unknown>> {
  const task_id = fields.task_id as number
  const book = { document_name: 'Old rota', document_type: 'logbook' } as const
  const { doc_id } = await owner.call(createDocument, book)
  const { id: log_id } = await owner.call(writeLog, { doc_id, content: 'Nobody reads this any more.' })
  const kept = await owner.call(createDocument, book)
  const { graph_id } = await owner.call(createGraph, {
    logbook_id: kept.doc_id,
    name: 'Old graph',
    labels: { 0: 'No' },
  })
  await owner.call(deleteGraph, { graph_id })
  const note = { graph_id: fields.graph_id as number, text: 'Old note', from: '2026-11-20T08:00:00Z' }
  const { annotation_id } = await owner.call(addAnnotation, note)
  await owner.call(deleteAnnotation, { annotation_id })
  const { threshold_id } = await owner.call(addThreshold, {
    ...{ graph_id: note.graph_id, label: 0, side: 'above', value: 2, unit: 'day' },
  })
  await owner.call(deleteThreshold, { threshold_id })
  const { instruction_id } = await owner.call(createJob, {
    ...{ instruction_text: 'Sum up', prompt: 'Sum up.', minute_interval: 60, timezone: 'UTC' },
    ...{ source: { logbook_ids: [kept.doc_id] }, destination: { logbook_ids: [kept.doc_id] } },
  })
  await owner.call(deleteJob, { instruction_id })
  await owner.call(deleteDocument, { doc_id })
  const { prompt_id } = await owner.call(createPrompt, { name: 'Old prompt', text: 'Say no.' })
  await owner.call(deletePrompt, { prompt_id })
  const { camera_id } = await owner.call(addCamera, { name: 'Old gate', url: 'http://9.9.9.9/old.jpg' })
  await owner.call(deleteCamera, { feedId: camera_id })
  const { comment_id } = await owner.call(addComment, { task_id, comment: 'Never mind.' })
  await owner.call(deleteComment, { comment_id })
  const { bot_id } = await owner.call(createBot, { name: 'Old bell' })
  await owner.call(deleteBot, { bot_id })
  const { id: branch_id } = await owner.call(addBranch, { branch_name: 'Old yard' })
  await owner.call(deleteBranch, { branch_id })
  const { role_id } = await owner.call(addRole, { role_name: 'Old hand' })
  await owner.call(deleteRole, { role_id })
  const { view_id } = await owner.call(createView, { name: 'Old view', settings: {} })
  await owner.call(deleteView, { view_id })
  const { token } = await owner.call(createToken, { name: 'Old agent', scope: 'read', expires_in_days: 30 })
  await owner.call(revokeToken, { token_id: token.token_id })
  const { file_id } = await owner.call(startUpload, { file_name: 'old.txt' })
  await owner.call(cancelUpload, { file_id })
  const calendar_id = await calendarOf(owner, 'kiosk')
  await owner.call(deleteBusyTimes, { calendar_id })
  return {
    ...{ doc_id, doc_ids: [doc_id], id: doc_id, logbook_id: doc_id },
    ...{ log_id, center_id: log_id, doc_log_ids: [log_id], origins: [`log:${log_id}`] },
    ...{ graph_id, annotation_id, threshold_id, labels: [{ graph_id, label: 0 }] },
    ...{ instruction_id, prompt_id, comment_id, bot_id, view_id, file_id, calendar_id },
    ...{ camera_id, feedId: camera_id, token_id: token.token_id },
    ...{ branch_id, branch_ids: [branch_id], role_id, invites: [{ email_id: 'somebody@guest.example', role_id }] },
    destination: { logbook_ids: [doc_id] },
  }
}
