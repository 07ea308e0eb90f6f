import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import { LogLabel } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { day, idempotencyRetention } from '#shared/limits'
import { mayBeDone } from '#shared/rules/retry'
import { call, type Outcome } from '../../platform/api'
import { browserClock, type Clock } from '../../platform/clock'
import { clearDraft, draftsUnder, onDraftCleared, readDraft, writeDraft } from '../../platform/drafts'
import { randomText } from '../../platform/random'
import { RetryTimer } from '../../platform/retry-timer'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import {
  fileIdsOf,
  moveUploads,
  releaseUploads,
  removeUploadsAt,
  restoreUploads,
  uploadsStateOf,
  useUploadStore,
} from '../attachments/store'
import { outboxPrefix } from './outbox-key'
import { useTimelines } from './timelines'

/** `isPassing`: it is sent again by itself. Older versions did not say. */
const Failure = z.object({ code: z.string(), message: z.string(), isPassing: z.boolean().default(true) })

/** A log that the server has not confirmed. */
const Entry = z.object({
  /** The id that this client gives the log. It is also the idempotency key, so that the log is saved at most once. */
  client_id: z.string(),
  doc_id: z.int(),
  title: z.string(),
  content: z.string(),
  /** The uploads of its files, which must finish first. */
  uploads: z.array(z.string()).default([]),
  /** Pictures of sources. */
  frame_ids: z.array(z.uuid()).default([]),
  labels: z.array(LogLabel).default([]),
  /** When it happened, if earlier than when it was written. */
  happened_at: Instant.nullable().default(null),
  written_at: Instant,
  /** When it was first sent to a server that may have taken it; null while it is certainly not saved. */
  tried_at: Instant.nullable(),
  /** waiting: sent by itself once the network and its files are ready. failed: needs the person. */
  state: z.enum(['waiting', 'sending', 'failed']),
  failure: Failure.nullable(),
})
export type Entry = z.infer<typeof Entry>

/** The failure code of a log that may or may not be saved, because the server no longer remembers its key. */
export const unsure = 'logbooks.unsure'

/** The failure code of a log whose files this browser has lost. */
export const filesLost = 'logbooks.files_lost'

/** The place under which the files of an unsent log are listed. */
export const filesOf = (client_id: string) => `log.outbox.${client_id}`

/** The server remembers a key for a day; one hour is reserved for clocks that differ. */
const keyHolds = idempotencyRetention - day / 24

/** Whether the server certainly does not have the log, so that it may be written anew. */
export const isUnsaved = ({ tried_at }: Entry): boolean => tried_at === null

const final = (code: string) => ({ code, message: '', isPassing: false })

/** Whether a log failed for a reason that passes, so that it is sent again by itself. */
const goesAgain = ({ state, failure }: Entry): boolean => state === 'failed' && failure?.isPassing === true

function keep(entry: Entry): void {
  // Copies the entry, because the draft is written a moment later.
  writeDraft(outboxPrefix + entry.client_id, { ...entry })
}

/** Requeues logs that were being sent or waited when the page closed; refused ones stay with the person. */
function restored(value: unknown): Entry | null {
  const entry = Entry.safeParse(value)
  if (!entry.success) return null
  const isToSend = entry.data.state === 'sending' || goesAgain(entry.data)
  return isToSend ? { ...entry.data, state: 'waiting', failure: null } : entry.data
}

type Failed = Outcome<unknown> & { ok: false }

let retry = retryWith(browserClock)
let isPumping = false
/** Counts signs that the server can be reached. One that comes during a failing call justifies another attempt. */
let hopes = 0

/** Logs on their way to the server, in the order in which they were written. They survive reloads and crashes. */
export const useOutbox = createSlice(
  'logOutbox',
  { entries: [] as Entry[] },
  (set, get) => ({
    /** Adds a log. It shows at once, and is sent as soon as there is a network. Returns its `client_id`. */
    write(
      doc_id: number,
      { title, content, uploads = [], frame_ids = [], labels = [], happened_at = null }: LogContent,
    ): string {
      const entry: Entry = {
        client_id: randomText(),
        doc_id,
        title: title.trim(),
        content,
        uploads: [...uploads],
        frame_ids: [...frame_ids],
        labels: [...labels],
        happened_at,
        written_at: new Date().toISOString(),
        tried_at: null,
        state: 'waiting',
        failure: null,
      }
      keep(entry)
      moveUploads(uploads, filesOf(entry.client_id))
      set(state => {
        state.entries.push(entry)
      })
      void this.send()
      return entry.client_id
    },

    /** Loads what earlier pages left behind, and sends everything that waits. */
    resume(): Promise<void> {
      hopes += 1
      retry.reconnect()
      const known = new Set(get().entries.map(entry => entry.client_id))
      const found = draftsUnder(outboxPrefix)
        .flatMap(({ value }) => restored(value) ?? [])
        .filter(one => !known.has(one.client_id))
      if (found.length > 0) {
        set(state => {
          state.entries = [...state.entries, ...found].sort((a, b) => a.written_at.localeCompare(b.written_at))
        })
      }
      if (get().entries.some(entry => entry.uploads.length > 0)) void restoreUploads()
      return this.send()
    },

    /**
     * Sends waiting logs one after the other, so that they keep their order. A log that waits for its files does not
     * block the others.
     */
    async send(): Promise<void> {
      if (isPumping || retry.isResting) return
      isPumping = true
      try {
        for (let next = nextOf(get().entries); next; next = nextOf(get().entries)) {
          const before = hopes
          if (!(await deliver(next)) && hopes === before) break
        }
      } finally {
        isPumping = false
      }
    },

    /** Sends a failed log again, as the same log. */
    retry(client_id: string): Promise<void> {
      const entry = get().entries.find(one => one.client_id === client_id)
      // The person knows that the log may already be saved and sends it anyway, so the server gets it as a new one.
      if (entry?.failure?.code === unsure) {
        const again = { ...entry, client_id: randomText(), tried_at: null, failure: null, state: 'waiting' as const }
        keep(again)
        moveUploads(entry.uploads, filesOf(again.client_id))
        clearDraft(outboxPrefix + client_id)
        set(state => {
          state.entries = state.entries.map(one => (one.client_id === client_id ? again : one))
        })
      } else change(client_id, { state: 'waiting', failure: null })
      retry.reset()
      wakeFailed()
      return this.send()
    },

    /** Discards an unsent log and its files, except files that were moved elsewhere. */
    discard(client_id: string) {
      clearDraft(outboxPrefix + client_id)
      removeUploadsAt(filesOf(client_id))
      this.forget(client_id)
    },

    /** Removes a file from a log; a log with nothing left is discarded. */
    without(client_id: string, upload: string) {
      const entry = get().entries.find(one => one.client_id === client_id)
      if (!entry) return
      const uploads = entry.uploads.filter(one => one !== upload)
      const isEmpty = uploads.length + entry.frame_ids.length === 0 && entry.title === '' && entry.content.trim() === ''
      if (isEmpty) this.discard(client_id)
      else change(client_id, { uploads })
      void this.send()
    },

    forget(client_id: string) {
      set(state => {
        state.entries = state.entries.filter(entry => entry.client_id !== client_id)
      })
    },
  }),
  { scope: 'organisation' },
)

interface LogContent {
  title: string
  content: string
  /** The ids of the uploads of its files. */
  uploads?: readonly string[]
  frame_ids?: readonly string[]
  labels?: readonly LogLabel[]
  /** An ISO instant; null for a log about the moment at which it is written. */
  happened_at?: string | null
}

/** Whether the log waits for its files. */
const isHeldUp = ({ uploads }: Entry): boolean => {
  const state = uploadsStateOf(uploads)
  return state === 'busy' || state === 'stuck'
}

/** Returns the log whose turn it is, if it can be sent now. No log overtakes one that is sent again by itself. */
function nextOf(entries: readonly Entry[]): Entry | undefined {
  const next = entries.find(entry => (entry.state === 'waiting' || goesAgain(entry)) && !isHeldUp(entry))
  return next?.state === 'waiting' ? next : undefined
}

function retryWith(clock: Clock): RetryTimer {
  return new RetryTimer(clock, () => {
    wakeFailed()
    void useOutbox.getState().send()
  })
}

/** Requeues the logs that failed for a reason that passes. */
function wakeFailed(): void {
  for (const entry of useOutbox.getState().entries)
    if (goesAgain(entry)) change(entry.client_id, { state: 'waiting', failure: null })
}

function change(client_id: string, now: Partial<Entry>): void {
  const entry = useOutbox.getState().entries.find(one => one.client_id === client_id)
  if (!entry) return
  const changed = { ...entry, ...now }
  keep(changed)
  useOutbox.setState(({ entries }) => ({ entries: entries.map(one => (one === entry ? changed : one)) }))
}

function bodyOf({ client_id, doc_id, uploads, title, content, frame_ids, labels, happened_at }: Entry) {
  return {
    ...{ doc_id, content, client_id },
    ...(title && { title }),
    ...(uploads.length > 0 && { file_ids: fileIdsOf(uploads) }),
    ...(frame_ids.length > 0 && { frame_ids }),
    ...(happened_at !== null && { happened_at }),
    ...(labels.length > 0 && { labels: labels.map(({ graph_id, label }) => ({ graph_id, label })) }),
  }
}

/** Sends one log. Returns whether the next one may be tried. */
async function deliver(entry: Entry): Promise<boolean> {
  const { client_id, uploads, tried_at } = entry
  if (!navigator.onLine || !isSignedIn()) return false
  if (uploadsStateOf(uploads) === 'lost') {
    // Another tab sent the log with these files; its event is on the way.
    if (readDraft(outboxPrefix + client_id) === undefined) useOutbox.getState().forget(client_id)
    else change(client_id, { state: 'failed', failure: final(filesLost) })
    return true
  }
  if (tried_at !== null && Date.now() - Date.parse(tried_at) > keyHolds) {
    change(client_id, { state: 'failed', failure: final(unsure) })
    return true
  }
  const { organizationId, userId } = useSession.getState()
  const before = hopes
  change(client_id, { state: 'sending', failure: null, tried_at: tried_at ?? new Date().toISOString() })
  const outcome = await call(writeLog, bodyOf(entry), { idempotencyKey: client_id })
  // Another workspace is open now. The log stays stored in its own, and is sent when that one is opened again.
  const now = useSession.getState()
  if (now.organizationId !== organizationId || now.userId !== userId) return true
  if (outcome.ok) {
    retry.reset()
    arrived(outcome.data)
    return true
  }
  return noteFailure(entry, outcome, hopes !== before)
}

/** Notes a failure. Returns whether the next log may be tried. */
function noteFailure({ client_id, tried_at }: Entry, outcome: Failed, isReachable: boolean): boolean {
  const { code, message, retryAfter } = outcome
  const isPassing = retry.failed(outcome)
  const isWaiting = isPassing && retryAfter === undefined && (isReachable || !navigator.onLine)
  if (isWaiting && isReachable) retry.reset()
  change(client_id, {
    ...(isWaiting ? { state: 'waiting', failure: null } : { state: 'failed', failure: { code, message, isPassing } }),
    ...(!mayBeDone(outcome) && { tried_at }),
  })
  return !isPassing
}

/** Puts a confirmed log into the timeline in place of its placeholder. */
export function arrived(log: Log): void {
  const { entries, forget } = useOutbox.getState()
  const own = entries.find(entry => entry.client_id === log.client_id)
  // Every reader receives the writer's `client_id`, but only the writer may match logs by it.
  useTimelines.getState().add(own ? log : { ...log, client_id: null }, own !== undefined)
  if (!own) return
  clearDraft(outboxPrefix + own.client_id)
  releaseUploads(own.uploads)
  forget(own.client_id)
}

/** Sends waiting logs after a reconnection: a workspace was opened, or the network or the server is back. */
export function followOutbox(onReconnect: (reconnect: () => void) => void, clock: Clock = browserClock): void {
  retry = retryWith(clock)
  const resume = () => {
    const { tokens, organizationId } = useSession.getState()
    if (!tokens || organizationId === noOrganisation) return
    void useOutbox.getState().resume()
  }
  window.addEventListener('online', resume)
  onReconnect(resume)
  useUploadStore.subscribe((now, before) => {
    if (now.uploads === before.uploads && now.isRestored === before.isRestored) return
    if (useOutbox.getState().entries.some(entry => entry.uploads.length > 0)) void useOutbox.getState().send()
  })
  useSession.subscribe((now, before) => {
    if (now.organizationId === before.organizationId && now.userId === before.userId) return
    retry.reset()
    resume()
  })
  onDraftCleared(outboxPrefix, key => {
    const entry = useOutbox.getState().entries.find(one => outboxPrefix + one.client_id === key)
    if (entry && entry.state !== 'sending') useOutbox.getState().forget(entry.client_id)
  })
  resume()
}
