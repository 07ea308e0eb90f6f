import { type DocumentFile, type LogDay, readSide } from '#shared/contract/logs/side'
import { call } from '../../../platform/api'
import { createSlice } from '../../../platform/store'

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
      const outcome = await call(readSide, { doc_id, ...(on !== null && { on }), files: few })
      const isOld = reading.get(key)
      reading.delete(key)
      write(({ days, files }) => {
        if (on !== null) {
          const before = days[key]?.day ?? null
          delete days[key]
          days[key] = outcome.ok ? { day: outcome.data.day, isFailed: false } : { day: before, isFailed: true }
          for (const old of Object.keys(days).slice(0, -maxDays)) delete days[old]
        }
        if (outcome.ok) files[doc_id] = withFirst(files[doc_id], outcome.data.files, outcome.data.next_files)
      })
      if (isOld) await read(doc_id, on)
    }

    return {
      /** The reader moved to a day of a document, or opened a page. */
      async show(doc_id: number, on: string | null): Promise<void> {
        set({ shown: { doc_id, on } })
        await read(doc_id, on)
      },

      hide() {
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
      },
    }
  },
  { scope: 'organisation' },
)

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
