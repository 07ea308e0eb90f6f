import { ChatMessage } from '#shared/contract/messages/message'
import { TaskCard } from '#shared/contract/tasks/task'
import { hour } from '#shared/limits'
import type { StoredEvent } from '../../platform/events'
import type { SystemContext } from '../../platform/run-as'
import { documentNotice, pageCommentNotice } from '../documents/service'
import { failedRun, silentJobs } from '../jobs/service'
import { chatNotice } from '../messages/service'
import { commentNotice, givenTo } from '../tasks/service'
import { planReminder } from './deadline-job'
import { lookAtPlans } from './late-job'
import { planUnread } from './messages-job'
import { announce, notify } from './notify'
import { type Draft, deleteAbout, markChatRead } from './store'
import { notifyOfExceeded, planComparison } from './threshold-job'

type EventOf<K extends StoredEvent['event']['kind']> = Extract<StoredEvent['event'], { kind: K }>
type About<K extends StoredEvent['event']['kind']> = Omit<StoredEvent, 'event'> & { event: EventOf<K> }

/** The kinds of events that {@link readEvent} does something about. */
export const relevantKinds: readonly string[] = [
  ...['comment.changed', 'task.changed', 'message.sent', 'message.changed', 'chat.read'],
  ...['page.mentioned', 'page.commented', 'log.mentioned'],
  ...['job.run_changed', 'job.logbook_changed', 'screen.viewed', 'schedule.changed'],
  ...['log.added', 'log.labelled', 'graph.threshold_changed', 'graph.deleted'],
]

/** Most logs have no labels, and are not even read. */
export const unlessEmpty = { kind: 'log.added', path: ['log', 'labels'] } as const

/** Whether something may follow from an event. Nothing is looked up for runs that succeed and logs without labels. */
export function isRelevant({ event }: StoredEvent): boolean {
  if (event.kind === 'job.run_changed') return event.has_failed !== false
  if (event.kind === 'log.added') return event.log.labels.length > 0
  return relevantKinds.includes(event.kind)
}

/** Makes the notifications that follow from an event of the organisation's log [D38]. Repeating it makes none twice. */
export async function readEvent(ctx: SystemContext, stored: StoredEvent): Promise<void> {
  const { event } = stored
  if (!isRelevant(stored)) return
  switch (event.kind) {
    case 'comment.changed':
      return commentChanged(ctx, { ...stored, event })
    case 'task.changed':
      return taskChanged(ctx, { ...stored, event })
    case 'message.sent':
    case 'message.changed':
      return messageChanged(ctx, { ...stored, event })
    case 'log.mentioned':
      return mentionedInLog(ctx, { ...stored, event })
    case 'chat.read':
      if (await markChatRead(ctx, event)) announce(ctx, [event.user_id], false)
      return
    case 'page.mentioned':
      return pageMentioned(ctx, { ...stored, event })
    case 'page.commented':
      return pageCommented(ctx, { ...stored, event })
    case 'job.run_changed':
      return runChanged(ctx, { ...stored, event })
    case 'job.logbook_changed':
      return logbookChanged(ctx, { ...stored, event })
    case 'log.added':
      return notifyOfExceeded(ctx, event.log.id)
    case 'log.labelled':
      return notifyOfExceeded(ctx, event.log_id)
    case 'graph.threshold_changed':
      if (event.set_at !== null) await planComparison(ctx, event.threshold_id, event.set_at)
      return
    case 'graph.deleted':
      return graphDeleted(ctx, event)
    case 'schedule.changed':
      return lookAtPlans(ctx, [event.user_id])
    case 'screen.viewed':
      return screenViewed(ctx, { ...stored, event })
  }
}

const mentionsOf = (
  mentions: readonly number[],
  draft: Pick<Draft, 'actor_id' | 'subject_kind' | 'subject_id' | 'detail_id' | 'data'>,
): Draft[] =>
  mentions.map(user_id => ({
    ...draft,
    ...{ user_id, kind: 'mention', dedupe_key: `mention:${draft.subject_kind}:${draft.detail_id}` },
  }))

async function commentChanged(ctx: SystemContext, { event }: About<'comment.changed'>): Promise<void> {
  const { task_id, comment_id } = event
  const comment = await commentNotice(ctx, comment_id)
  const about = { subject_kind: 'task', subject_id: task_id, detail_id: comment_id } as const
  if (!comment) return announce(ctx, await deleteAbout(ctx, about), false)
  await notify(
    ctx,
    mentionsOf(comment.mentions, { ...about, actor_id: comment.author_id, data: { title: comment.title } }),
  )
}

/** Somebody whom a page names again, after it did not for a while, is not notified again. */
async function pageMentioned(ctx: SystemContext, { event, actor_id }: About<'page.mentioned'>): Promise<void> {
  const { doc_id, user_ids } = event
  const document = await documentNotice(ctx, doc_id)
  if (!document) return
  const about = { actor_id, subject_kind: 'document', subject_id: doc_id, detail_id: null } as const
  const data = { title: document.name }
  await notify(
    ctx,
    user_ids.map(user_id => ({ ...about, user_id, kind: 'mention', data, dedupe_key: `mention:page:${doc_id}` })),
  )
}

async function pageCommented(ctx: SystemContext, { event }: About<'page.commented'>): Promise<void> {
  const { doc_id, comment_id } = event
  if (comment_id === null) return
  const comment = await pageCommentNotice(ctx, comment_id)
  const about = { subject_kind: 'document', subject_id: doc_id, detail_id: comment_id } as const
  if (!comment) return announce(ctx, await deleteAbout(ctx, about), false)
  const { author_id: actor_id, mentions, title } = comment
  await notify(ctx, mentionsOf(mentions, { ...about, actor_id, data: { title } }))
}

async function taskChanged(ctx: SystemContext, { event, at, actor_id }: About<'task.changed'>): Promise<void> {
  const { task_id } = event
  const { title, assignees, deadline, estimate_minutes, status } = TaskCard.parse(event.task)
  if (deadline !== null) await planReminder(ctx, task_id)
  if (estimate_minutes !== null && status !== 'done') await lookAtPlans(ctx, assignees)
  if (assignees.length === 0) return
  const given = await givenTo(ctx, task_id, { at, by: actor_id })
  await notify(
    ctx,
    given.map(user_id => ({
      ...{ user_id, kind: 'assignment', actor_id, subject_kind: 'task', subject_id: task_id, detail_id: null },
      ...{ data: { title }, dedupe_key: `assignment:${task_id}:${at}` },
    })),
  )
}

async function messageChanged(
  ctx: SystemContext,
  { event, audience }: About<'message.sent' | 'message.changed'>,
): Promise<void> {
  const { id, chat_id, sender_id, mentions, deleted_at, chat_created } = ChatMessage.parse(event.message)
  const about = { subject_kind: 'chat', subject_id: chat_id, detail_id: id } as const
  if (deleted_at !== null) return announce(ctx, await deleteAbout(ctx, about), false)
  if (mentions.length > 0) {
    const title = (await chatNotice(ctx, chat_id))?.title ?? ''
    await notify(ctx, mentionsOf(mentions, { ...about, actor_id: sender_id, data: { title } }))
  }
  // Of the messages in a space, which may be everybody, people hear only if they are mentioned.
  if (event.kind === 'message.sent' && audience.to === 'users') await planUnread(ctx, chat_id, { id, at: chat_created })
}

/** Somebody is mentioned in a log, or in a comment on it. */
async function mentionedInLog(ctx: SystemContext, { event, actor_id }: About<'log.mentioned'>): Promise<void> {
  const { doc_id, log_id, comment_id, user_ids } = event
  const document = await documentNotice(ctx, doc_id)
  if (!document) return
  await notify(
    ctx,
    user_ids.map(user_id => ({
      ...{ user_id, kind: 'mention', actor_id, subject_kind: 'log', subject_id: doc_id, detail_id: log_id },
      ...{ data: { title: document.name }, dedupe_key: `mention:log:${log_id}:${comment_id ?? 'text'}` },
    })),
  )
}

/** All failures in a row are one notification. */
async function runChanged(ctx: SystemContext, { event }: About<'job.run_changed'>): Promise<void> {
  const failed = await failedRun(ctx, event.run_id)
  if (!failed) return
  const { job_id, owner_id, name, since } = failed
  await notify(ctx, [
    {
      ...{ user_id: owner_id, kind: 'job_failed', actor_id: null, subject_kind: 'job', subject_id: job_id },
      ...{ detail_id: event.run_id, data: { title: name }, dedupe_key: `job_failed:${job_id}:${since}` },
    },
  ])
}

/** Whoever owns the job hears of it as a failure; this is for whoever made the logbook. */
async function logbookChanged(ctx: SystemContext, { event: { doc_id } }: About<'job.logbook_changed'>): Promise<void> {
  const [silent, document] = await Promise.all([silentJobs(ctx, doc_id), documentNotice(ctx, doc_id)])
  const owner_id = document?.owner_id ?? null
  if (!document || owner_id === null) return
  await notify(
    ctx,
    silent
      .filter(job => job.owner_id !== owner_id)
      .map(({ job_id, since }) => ({
        ...{ user_id: owner_id, kind: 'logbook_silent', actor_id: null, subject_kind: 'document', subject_id: doc_id },
        ...{ detail_id: null, data: { title: document.name }, dedupe_key: `silent:${doc_id}:${job_id}:${since}` },
      })),
  )
}

/** The name of a deleted graph is shown to nobody. */
async function graphDeleted(ctx: SystemContext, { doc_id, graph_id }: EventOf<'graph.deleted'>): Promise<void> {
  announce(ctx, await deleteAbout(ctx, { subject_kind: 'graph', subject_id: doc_id, detail_id: graph_id }), false)
}

/** Looking at a screen again within an hour is no news. */
async function screenViewed(ctx: SystemContext, { event, at, actor_id }: About<'screen.viewed'>): Promise<void> {
  const period = Math.floor(Date.parse(at) / hour)
  await notify(ctx, [
    {
      ...{ user_id: event.user_id, kind: 'screen_viewed', actor_id, subject_kind: 'screen', subject_id: event.user_id },
      ...{ detail_id: null, data: {}, dedupe_key: `screen_viewed:${actor_id}:${period}` },
    },
  ])
}
