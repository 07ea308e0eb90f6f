import { z } from 'zod'
import { Id, Instant, Nothing, Person, WallTime } from '../common'
import { endpoint, member, pagedList, signedIn } from '../endpoint'
import { PlotUnit } from '../graphs/endpoints'
import { LabelIndex } from '../graphs/label'
import { ThresholdSide } from '../graphs/thresholds'
import { notifications as limits } from './limits'

export const notificationKinds = [
  'mention',
  'assignment',
  'deadline',
  'message',
  'job_failed',
  'logbook_silent',
  'graph_threshold',
  'screen_viewed',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/**
 * What a notification is about. `chat` with a message, `task` with a comment, `job` with a run, `document` with a comment
 * on a passage of it, where there is one; `log` with its document.
 */
export const NotificationSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), task_id: Id, comment_id: Id.nullable() }),
  z.object({ kind: z.literal('chat'), chat_id: Id, message_id: Id.nullable() }),
  z.object({ kind: z.literal('job'), instruction_id: Id, run_id: Id.nullable() }),
  z.object({ kind: z.literal('document'), doc_id: Id, comment_id: Id.nullable() }),
  z.object({ kind: z.literal('log'), doc_id: Id, log_id: Id.nullable() }),
  /** A graph of a logbook, with the hour, day or week that begins at an instant, and one of its labels. */
  z.object({
    ...{ kind: z.literal('graph'), doc_id: Id, graph_id: Id, unit: PlotUnit, from: Instant, label: LabelIndex },
  }),
  /** The screen of the receiver. */
  z.object({ kind: z.literal('screen'), user_id: Id }),
])
export type NotificationSubject = z.infer<typeof NotificationSubject>

/** A notification [D38]. Its text is made by whoever shows it, from `kind`, `actor` and `data`. */
export const Notification = z.object({
  notification_id: Id,
  kind: NotificationKind,
  subject: NotificationSubject,
  /** Whose deed it is about; null for what happens by itself, and for somebody who no longer exists. */
  actor: Person.nullable(),
  data: z.object({
    /** The name of the subject; empty for a direct chat. */
    title: z.string().default(''),
    /** The number of unread messages, or of logs in a graph. */
    count: z.int().default(0),
    deadline: Instant.nullable().default(null),
    /** By how much a task is planned to end after its deadline; 0 if the deadline is only near, or passed before `created_at`. */
    late_minutes: z.int().default(0),
    /** The threshold that a number of a graph crossed; `count` is that number. */
    threshold: z.object({ side: ThresholdSide, value: z.int(), unit: PlotUnit, label_text: z.string() }).optional(),
  }),
  created_at: Instant,
  read_at: Instant.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = pagedList({
  method: 'POST',
  reads: true,
  path: '/notifications/list',
  summary: 'Lists the caller’s notifications, newest first. What they may no longer see is left out.',
  access: member(),
  body: z.object({ only_unread: z.boolean().default(false) }),
  item: Notification,
})

export const countNotifications = endpoint({
  method: 'POST',
  reads: true,
  path: '/notifications/unread',
  summary: 'Counts the caller’s unread notifications, up to a hundred.',
  access: member(),
  body: z.object({}),
  answer: z.object({ unread: z.int() }),
})

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Marks notifications of the caller as read, on all of their devices. Ids of others are passed over.',
  access: member({ overLimit: 'too' }),
  body: z.object({ notification_ids: z.array(Id).min(1).max(limits.marked) }),
  answer: Nothing,
})

export const markNotificationsAboutRead = endpoint({
  method: 'POST',
  path: '/notifications/read_about',
  summary: 'Marks the caller’s notifications about something that they opened as read, on all of their devices.',
  access: member({ overLimit: 'too' }),
  body: z.object({ kind: z.enum(['task', 'job', 'document', 'chat']), id: Id }),
  answer: Nothing,
})

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read_all',
  summary: 'Marks all notifications of the caller as read, up to the time of the newest one that they have seen.',
  access: member({ overLimit: 'too' }),
  body: z.object({ until: Instant }),
  answer: Nothing,
})

/** Where a person wants to hear of a kind: in the list, as a push message, in the digest by mail. */
export const Channels = z.object({ in_app: z.boolean(), push: z.boolean(), mail: z.boolean() })
export type Channels = z.infer<typeof Channels>

/** Wall times in the person's time zone. `from` may be later than `to`: then they are over midnight. */
export const QuietHours = z.object({ from: WallTime, to: WallTime })
export type QuietHours = z.infer<typeof QuietHours>

export const Digest = z.enum(['off', 'daily', 'weekly'])
export type Digest = z.infer<typeof Digest>

/** How many minutes before a deadline a person is reminded of it. */
export const deadlineLeads = [60, 240, 1_440] as const
const DeadlineLead = z.literal(deadlineLeads)

export const NotificationPreferences = z.object({
  kinds: z.record(NotificationKind, Channels),
  /** When nothing is pushed; it comes afterwards, if it is still unread. */
  quiet: QuietHours.nullable(),
  digest: Digest,
  deadline_minutes: DeadlineLead,
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const readPreferences = endpoint({
  method: 'GET',
  path: '/user/notifications/preferences',
  summary: 'Returns what the caller wants to be notified of, and where.',
  access: signedIn(),
  body: z.object({}),
  answer: NotificationPreferences,
})

export const changePreferences = endpoint({
  method: 'POST',
  path: '/user/notifications/preferences',
  summary:
    'Changes the given kinds, quiet hours, digest or lead time of deadlines of the caller. `quiet: null` removes the quiet hours.',
  access: signedIn(),
  body: z.object({
    kinds: z.partialRecord(NotificationKind, Channels).optional(),
    quiet: QuietHours.nullable().optional(),
    digest: Digest.optional(),
    deadline_minutes: DeadlineLead.optional(),
  }),
  answer: NotificationPreferences,
})

export const registerToken = endpoint({
  method: 'POST',
  path: '/user/notifications/register-token',
  summary:
    'Registers the browser of the caller for push messages [3.22]. `token` is its push subscription as JSON. It ends with the session, and when the push service no longer knows it.',
  access: signedIn(),
  body: z.object({ token: z.string().min(1).max(limits.tokenLength), device_id: z.literal('web').default('web') }),
  answer: Nothing,
})

export const unregisterToken = endpoint({
  method: 'POST',
  path: '/user/notifications/unregister-token',
  summary: 'Ends push messages to a browser of the caller.',
  access: signedIn(),
  body: z.object({ token: z.string().min(1).max(limits.tokenLength) }),
  answer: Nothing,
})
