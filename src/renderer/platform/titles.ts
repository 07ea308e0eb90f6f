import { useEffect } from 'react'
import { readTitles, type TitleRef } from '#shared/contract/search/endpoints'
import { type NamedPlace, withLinkNames } from '#shared/page/references'
import { call } from './api'
import { onEvent, onResync } from './live'
import { createSlice } from './store'

/** Titles that one call asks for. */
const atOnce = 100

interface State {
  /** Null for what the person may not see. */
  titles: Record<TitleRef, string | null>
}

const initial: State = { titles: {} }

/** Current titles of logs, documents, jobs and tasks. They are asked for together. */
export const useTitles = createSlice(
  'titles',
  initial,
  (_set, get, writer) => {
    const waiting = new Set<TitleRef>()
    async function ask(): Promise<void> {
      const refs = [...waiting].slice(0, atOnce)
      for (const ref of refs) waiting.delete(ref)
      if (waiting.size > 0) setTimeout(() => void ask())
      const write = writer()
      const outcome = await call(readTitles, { refs })
      // After a failure they are asked for when they are shown again.
      if (!outcome.ok) return
      const found = new Map(outcome.data.map(({ ref, title }) => [ref, title]))
      write(({ titles }) => {
        for (const ref of refs) titles[ref] = found.get(ref) ?? null
      })
    }
    function want(ref: TitleRef): void {
      if (waiting.size === 0) setTimeout(() => void ask())
      waiting.add(ref)
    }
    return {
      want(ref: TitleRef) {
        if (get().titles[ref] === undefined) want(ref)
      },
      /** Asks again for something that changed, if its title is kept. */
      renew(ref: TitleRef) {
        if (get().titles[ref] !== undefined) want(ref)
      },
      /** Asks again for all titles that are kept. */
      renewAll() {
        for (const ref of Object.keys(get().titles)) want(ref)
      },
    }
  },
  { scope: 'organisation' },
)

onEvent(
  [
    ...(['task.changed', 'task.removed', 'job.changed', 'job.deleted'] as const),
    ...(['document.updated', 'document.access_changed', 'document.deleted', 'document.restored'] as const),
  ],
  event => {
    if ('task_id' in event) useTitles.getState().renew(`task:${event.task_id}`)
    else if ('instruction_id' in event) useTitles.getState().renew(`job:${event.instruction_id}`)
    else useTitles.getState().renew(`document:${event.doc_id}`)
  },
)
onEvent('log.corrected', ({ log }) => useTitles.getState().renew(`log:${log.id}`))
onResync(() => useTitles.getState().renewAll())

/** The title of something; undefined as long as it is not known, and null for what the person may not see. */
export function useKnownTitle(ref: TitleRef | null): string | null | undefined {
  useEffect(() => {
    if (ref !== null) useTitles.getState().want(ref)
  }, [ref])
  return useTitles(state => (ref === null ? undefined : state.titles[ref]))
}

/** The same, with null also as long as it is not known. */
export const useTitle = (ref: TitleRef | null): string | null => useKnownTitle(ref) ?? null

/** What a document, log or task is asked by. */
export function titleRefOf(place: NamedPlace): TitleRef {
  switch (place.kind) {
    case 'document':
      return `document:${place.doc_id}`
    case 'log':
      return `log:${place.log_id}`
    case 'task':
      return `task:${place.task_id}`
  }
}

/** A stored text for editing: what it links to has the names that the person was shown. */
export const withKnownNames = (text: string): string =>
  withLinkNames(text, place => useTitles.getState().titles[titleRefOf(place)])
