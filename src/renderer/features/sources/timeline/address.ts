import { useSearchParams } from 'react-router-dom'
import { Instant } from '#shared/contract/common'
import { type Span, spans } from './range'

interface TimelineAddress {
  /** The instant that is shown; null if the address names none. */
  at: string | null
  span: Span
  /** Changes the address without a new entry in the history, because every picture passes through it. */
  show: (change: { at?: string; span?: Span }) => void
}

/** What the timeline shows is part of its address: `?at=2026-11-20T14:00:05.000Z&span=minute`. */
export function useTimelineAddress(): TimelineAddress {
  const [query, setQuery] = useSearchParams()
  const at = Instant.safeParse(query.get('at'))
  return {
    at: at.success ? at.data : null,
    span: spans.find(span => span === query.get('span')) ?? 'day',
    show: change =>
      setQuery(
        before => {
          for (const [name, value] of Object.entries(change)) before.set(name, value)
          return before
        },
        { replace: true },
      ),
  }
}
