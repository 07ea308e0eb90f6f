import type { LogDiscussion } from '#shared/contract/logs/discussion'
import { type LogPage, logsByIds, readLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { call, type Outcome } from '../../platform/api'
import { isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import type { Failure } from '../../platform/failure'
import { useSession } from '../../platform/session'
import { createSlice, type Write } from '../../platform/store'
import { type Filter, filterKey, isFiltered, matches, noFilter, toCallParams, toQuery } from './filter'
import { evict, fresh, settled, shows, type Timeline, withLog } from './held-timeline'
import { logsCopy, logsInsteadOf, logsMeanwhile } from './last-read'
import { adjoins, type LogText, type Mode, modeAt, type Place, toAddressParams, trimmed, withText } from './timeline'

/** The largest number of ids in one call. */
const maxIdsPerCall = 100

let uses = 0
/** The latest replacement by document; answers to earlier ones are dropped. */
const replacements = new Map<number, number>()

interface State {
  timelines: Record<number, Timeline>
  /** The document on screen, whose reader decides which end is trimmed. */
  shown: number | null
  /** Corrected texts by log id, for pages that were requested before the correction. */
  corrected: Record<number, LogText>
  /** Final titles by log id, for answers that were requested before the title was written. */
  titled: Record<number, string>
}

/** The timelines of the chosen workspace's documents, by id. */
export const useTimelines = createSlice(
  'timelines',
  { timelines: {}, shown: null, corrected: {}, titled: {} } as State,
  (set, get, writer) => {
    /** Loads the newest logs, those around a log, or those of a day [4.8a]; the filter stays unless it is given. */
    async function replace(
      doc_id: number,
      place: Place | null,
      filter = get().timelines[doc_id]?.filter ?? noFilter,
    ): Promise<void> {
      const write = writer()
      uses += 1
      const mine = uses
      replacements.set(doc_id, mine)
      write(({ timelines }) => {
        const held = timelines[doc_id]
        const edition = (held?.edition ?? 0) + 1
        const isAlike = held !== undefined && filterKey(held.filter) === filterKey(filter)
        timelines[doc_id] = {
          ...fresh(place, edition, filter, mine),
          arrivals: (held?.arrivals ?? []).filter(log => matches(log, filter)),
          unread: isAlike ? held.unread : [],
        }
        evict(timelines, doc_id)
      })
      const isMine = () => replacements.get(doc_id) === mine
      const answer = call(readLogs, { doc_id, ...toAddressParams(place), ...toCallParams(filter) })
      const isAtNewest = place === null && !isFiltered(filter)
      const outcome = await (isAtNewest
        ? logsMeanwhile(answer, doc_id, page => isMine() && show(doc_id, page, 'center', write))
        : answer)
      if (!isMine()) return
      if (get().timelines[doc_id]?.status === 'ready') return catchUpWith(doc_id, outcome, write)
      if (outcome.ok) {
        useCopiesShown.getState().isFresh(logsCopy(doc_id))
        show(doc_id, outcome.data, modeAt(place), write)
        return
      }
      const copy = isAtNewest ? await logsInsteadOf(outcome.code, doc_id) : null
      if (!isMine()) return
      if (copy) show(doc_id, copy, 'center', write)
      else fail(doc_id, outcome, write)
    }

    function change(doc_id: number, write: Write<State>, to: (held: Timeline) => Timeline): void {
      write(({ timelines }) => {
        const held = get().timelines[doc_id]
        if (held) timelines[doc_id] = to(held)
      })
    }

    function show(doc_id: number, page: LogPage, mode: Mode, write: Write<State>): true {
      change(doc_id, write, held => settled(held, mode, inNewestWords(page)))
      return true
    }

    const fail = (doc_id: number, { code, message }: Failure, write: Write<State>) =>
      change(doc_id, write, held => ({ ...held, status: 'failed', failure: { code, message } }))

    /** Adds the newest logs, or reports their failure, to a copy that is being read. Visible logs stay in place. */
    async function catchUpWith(doc_id: number, outcome: Outcome<LogPage>, write: Write<State>): Promise<void> {
      if (!outcome.ok && isUnreachable(outcome.code)) return
      if (!outcome.ok) return fail(doc_id, outcome, write)
      const page = inNewestWords(outcome.data)
      change(doc_id, write, held => {
        if (!adjoins(held, page)) return { ...held, hasNewer: true }
        return settled(held, held.logs.length > 0 ? 'start' : 'center', page)
      })
      if (get().timelines[doc_id]?.hasNewer) await reach(doc_id, 'newer')
      await useTimelines.getState().reread(doc_id)
    }

    return {
      replace,

      /** Opens a timeline at a place. Logs in memory show at once, and newer ones are loaded. */
      async open(doc_id: number, place: Place | null, filter = noFilter): Promise<void> {
        set(state => {
          state.shown = doc_id
        })
        const held = get().timelines[doc_id]
        const isAlike = held && filterKey(held.filter) === filterKey(filter) && !held.isOutdated
        if (held?.status !== 'ready' || !isAlike || !shows(held, place)) return replace(doc_id, place, filter)
        uses += 1
        set(({ timelines }) => {
          const timeline = timelines[doc_id]
          if (timeline) Object.assign(timeline, { usedAt: uses, place })
        })
        return this.catchUp(doc_id)
      },

      close() {
        set({ shown: null })
      },

      /** Loads what follows the newest log in memory, so that nothing is missed. */
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

      /** Adds a new log; one that is already present is replaced in its place [4.8b]. */
      add(received: Log, isOwn = false) {
        const log = titledNow(received)
        // Computed on plain objects, because immer drafts of hundreds of logs are slow.
        const { timelines, shown } = get()
        const held = timelines[log.doc_id]
        if (!held) return
        const isLoaded = held.logs.some(heldLog => heldLog.id === log.id)
        if (!isLoaded && !matches(log, held.filter)) {
          if (isOwn) this.update(log.doc_id, { unseen: log.id })
          return
        }
        const now = withLog(held, log, { isOwn, isShown: shown === log.doc_id })
        set(state => {
          state.timelines[log.doc_id] = { ...held, ...now }
        })
      },

      /** Updates the text of a log in loaded timelines, and for pages that are loading. */
      correct(words: LogText & Pick<Log, 'id' | 'doc_id'>) {
        const { title, content, revision, corrected_at, id, doc_id } = words
        const texts: LogText = { title, content, revision, corrected_at }
        set(({ corrected }) => {
          if ((corrected[id]?.revision ?? 0) < revision) corrected[id] = texts
        })
        const held = get().timelines[doc_id]
        if (!held) return
        const put = (log: Log) => (log.id === id ? withText(log, texts) : log)
        this.update(doc_id, { logs: held.logs.map(put), arrivals: held.arrivals.map(put) })
      },

      /** Updates what is said about a log. */
      discuss(doc_id: number, log_id: number, { comment_count, reactions }: LogDiscussion) {
        const held = get().timelines[doc_id]
        if (!held) return
        const put = (log: Log) => (log.id === log_id ? { ...log, comment_count, reactions } : log)
        this.update(doc_id, { logs: held.logs.map(put), arrivals: held.arrivals.map(put) })
      },

      /** Logs were deleted for good. */
      remove(doc_id: number, ids: readonly number[]) {
        const held = get().timelines[doc_id]
        if (!held) return
        const stays = (log: Log) => !ids.includes(log.id)
        this.update(doc_id, { logs: held.logs.filter(stays), arrivals: held.arrivals.filter(stays) })
      },

      /** Ends the placeholder of a log with its final title, also for pages that are loading. */
      title(doc_id: number, log_id: number, title: string) {
        set(({ titled }) => {
          titled[log_id] = title
        })
        const held = get().timelines[doc_id]
        if (!held) return
        this.update(doc_id, { logs: held.logs.map(titledNow), arrivals: held.arrivals.map(titledNow) })
      },

      /** Reloads the logs in memory, for missed corrections and titles. */
      async reread(doc_id: number): Promise<void> {
        const ids = get().timelines[doc_id]?.logs.map(log => log.id) ?? []
        const { organizationId } = useSession.getState()
        for (let from = 0; from < ids.length; from += maxIdsPerCall) {
          const outcome = await call(logsByIds, { doc_log_ids: ids.slice(from, from + maxIdsPerCall) })
          if (!outcome.ok || useSession.getState().organizationId !== organizationId) return
          for (const log of outcome.data) {
            this.discuss(doc_id, log.id, log)
            if (log.revision > 0) this.correct(log)
            else if (!log.is_generating) this.title(doc_id, log.id, log.title)
          }
        }
      },

      /** Updates the labels of a log. The filter does not show or hide it for that, so that nothing jumps. */
      relabel(doc_id: number, log_id: number, labels: Log['labels']) {
        const held = get().timelines[doc_id]
        if (!held) return
        const put = (log: Log) => (log.id === log_id ? { ...log, labels } : log)
        const log = [...held.logs, ...held.arrivals].find(candidate => candidate.id === log_id)
        const isShownRightly = log
          ? matches({ ...log, labels }, held.filter)
          : !matches({ labels, created_by: null }, { ...held.filter, user_ids: [] })
        this.update(doc_id, {
          ...(log && { logs: held.logs.map(put), arrivals: held.arrivals.map(put) }),
          isOutdated: held.isOutdated || (held.filter.labels.length > 0 && !isShownRightly),
        })
      },

      /** Labels were renamed or deleted on all logs. */
      reword(doc_id: number, reworded: (labels: Log['labels']) => Log['labels']) {
        const held = get().timelines[doc_id]
        if (!held) return
        const put = (log: Log) => (log.labels.length > 0 ? { ...log, labels: reworded(log.labels) } : log)
        this.update(doc_id, { logs: held.logs.map(put), arrivals: held.arrivals.map(put) })
      },

      update(doc_id: number, changed: Partial<Timeline>) {
        change(doc_id, set, held => ({ ...held, ...changed }))
      },

      /** The reader is at the newest end. */
      markRead(doc_id: number) {
        change(doc_id, set, held => ({ ...held, unread: [] }))
      },

      /** Drops excess logs at the end that the reader is not at. */
      trim(doc_id: number, keep: 'newest' | 'oldest') {
        const held = get().timelines[doc_id]
        if (!held || held.newer === 'loading' || held.older === 'loading') return
        this.update(doc_id, trimmed(held, keep))
      },

      forget(doc_id: number) {
        set(({ timelines }) => {
          delete timelines[doc_id]
        })
      },

      /** Events were missed for good: loaded timelines catch up, and those not on screen are dropped. */
      resync() {
        const { timelines, shown } = get()
        const left = Object.keys(timelines)
          .map(Number)
          .filter(id => id !== shown)
        set(state => {
          for (const id of left) delete state.timelines[id]
        })
        // What is no longer in memory is no copy that is shown.
        for (const id of left) useCopiesShown.getState().isFresh(logsCopy(id))
        if (shown !== null) void this.catchUp(shown).then(() => this.reread(shown))
      },
    }

    function inNewestWords(page: LogPage): LogPage {
      const { corrected } = get()
      return { ...page, logs: page.logs.map(log => titledNow(withText(log, corrected[log.id]))) }
    }

    function titledNow(log: Log): Log {
      const title = get().titled[log.id]
      return log.is_generating && title !== undefined ? { ...log, title, is_generating: false } : log
    }

    async function reach(doc_id: number, end: 'newer' | 'older'): Promise<void> {
      const held = get().timelines[doc_id]
      const edge = end === 'newer' ? held?.logs[0] : held?.logs.at(-1)
      if (!held || !edge || held[end] === 'loading' || held.status !== 'ready') return
      const { edition } = held
      const write = writer()
      write(({ timelines }) => {
        const timeline = timelines[doc_id]
        if (timeline) timeline[end] = 'loading'
      })
      const outcome = await call(readLogs, {
        doc_id,
        ...(end === 'newer' ? { start_after: edge.id } : { end_before: edge.id }),
        ...toCallParams(held.filter),
      })
      write(({ timelines }) => {
        const timeline = get().timelines[doc_id]
        if (!timeline || timeline.edition !== edition) return
        const after = outcome.ok
          ? settled(timeline, end === 'newer' ? 'start' : 'older', inNewestWords(outcome.data))
          : timeline
        timelines[doc_id] = { ...after, [end]: outcome.ok ? 'idle' : 'failed' }
      })
      if (outcome.ok && end === 'newer') useCopiesShown.getState().isFresh(logsCopy(doc_id))
    }
  },
  { scope: 'organisation' },
)

/** A place in a timeline as its address contains it. */
export interface AddressParams {
  log?: number
  /** `YYYY-MM-DD` */
  on?: string
}

/** Returns the address of a timeline with a filter. */
export function timelineAddress(doc_id: number, filter: Filter, { log, on }: AddressParams = {}): string {
  const query = new URLSearchParams({
    ...(log !== undefined && { log: String(log) }),
    ...(on !== undefined && { on }),
    ...toQuery(filter),
  }).toString()
  // Commas are harmless in an address and easier to read.
  return `/docs/${doc_id}${query && `?${query.replaceAll('%2C', ',')}`}`
}
