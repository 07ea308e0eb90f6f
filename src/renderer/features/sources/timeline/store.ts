import { type Frame, findFrame, listFrameDays, readTimeline } from '#shared/contract/sources/endpoints'
import { timeline } from '#shared/contract/sources/limits'
import { day } from '#shared/limits'
import { call } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import { createSlice } from '../../../platform/store'
import { batchFrames, withUrls } from '../batch-frames'
import { keyOf, type SourceKey, sourceOf } from '../keys'
import type { Range } from './range'

interface TimelineState {
  /** Names what is shown, so that an answer about something else is passed over. */
  shown: string
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  /** The pictures of the range, oldest first; not all of them if there are too many. */
  frames: Frame[]
  isWhole: boolean
  /** The large picture, and what was asked for it. */
  chosen: Frame | null
  wanted: string
  /** The days of which the source has pictures. */
  days: string[]
  daysOf: SourceKey | null
  /** When the newest picture that is known of was taken. */
  newest: string | null
  /** Pictures that came since the newest one was shown. */
  unseen: number
  /** Whether the person moved the strip away from its end. */
  isScrolledBack: boolean
}

const nothing: TimelineState = {
  shown: '',
  status: 'loading',
  failure: null,
  frames: [],
  isWhole: true,
  chosen: null,
  wanted: '',
  days: [],
  daysOf: null,
  newest: null,
  unseen: 0,
  isScrolledBack: false,
}

/** The range grows by this many pictures before it is read again, thinned out by the server. */
const mostArrived = timeline.pictures

const timeOf = ({ taken_at }: Pick<Frame, 'taken_at'>) => Date.parse(taken_at)

/** Whether the large picture is the newest one, and new ones are to follow it. */
const isAtEnd = ({ chosen, newest, isScrolledBack }: TimelineState) =>
  !isScrolledBack && (chosen === null || (newest !== null && timeOf(chosen) >= Date.parse(newest)))

/** Shows a picture large. */
function show(state: TimelineState, frame: Frame | null): void {
  state.chosen = frame
  if (isAtEnd(state)) state.unseen = 0
}

/** Days before today in which pictures are searched: a camera keeps them for a year at most. */
const daysBack = timeline.days - 10

const needed = (key: SourceKey) => {
  const source = sourceOf(key)
  if (!source) throw new Error(`${key} is no source.`)
  return source
}

/** The timeline of one source. */
export const useTimeline = createSlice(
  'sourceTimeline',
  nothing,
  (set, get, writer) => ({
    /** Loads the pictures of a range. */
    async load(key: SourceKey, { from, to }: Range): Promise<void> {
      const shown = [key, from, to].join()
      const write = writer()
      set(state => {
        if (state.shown !== shown)
          Object.assign(state, {
            ...{ frames: [], isWhole: true, status: 'loading', failure: null, isScrolledBack: false },
          })
        state.shown = shown
      })
      const known = new Set(get().frames.map(frame => frame.id))
      const outcome = await call(readTimeline, { source: needed(key), from, to })
      if (get().shown !== shown) return
      write(state => {
        if (outcome.ok) {
          const { frames, is_whole } = outcome.data
          const last = frames.at(-1)
          const since = state.frames.filter(frame => !known.has(frame.id) && (!last || timeOf(frame) > timeOf(last)))
          Object.assign(state, { frames: [...frames, ...since], isWhole: is_whole, status: 'ready', failure: null })
          return
        }
        Object.assign(state, { frames: [], status: 'failed', failure: outcome })
        if (outcome.code === 'source.not_found') state.chosen = null
      })
    },

    /** Shows the picture of an instant, or the last one before it. Returns it; null if the source has none. */
    async choose(key: SourceKey, at: string, frame?: Frame): Promise<Frame | null> {
      const { chosen } = get()
      const wanted = `${key} ${at}`
      const isShown = chosen && keyOf(chosen.source) === key && Date.parse(chosen.taken_at) === Date.parse(at)
      const known = frame ?? (isShown ? chosen : null)
      const write = writer()
      set({ wanted })
      if (known) {
        set(state => show(state, known))
        return known
      }
      const outcome = await call(findFrame, { source: needed(key), at, direction: 'near' })
      if (get().wanted !== wanted || !outcome.ok) return null
      write(state => show(state, outcome.data))
      return outcome.data
    },

    /** Shows the picture right before or after the large one. Null if there is none; undefined if that is unknown. */
    async step(direction: 'before' | 'after'): Promise<Frame | null | undefined> {
      const { chosen } = get()
      if (!chosen) return undefined
      const write = writer()
      const { source, taken_at, id } = chosen
      const outcome = await call(findFrame, { source, at: taken_at, id, direction })
      // Another picture was chosen meanwhile.
      if (get().chosen?.id !== id || !outcome.ok) return undefined
      const frame = outcome.data
      if (frame)
        write(state => {
          state.wanted = `${keyOf(source)} ${frame.taken_at}`
          show(state, frame)
        })
      return frame
    },

    /**
     * A picture was taken. It is added to the range that it belongs to, and shown large if the newest one was shown, in
     * which case this returns true. `isFull`: the range should be read again.
     */
    add(key: SourceKey, { id, url, taken_at }: Pick<Frame, 'id' | 'url' | 'taken_at'>) {
      const state = get()
      const [, from = '', to = ''] = state.shown.split(',')
      const isKnown = state.newest !== null && Date.parse(taken_at) <= Date.parse(state.newest)
      if (!state.shown.startsWith(`${key},`) || isKnown) return { isShown: false, isFull: false }
      const frame: Frame = { id, url, taken_at, source: needed(key), kept: false }
      const isShown = isAtEnd(state)
      const isInside = timeOf(frame) >= Date.parse(from) && timeOf(frame) < Date.parse(to)
      const isFull = isInside && state.frames.length >= timeline.pictures + mostArrived
      set(state => {
        state.newest = taken_at
        if (isInside && !isFull) state.frames.push(frame)
        if (!isShown) {
          state.unseen += 1
          return
        }
        state.wanted = `${key} ${taken_at}`
        show(state, frame)
      })
      return { isShown, isFull }
    },

    /** The newest picture that other parts of the app know of. */
    knowNewest({ taken_at }: Pick<Frame, 'taken_at'>) {
      const { newest } = get()
      if (newest === null || Date.parse(taken_at) > Date.parse(newest)) set({ newest: taken_at })
    },

    scrolledBack(isScrolledBack: boolean) {
      if (get().isScrolledBack !== isScrolledBack) set({ isScrolledBack })
    },

    /** Returns the first picture since an instant. */
    async firstSince(key: SourceKey, at: string): Promise<Frame | null> {
      const before = new Date(Date.parse(at) - 1).toISOString()
      const outcome = await call(findFrame, { source: needed(key), at: before, direction: 'after' })
      return outcome.ok ? outcome.data : null
    },

    async loadDays(key: SourceKey, zone: string, today: string): Promise<void> {
      const write = writer()
      set(state => {
        if (state.daysOf !== key) state.days = []
        state.daysOf = key
      })
      const from = new Date(Date.parse(today) - daysBack * day).toISOString().slice(0, 10)
      const outcome = await call(listFrameDays, { source: needed(key), zone, from, to: today })
      if (outcome.ok && get().daysOf === key) write({ days: outcome.data })
    },

    /** Nothing is shown when the timeline opens again, until it is loaded. */
    forget() {
      set(nothing)
    },

    /** Requests a new address for a picture whose address expired, which happens after a minute. */
    renew: batchFrames(() => {
      const write = writer()
      return (_ids, found) =>
        write(state => {
          state.frames = withUrls(state.frames, found)
          if (state.chosen) state.chosen = withUrls([state.chosen], found)[0] ?? null
        })
    }),
  }),
  { scope: 'organisation' },
)

/** The timeline of this source; nothing until it is being loaded, because another one may have been shown before. */
export function useTimelineOf(key: SourceKey): TimelineState {
  const state = useTimeline()
  if (!state.shown.startsWith(`${key},`)) return nothing
  return state.chosen && keyOf(state.chosen.source) !== key ? { ...state, chosen: null } : state
}
