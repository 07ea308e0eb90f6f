import type { Subject } from '#shared/contract/access'
import { useSession } from '../../platform/session'
import { keyOf } from './store'

/** The person's own screen. */
export const isOwn = ({ kind, id }: Subject): boolean => kind === 'screen' && id === useSession.getState().userId

/** Where something is shown, with the dialog that says who may see it. */
export function addressOf(subject: Subject, isAccess: boolean): string {
  const { kind, id } = subject
  if (kind === 'document') return `#/docs/${id}${isAccess ? '?access' : ''}`
  // One's own screen need not be shared to be given.
  const source = isOwn(subject) ? [] : [`source=${keyOf(subject)}`]
  return `#/feed?${[...source, ...(isAccess ? [`access=${keyOf(subject)}`] : [])].join('&')}`
}
