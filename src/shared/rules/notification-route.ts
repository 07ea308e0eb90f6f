import type { NotificationSubject } from '../contract/notifications/endpoints'

/** The name of the workspace in a link that may be opened in another one. */
export const workspaceParameter = 'workspace'

/** The route of the app that shows what a notification is about; with a workspace it opens there. */
export function notificationRoute(subject: NotificationSubject, organization_id?: number): string {
  const route = routeOf(subject)
  if (organization_id === undefined) return route
  return `${route}${route.includes('?') ? '&' : '?'}${workspaceParameter}=${organization_id}`
}

function routeOf(subject: NotificationSubject): string {
  switch (subject.kind) {
    case 'task':
      return `/tasks/${subject.task_id}${subject.comment_id === null ? '' : `?comment=${subject.comment_id}`}`
    case 'chat':
      return `/home/messages/${subject.chat_id}${subject.message_id === null ? '' : `?message=${subject.message_id}`}`
    case 'job':
      return `/jobs/${subject.instruction_id}`
    case 'document':
      return `/docs/${subject.doc_id}${subject.comment_id === null ? '' : `?comment=${subject.comment_id}`}`
    case 'log':
      return `/docs/${subject.doc_id}${subject.log_id === null ? '' : `?log=${subject.log_id}`}`
    case 'graph':
      return `/docs/${subject.doc_id}/${subject.graph_id}?at=${subject.from}&unit=${subject.unit}&label=${subject.label}`
    case 'screen':
      return '/feed/mine'
  }
}
