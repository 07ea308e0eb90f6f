import { type Log, type LogPage, readLogs } from '#shared/contract/logbooks'
import { call, type Outcome } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { type Mode, merged, type Stretch, trimmed, withPage } from './timeline'
import { useWriters } from './writers'

export interface Failure {
  code: string
  message: string
}

type Reach = 'idle' | 'loading' | 'failed'

/** One document's logs, as far as they are in memory. */
export interface Timeline extends Stretch {
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  newer: Reach
  older: Reach
  /** Live logs that may not adjoin the stretch: a page between them is on its way, or the reader is elsewhere in time. */
  arrivals: Log[]
  /** Live logs, written elsewhere, that came since the reader was last at the newest end. */
  unread: number[]
  /** What the stretch was opened at; null for its newest end. */
  place: Place | null
  /** Grows with every replacement, so that the view begins anew. */
  edition: number
  usedAt: number
}

export type Place = { log_id: number } | { day: string }

/** How many documents' timelines are kept besides each other. */
const mostTimelines = 16

const nothing: Stretch = { logs: [], hasNewer: false, hasOlder: false }

let uses = 0
/** The replacement asked for last, by document: the answer to an earlier one comes too late. */
const asked = new Map<number, number>()

interface State {
  timelines: Record<number, Timeline>
  /** The document on the screen: its reader decides which end is trimmed. */
  shown: number | null
}

/** The timelines of the chosen workspace's documents, by id. */
export const useTimelines = createSlice(
  'timelines',
  { timelines: {}, shown: null } as State,
  (set, get, writer) => {
    /** Replaces a stretch: by the newest logs, those around a log, or those of a day [4.8a]. */
    async function replace(doc_id: number, place: Place | null): Promise<void> {
      const write = writer()
      uses += 1
      const mine = uses
      asked.set(doc_id, mine)
      write(({ timelines }) => {
        const held = timelines[doc_id]
        const edition = (held?.edition ?? 0) + 1
        timelines[doc_id] = { ...fresh(place, edition), arrivals: held?.arrivals ?? [], unread: held?.unread ?? [] }
        evict(timelines, doc_id)
      })
      const where = place === null ? {} : 'log_id' in place ? { center_id: place.log_id } : { on: place.day }
      const learn = useWriters.getState().learning()
      const outcome = await call(readLogs, { doc_id, ...where })
      if (outcome.ok) learn(outcome.data.logs)
      if (asked.get(doc_id) !== mine) return
      write(({ timelines }) => {
        const held = get().timelines[doc_id]
        if (!held) return
        const mode = place && 'day' in place ? 'date' : 'center'
        timelines[doc_id] = outcome.ok
          ? settled(held, mode, outcome.data)
          : { ...held, status: 'failed', failure: failureOf(outcome) }
      })
    }

    return {
      replace,

      /**
       * Opens a timeline: at a log, on a day, or at its newest end. What is still in memory shows at once, and catches up.
       */
      async open(doc_id: number, place: Place | null): Promise<void> {
        set(state => {
          state.shown = doc_id
        })
        const held = get().timelines[doc_id]
        if (held?.status !== 'ready' || !shows(held, place)) return replace(doc_id, place)
        uses += 1
        set(({ timelines }) => {
          const one = timelines[doc_id]
          if (one) Object.assign(one, { usedAt: uses, place })
        })
        return this.catchUp(doc_id)
      },

      close() {
        set({ shown: null })
      },

      /** Loads what follows after the newest log in memory, so that nothing that was missed is left out. */
      catchUp(doc_id: number): Promise<void> {
        const held = get().timelines[doc_id]
        if (!held || held.status === 'loading') return Promise.resolve()
        if (held.status === 'failed' || (held.logs.length === 0 && held.place === null))
          return replace(doc_id, held.place)
        return held.hasNewer ? Promise.resolve() : this.loadNewer(doc_id)
      },

      /** Prepends the page that follows the newest log in memory [4.8a]. */
      async loadNewer(doc_id: number): Promise<void> {
        await reach(doc_id, 'newer')
      },

      /** Appends the page before the oldest log in memory [4.8a]. */
      async loadOlder(doc_id: number): Promise<void> {
        await reach(doc_id, 'older')
      },

      /** Takes a log that was written just now; one that is there already is replaced in its place [4.8b]. */
      add(log: Log, isOwn = false) {
        // Worked out on plain objects: drafts of hundreds of logs are slow.
        const { timelines, shown } = get()
        const held = timelines[log.doc_id]
        if (!held) return
        const isLoaded = held.logs.some(one => one.id === log.id)
        const isNew = !isLoaded && held.arrivals.every(one => one.id !== log.id)
        const mayHaveGap = held.hasNewer || held.newer === 'loading' || held.status !== 'ready'
        const logs = isLoaded || !mayHaveGap ? merged(held.logs, [log]) : held.logs
        const now = {
          ...(shown === log.doc_id ? { logs } : trimmed({ ...held, logs }, 'newest')),
          arrivals: isLoaded || !mayHaveGap ? held.arrivals : merged(held.arrivals, [log]),
          unread: isNew && !isOwn ? [...held.unread, log.id] : held.unread,
        }
        set(state => {
          state.timelines[log.doc_id] = { ...held, ...now }
        })
      },

      /** The reader is at the newest end. */
      markRead(doc_id: number) {
        set(({ timelines }) => {
          const held = timelines[doc_id]
          if (held) held.unread = []
        })
      },

      /** Drops what is too much at the end that the reader is not at. */
      trim(doc_id: number, keep: 'newest' | 'oldest') {
        const held = get().timelines[doc_id]
        if (!held || held.newer === 'loading' || held.older === 'loading') return
        set(({ timelines }) => {
          timelines[doc_id] = { ...held, ...trimmed(held, keep) }
        })
      },

      forget(doc_id: number) {
        set(({ timelines }) => {
          delete timelines[doc_id]
        })
      },

      /** Events were missed for good: what is in memory catches up, what is not on the screen is dropped. */
      resync() {
        const { timelines, shown } = get()
        set(state => {
          for (const id of Object.keys(timelines).map(Number)) if (id !== shown) delete state.timelines[id]
        })
        if (shown !== null) void this.catchUp(shown)
      },
    }

    async function reach(doc_id: number, end: 'newer' | 'older'): Promise<void> {
      const held = get().timelines[doc_id]
      const edge = end === 'newer' ? held?.logs[0] : held?.logs.at(-1)
      if (!held || !edge || held[end] === 'loading' || held.status !== 'ready') return
      const { edition } = held
      const write = writer()
      write(({ timelines }) => {
        const one = timelines[doc_id]
        if (one) one[end] = 'loading'
      })
      const learn = useWriters.getState().learning()
      const outcome = await call(readLogs, {
        doc_id,
        ...(end === 'newer' ? { start_after: edge.id } : { end_before: edge.id }),
      })
      if (outcome.ok) learn(outcome.data.logs)
      write(({ timelines }) => {
        const one = get().timelines[doc_id]
        if (!one || one.edition !== edition) return
        const after = outcome.ok ? settled(one, end === 'newer' ? 'start' : 'older', outcome.data) : one
        timelines[doc_id] = { ...after, [end]: outcome.ok ? 'idle' : 'failed' }
      })
    }
  },
  { scope: 'organisation' },
)

/** Whether a place is in memory. */
function shows({ logs, hasNewer, place: at }: Timeline, place: Place | null): boolean {
  if (place === null) return !hasNewer && !(at && 'day' in at)
  if ('log_id' in place) return logs.some(log => log.id === place.log_id)
  return at !== null && 'day' in at && at.day === place.day
}

function fresh(place: Place | null, edition: number): Timeline {
  return {
    ...nothing,
    status: 'loading',
    failure: null,
    newer: 'idle',
    older: 'idle',
    arrivals: [],
    unread: [],
    place,
    edition,
    usedAt: uses,
  }
}

/** With a page taken in, and with it what came live meanwhile, if there is no gap in between. */
function settled(held: Timeline, mode: Mode, page: LogPage): Timeline {
  const after: Timeline = { ...held, ...withPage(held, mode, page), status: 'ready', failure: null }
  if (mode === 'older') return after
  const loaded = new Set(after.logs.map(log => log.id))
  return after.hasNewer
    ? { ...after, arrivals: held.arrivals.filter(log => !loaded.has(log.id)) }
    : { ...after, logs: merged(after.logs, held.arrivals), arrivals: [] }
}

function failureOf(outcome: Outcome<unknown> & { ok: false }): Failure {
  return { code: outcome.code, message: outcome.message }
}

/** Lets go of the timeline that was not looked at for the longest time. */
function evict(timelines: Record<number, Timeline>, spare: number): void {
  const others = Object.entries(timelines).filter(([id]) => Number(id) !== spare)
  if (others.length < mostTimelines) return
  const [oldest] = others.sort(([, one], [, other]) => one.usedAt - other.usedAt)
  if (oldest) delete timelines[Number(oldest[0])]
}
