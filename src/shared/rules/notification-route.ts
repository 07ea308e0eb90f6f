import type { NotificationSubject } from '../contract/notifications/endpoints'

/** The route of the app that shows what a notification is about. */
export function notificationRoute(subject: NotificationSubject): string {
  switch (subject.kind) {
    case 'task':
      return `/tasks/${subject.task_id}`
    case 'chat':
      return `/home/messages/${subject.chat_id}${subject.message_id === null ? '' : `?message=${subject.message_id}`}`
    case 'job':
      return `/jobs/${subject.instruction_id}`
    case 'document':
      return `/docs/${subject.doc_id}`
    case 'screen':
      return '/feed/mine'
  }
}
