import { type ComponentType, createElement, lazy, Suspense } from 'react'
import type { Subject } from '#shared/contract/access'

/**
 * A place for what another feature draws: `[Part, fill]`. Pages show `Part` and know its props only; the feature fills it when the
 * app starts, and its code is fetched when the part is first shown.
 */
function createPart<Props extends object>(name: string) {
  let load: (() => Promise<ComponentType<Props>>) | undefined
  const Filled = lazy(async () => {
    if (!load) throw new Error(`Nobody fills the part ${name}: list the feature that draws it in app/features.ts.`)
    return { default: await load() }
  })
  const Part = (props: Props) => (
    <Suspense fallback={null}>{createElement(Filled as ComponentType<Props>, props)}</Suspense>
  )
  const fill = (by: () => Promise<ComponentType<Props>>): void => {
    load = by
  }
  return [Part, fill] as const
}

interface AccessGrantsProps {
  subject: Subject
  /** The person may give access and take it away; otherwise the list is only shown. */
  managed: boolean
  /** Access was given or taken, by this person, here. */
  onChanged?: () => void
}

/** Who was given access to something, and the form that gives it. */
export const [AccessGrants, fillAccessGrants] = createPart<AccessGrantsProps>('AccessGrants')

/** Who asks for access to something, to be answered; nothing while nobody does. */
export const [AccessRequests, fillAccessRequests] = createPart<{ subject: Subject; onChanged?: () => void }>(
  'AccessRequests',
)

/** The pictures that a log shows, by the ids of their frames. */
export const [LogPictures, fillLogPictures] = createPart<{ frame_ids: readonly string[] }>('LogPictures')

/** The button of a page that cannot be seen: asks those who can give access, if there are any. */
export const [AskForAccess, fillAskForAccess] = createPart<{ subject: Subject }>('AskForAccess')
