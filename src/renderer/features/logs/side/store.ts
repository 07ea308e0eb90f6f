import { z } from 'zod'
import { DocumentFile, LogDay, readSide } from '#shared/contract/logs/side'
import { call } from '../../../platform/api'
import { answerOrCopy, isUnreachable } from '../../../platform/copied-answer'
import { useCopiesShown } from '../../../platform/copies-shown'
import { account } from '../../../platform/guest'
import { onEvent, onResync } from '../../../platform/live'
import { offlineCopies } from '../../../platform/offline-copies'
import { createSlice } from '../../../platform/store'
import { copyOfPart } from '../../documents/store'

/** How many files show at first, and how many more come with each page. */
const few = 5
const more = 50
/** Events within this many milliseconds cause one request. */
const settleAfter = 300
/** How many days are kept in memory, of all documents. */
const maxDays = 60

interface Files {
  list: DocumentFile[]
  /** The cursor of the next page; null at the end. */
  next: string | null
  more: 'idle' | 'loading' | 'failed'
  /** Whether the reader requested more than the first files. */
  isWhole: boolean
}

interface SideState {
  /** By document and day. The previous data stays during a reload. */
  days: Record<string, { day: LogDay | null; isFailed: boolean }>
  files: Record<number, Files>
  /** The document and day on screen; no day for a page, of which only the files show. */
  shown: { doc_id: number; on: string | null } | null
}

const FilesCopy = z.object({ list: z.array(DocumentFile), next: z.string().nullable() })
const filesPlace = (doc_id: number) => ({ name: copyOfPart(doc_id, 'files'), schema: FilesCopy })
const dayPlace = (doc_id: number, on: string) => ({ name: copyOfPart(doc_id, `day.${on}`), schema: LogDay })

export const dayKey = (doc_id: number, on: string | null): string => `${doc_id} ${on}`

/** Running requests; true if something changed meanwhile. */
const reading = new Map<string, boolean>()
let settling: ReturnType<typeof setTimeout> | undefined

/** The data of side panes: the visible day and the files of the document. */
export const useSide = createSlice(
  'logbookSide',
  { days: {}, files: {}, shown: null } as SideState,
  (set, get, writer) => {
    /** Loads a day and the first files. Requests during a load cause one more load. */
    async function read(doc_id: number, on: string | null): Promise<void> {
      const key = dayKey(doc_id, on)
      if (reading.has(key)) {
        reading.set(key, true)
        return
      }
      reading.set(key, false)
      const write = writer()
      const owner = account()
      const asked = call(readSide, { doc_id, ...(on !== null && { on }), files: few })
      const isShown = () => get().shown?.doc_id === doc_id && get().shown?.on === on
      const [outcome] = await Promise.all([
        answerOrCopy(asked, filesPlace(doc_id), {
          isEmpty: () => isShown() && !get().files[doc_id],
          show: copy =>
            write(({ files }) => {
              files[doc_id] = { ...copy, more: 'idle', isWhole: false }
            }),
        }),
        on !== null &&
          answerOrCopy(asked, dayPlace(doc_id, on), {
            isEmpty: () => isShown() && !get().days[key]?.day,
            show: day => write(({ days }) => setDay(days, key, { day, isFailed: false })),
          }),
      ])
      const isOld = reading.get(key)
      reading.delete(key)
      // The reader may have left while the copies were read.
      const { shown } = get()
      if (shown?.doc_id !== doc_id) leave({ doc_id, on })
      else if (shown.on !== on) leaveDay({ doc_id, on })
      const isRefused = !outcome.ok && !isUnreachable(outcome.code)
      // Who is refused what is beside a document sees no copy of it either.
      const isHidden = ({ name }: { name: string }) => isRefused && name in useCopiesShown.getState().shown
      write(({ days, files }) => {
        if (on !== null) {
          const held = isHidden(dayPlace(doc_id, on)) ? null : (days[key]?.day ?? null)
          setDay(days, key, { day: outcome.ok ? outcome.data.day : held, isFailed: !outcome.ok })
        }
        if (outcome.ok) files[doc_id] = withFirst(files[doc_id], outcome.data.files, outcome.data.next_files)
        else if (isHidden(filesPlace(doc_id))) delete files[doc_id]
      })
      if (account() === owner) {
        if (outcome.ok) keep(doc_id, outcome.data.day)
        else if (isRefused) await drop(doc_id, on)
      }
      if (isOld) await read(doc_id, on)
    }

    function keep(doc_id: number, day: LogDay | null): void {
      const { list, next } = get().files[doc_id] ?? { list: [], next: null }
      offlineCopies.keep(filesPlace(doc_id).name, { list, next } satisfies z.infer<typeof FilesCopy>)
      if (day) offlineCopies.keep(dayPlace(doc_id, day.on).name, day)
    }

    return {
      /** The reader moved to a day of a document, or opened a page. */
      async show(doc_id: number, on: string | null): Promise<void> {
        const { shown } = get()
        if (shown && (shown.doc_id !== doc_id || shown.on !== on)) leave(shown)
        set({ shown: { doc_id, on } })
        await read(doc_id, on)
      },

      hide() {
        const { shown } = get()
        if (shown) leave(shown)
        set({ shown: null })
      },

      /** Logs or labels changed in a document, or in any: reloads what is on screen. */
      changed(doc_id?: number) {
        const { shown } = get()
        if (!shown || (doc_id !== undefined && shown.doc_id !== doc_id)) return
        clearTimeout(settling)
        settling = setTimeout(() => {
          const now = get().shown
          if (now) void read(now.doc_id, now.on)
        }, settleAfter)
      },

      async moreFiles(doc_id: number): Promise<void> {
        const { next, more: state } = get().files[doc_id] ?? { next: null, more: 'idle' }
        if (next === null || state === 'loading') return
        const write = writer()
        const owner = account()
        write(({ files }) => {
          if (files[doc_id]) files[doc_id].more = 'loading'
        })
        const outcome = await call(readSide, { doc_id, files: more, files_after: next })
        write(({ files }) => {
          const held = files[doc_id]
          if (!held) return
          if (!outcome.ok) held.more = 'failed'
          else {
            const list = joined(held.list, outcome.data.files)
            Object.assign(held, { list, next: outcome.data.next_files, more: 'idle', isWhole: true })
          }
        })
        if (outcome.ok && account() === owner) keep(doc_id, null)
      },
    }
  },
  { scope: 'organisation' },
)

/** What is no longer on screen is no copy that is shown. */
function leave(place: NonNullable<SideState['shown']>): void {
  useCopiesShown.getState().isFresh(filesPlace(place.doc_id).name)
  leaveDay(place)
}

function leaveDay({ doc_id, on }: NonNullable<SideState['shown']>): void {
  if (on !== null) useCopiesShown.getState().isFresh(dayPlace(doc_id, on).name)
}

function setDay(days: SideState['days'], key: string, held: SideState['days'][string]): void {
  delete days[key]
  days[key] = held
  for (const old of Object.keys(days).slice(0, -maxDays)) delete days[old]
}

async function drop(doc_id: number, on: string | null): Promise<void> {
  const places = [filesPlace(doc_id), ...(on === null ? [] : [dayPlace(doc_id, on)])]
  for (const { name } of places) {
    useCopiesShown.getState().isFresh(name)
    await offlineCopies.drop(name)
  }
}

/** Joins two lists of files without duplicates. */
function joined(readonlyArray: readonly DocumentFile[], other: readonly DocumentFile[]): DocumentFile[] {
  const known = new Set(readonlyArray.map(file => file.file_id))
  return [...readonlyArray, ...other.filter(file => !known.has(file.file_id))]
}

/** Replaces the newest files; if the reader requested more, those stay below. */
function withFirst(held: Files | undefined, first: DocumentFile[], next: string | null): Files {
  if (held?.isWhole) return { ...held, list: joined(first, held.list) }
  return { list: first, next, more: 'idle', isWhole: false }
}

// Others write and label, or a page was written.
onEvent(
  ['log.added', 'log.labelled', 'graph.created', 'graph.changed', 'graph.deleted', 'document.updated'],
  ({ doc_id }) => useSide.getState().changed(doc_id),
)
onResync(() => useSide.getState().changed())
