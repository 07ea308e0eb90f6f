import type { Subject } from '#shared/contract/access/endpoints'
import { useSession } from '../../platform/session'
import { keyOf } from './store'

/** Whether the subject is the person's own screen. */
export const isOwn = ({ kind, id }: Subject): boolean => kind === 'screen' && id === useSession.getState().userId

/** Returns where a subject is shown, optionally with the dialog for its access. */
export function addressOf(subject: Subject, isAccess: boolean): string {
  const { kind, id } = subject
  if (kind === 'document') return `#/docs/${id}${isAccess ? '?access' : ''}`
  if (kind === 'job') return `#/jobs/${id}${isAccess ? '?access' : ''}`
  // A person can give access to their screen without sharing it at the moment.
  const source = isOwn(subject) ? [] : [`source=${keyOf(subject)}`]
  return `#/feed?${[...source, ...(isAccess ? [`access=${keyOf(subject)}`] : [])].join('&')}`
}
