import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import { LogLabel } from '#shared/contract/graphs/label'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { call } from '../../platform/api'
import type { Mutation, MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { createSlice } from '../../platform/store'
import {
  fileIdsOf,
  moveUploads,
  releaseUploads,
  removeUploadsAt,
  restoreUploads,
  sendAfterUploads,
  uploadsStateOf,
} from '../attachments/store'
import { discardWithUndo } from '../undo/store'
import { logCommentMutation } from './discussion/store'
import { useTimelines } from './store'

export const LogInput = z.object({
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
  /** People whom it mentions. */
  mentions: z.array(z.int()).default([]),
})
type LogInput = z.infer<typeof LogInput>

/** A log that the server has not confirmed, in the form in which it is shown. */
export interface Entry extends LogInput {
  client_id: string
  /** When it was first sent to a server that may have saved it; null while it is certainly not saved. */
  tried_at: number | null
  /** waiting: sent by itself once the network and its files are ready. failed: the last attempt failed. */
  state: Mutation['state']
  /** `isPassing`: the failure is temporary, and the log is sent again by itself. */
  failure: { code: string; message: string; isPassing: boolean } | null
}

/** The failure code of a log whose files this browser has lost. */
export const filesLost = 'logbooks.files_lost'

/** The place under which the files of an unsent log are listed. */
export const filesOf = (client_id: string) => `log.outbox.${client_id}`

/** Whether the server certainly does not have the log, so that it may be written anew. */
export const isUnsaved = ({ tried_at }: Entry): boolean => tried_at === null

export const logMutation: MutationKind<LogInput, Log> = {
  name: 'log.write',
  input: LogInput,
  // All logs share a lane, so that they keep their order. A log that waits for its files does not block the others.
  lane: () => 'logs',
  isHeld({ uploads }) {
    const state = uploadsStateOf(uploads)
    return state === 'busy' || state === 'stuck'
  },
  obstacle: ({ uploads }) => (uploadsStateOf(uploads) === 'lost' ? filesLost : null),
  send: ({ doc_id, uploads, title, content, frame_ids, labels, happened_at, mentions }, client_id) =>
    call(
      writeLog,
      {
        ...{ doc_id, content, client_id },
        ...(title && { title }),
        ...(uploads.length > 0 && { file_ids: fileIdsOf(uploads) }),
        ...(frame_ids.length > 0 && { frame_ids }),
        ...(happened_at !== null && { happened_at }),
        ...(mentions.length > 0 && { mentions }),
        ...(labels.length > 0 && { labels: labels.map(({ graph_id, label }) => ({ graph_id, label })) }),
      },
      { idempotencyKey: client_id },
    ),
  settle: arrived,
  renew: ({ uploads }, _, to) => moveUploads(uploads, filesOf(to)),
}

const shown = new WeakMap<Mutation, Entry>()

/** Returns the entry of a mutation, always as the same object; null for other mutations and for unreadable ones. */
function entryOf(mutation: Mutation): Entry | null {
  const known = shown.get(mutation)
  if (known || mutation.kind !== logMutation.name) return known ?? null
  const input = LogInput.safeParse(mutation.input)
  if (!input.success) return null
  const { id, tried_at, state, failure } = mutation
  const entry: Entry = {
    ...input.data,
    ...{ client_id: id, tried_at },
    state: state === 'waiting' && failure ? 'failed' : state,
    failure: failure && { ...failure, isPassing: state === 'waiting' },
  }
  shown.set(mutation, entry)
  return entry
}

interface LogContent {
  title: string
  content: string
  /** The ids of the uploads of its files. */
  uploads?: readonly string[]
  frame_ids?: readonly string[]
  labels?: readonly LogLabel[]
  /** An instant; null for a log about the moment at which it is written. */
  happened_at?: string | null
  mentions?: readonly number[]
}

/** Logs on their way to the server, in the order in which they were written. They survive reloads and crashes. */
export const useOutbox = createSlice(
  'logOutbox',
  { entries: [] as Entry[] },
  (_, get) => ({
    /** Adds a log. It shows at once, and is sent as soon as there is a network. Returns its `client_id`. */
    write(
      doc_id: number,
      { title, content, uploads = [], frame_ids = [], labels = [], happened_at = null, mentions = [] }: LogContent,
    ): string {
      const client_id = mutationQueue().send(logMutation, {
        ...{ doc_id, title: title.trim(), content, happened_at },
        ...{ uploads: [...uploads], frame_ids: [...frame_ids], labels: [...labels], mentions: [...mentions] },
      })
      moveUploads(uploads, filesOf(client_id))
      return client_id
    },

    /** Sends a failed log again, as the same one. */
    retry: (client_id: string) => mutationQueue().retry(client_id),

    /** Discards an unsent log for the person, who can take that back; then its files are deleted. */
    discardWithUndo: (client_id: string, done: string) =>
      discardWithUndo(client_id, { done, onEnd: () => removeUploadsAt(filesOf(client_id)) }),

    /** Forgets an unsent log and its files, except files that were moved elsewhere. */
    discard(client_id: string) {
      removeUploadsAt(filesOf(client_id))
      void mutationQueue().discard(client_id)
    },

    /** Removes a file from a log; a log with nothing left is discarded. */
    without(client_id: string, upload: string) {
      const entry = get().entries.find(candidate => candidate.client_id === client_id)
      if (!entry) return
      const { doc_id, title, content, frame_ids, labels, happened_at, mentions } = entry
      const uploads = entry.uploads.filter(id => id !== upload)
      if (uploads.length + frame_ids.length === 0 && title === '' && content.trim() === '') this.discard(client_id)
      else {
        const input: LogInput = { doc_id, title, content, uploads, frame_ids, labels, happened_at, mentions }
        void mutationQueue().change(client_id, input)
        if (entry.failure?.code === filesLost) void mutationQueue().retry(client_id)
      }
    },
  }),
  { scope: 'account' },
)

/** Puts a confirmed log into the timeline in place of its placeholder. */
export function arrived(log: Log): void {
  const waiting = log.client_id === null ? undefined : mutationQueue().find(log.client_id)
  const own = waiting && entryOf(waiting)
  // Every reader receives the writer's `client_id`, but only the writer may match logs by it.
  useTimelines.getState().add(own ? log : { ...log, client_id: null }, Boolean(own))
  if (!own) return
  releaseUploads(own.uploads)
  mutationQueue().arrived(own.client_id)
}

/** Shows unsent logs, and sends them when their files are uploaded. */
export function followOutbox(): void {
  const show = () => {
    const { mutations } = useMutations.getState()
    const entries = mutations.flatMap(mutation => entryOf(mutation) ?? [])
    const before = useOutbox.getState().entries
    if (entries.length === before.length && entries.every((entry, index) => entry === before[index])) return
    const hasFiles = entries.some(({ uploads }) => uploads.length > 0)
    useOutbox.setState({ entries })
    if (hasFiles) void restoreUploads()
  }
  show()
  useMutations.subscribe(show)
  sendAfterUploads(() => useOutbox.getState().entries.some(({ uploads }) => uploads.length > 0))
}

/** Sends unsent logs, including those of earlier pages and versions. */
export function startOutbox(): void {
  const queue = mutationQueue()
  queue.register(logMutation)
  queue.register(logCommentMutation)
  void queue.open()
}
