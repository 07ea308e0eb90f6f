import type { Subject } from '#shared/contract/access/endpoints'
import type { ActivityItem } from '#shared/contract/activity/endpoints'

/** The address of what an item is about. */
export function hrefOf(item: ActivityItem, here: string): string {
  switch (item.kind) {
    case 'task':
    case 'comment':
      return `#/tasks/${item.task_id}`
    case 'log':
      return `#/docs/${item.doc_id}?log=${item.id}`
    case 'run':
      return `#/jobs/${item.instruction_id}`
    case 'membership':
      return `#${here}#org`
    case 'capture':
      return `#/feed?source=screen.${item.user_id}`
    case 'access':
      return hrefOfSubject(item.subject)
  }
}

function hrefOfSubject({ kind, id }: Subject): string {
  switch (kind) {
    case 'document':
      return `#/docs/${id}`
    case 'job':
      return `#/jobs/${id}`
    case 'camera':
    case 'screen':
      return `#/feed?source=${kind}.${id}`
  }
}
