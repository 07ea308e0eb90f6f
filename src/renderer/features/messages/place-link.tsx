import { CalendarClock, type LucideIcon, NotebookText, ScrollText, SquareCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { TitleRef } from '#shared/contract/search/endpoints'
import { referenceFrom } from '#shared/page/references'
import { useTitle } from '../../platform/titles'
import { ReferenceChip } from '../../ui/reference-chip'
import { linkComponents } from '../search/slots'

const TextAnchor = linkComponents.a

interface Place {
  ref: TitleRef
  icon: LucideIcon
  /** Within the app, so that the link opens in this tab. */
  href: string
}

/** The task, log, document or job at an address of this app; null for every other address. */
function placeAt(address: string): Place | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname, hash } = new URL(address)
  if (origin !== location.origin || pathname !== location.pathname) return null
  const [, job] = /^#\/jobs\/([1-9]\d{0,14})$/.exec(hash) ?? []
  if (job !== undefined) return { ref: `job:${job}`, icon: CalendarClock, href: hash }
  const reference = referenceFrom(hash)
  switch (reference?.kind) {
    case 'task':
      return { ref: `task:${reference.task_id}`, icon: SquareCheck, href: hash }
    case 'log':
      return { ref: `log:${reference.log_id}`, icon: ScrollText, href: hash }
    case 'document':
      return { ref: `document:${reference.doc_id}`, icon: NotebookText, href: hash }
    default:
      return null
  }
}

/**
 * A link in a message. An address of something in this workspace is shown by its title; as a plain link to those who may
 * not see the thing, and where the writer chose other words for it.
 */
export function PlaceLink({ href = '', children }: ComponentProps<'a'>) {
  const place = children === href ? placeAt(href) : null
  const title = useTitle(place?.ref ?? null)
  if (!place || title === null) return <TextAnchor href={href}>{children}</TextAnchor>
  return (
    <ReferenceChip href={place.href} icon={place.icon}>
      {title}
    </ReferenceChip>
  )
}
