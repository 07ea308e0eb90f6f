import { deleteOwnFrames, listOwnFrames, type OwnFrame } from '#shared/contract/sources/endpoints'
import { apiPage, CallFailed, call, type Outcome } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { batchFrames } from './batch-frames'

interface RecordState {
  /** Newest first. */
  frames: OwnFrame[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: { code: string; message: string } | null
  /** The cursor of the next page; null at the end. */
  next: string | null
  more: 'idle' | 'loading' | 'failed'
}

const initial: RecordState = { frames: [], status: 'idle', failure: null, next: null, more: 'idle' }

/** The largest number of ids in one call, and the size of a page. */
const pageSize = 100

/** Every picture taken of the person's screen, and who saw it [D34]. */
export const useRecord = createSlice(
  'ownFrames',
  initial,
  (_set, get, writer) => ({
    async load(): Promise<void> {
      const write = writer()
      write({ status: 'loading', failure: null })
      try {
        const { items, next_cursor } = await apiPage(listOwnFrames, { limit: pageSize })
        write({ frames: items, next: next_cursor, status: 'ready', more: 'idle' })
      } catch (cause) {
        if (!(cause instanceof CallFailed)) throw cause
        write({ status: 'failed', failure: { code: cause.code, message: cause.message } })
      }
    },

    async loadMore(): Promise<void> {
      const { next, more } = get()
      if (next === null || more === 'loading') return
      const write = writer()
      write({ more: 'loading' })
      try {
        const { items, next_cursor } = await apiPage(listOwnFrames, { cursor: next, limit: pageSize })
        write(state => {
          // The list was reloaded meanwhile, so this page belongs to the previous one.
          if (state.next !== next) return
          const known = new Set(state.frames.map(frame => frame.id))
          state.frames.push(...items.filter(item => !known.has(item.id)))
          Object.assign(state, { next: next_cursor, more: 'idle' })
        })
      } catch (cause) {
        if (!(cause instanceof CallFailed)) throw cause
        write({ more: 'failed' })
      }
    },

    /** Requests a new address for a picture whose address expired, which happens after a minute. */
    renew: batchFrames(() => {
      const write = writer()
      return (_ids, found) => {
        const urls = new Map(found?.map(frame => [frame.id, frame.url]))
        write(({ frames }) => {
          for (const frame of frames) frame.url = urls.get(frame.id) ?? frame.url
        })
      }
    }),

    /** Deletes pictures for good. Pictures deleted before a failure are removed from the list. */
    async remove(ids: readonly string[]): Promise<Outcome<null>> {
      const write = writer()
      for (let from = 0; ; from += pageSize) {
        const some = ids.slice(from, from + pageSize)
        const outcome = await call(deleteOwnFrames, { ids: some })
        if (!outcome.ok) return outcome
        write(state => {
          state.frames = state.frames.filter(frame => !some.includes(frame.id))
        })
        if (from + pageSize >= ids.length) return outcome
      }
    },
  }),
  { scope: 'organisation' },
)
