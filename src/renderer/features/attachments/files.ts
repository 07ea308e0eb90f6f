import { downloadFiles, type FileAttachment } from '#shared/contract/attachments/endpoints'
import { call } from '../../platform/api'
import { steadyNow } from '../../platform/clock'
import { createSlice } from '../../platform/store'

/** The largest number of files that one request may name. */
const maxPerCall = 100
/** Milliseconds for which an address is treated as valid. The server guarantees at least half a minute. */
const validFor = 20_000

/**
 * A file and when its addresses were issued. `gone`: the file does not exist or this person may not see it. `failed`:
 * the request failed.
 */
export type FileEntry = { file: FileAttachment; told_at: number } | 'gone' | 'failed'

type Found = ReadonlyMap<string, FileAttachment> | null

/** The files shown on screen, by id. */
export const useFiles = createSlice(
  'files',
  { known: {} as Record<string, FileEntry> },
  (set, get, writer) => {
    const wanted = new Map<string, ((found: Found) => void)[]>()

    /** Requests a file. Requests made in the same moment are sent as one call. */
    function ask(id: string): Promise<Found> {
      return new Promise(resolve => {
        const isFirst = wanted.size === 0
        wanted.set(id, [...(wanted.get(id) ?? []), resolve])
        if (isFirst) queueMicrotask(() => void askAll())
      })
    }

    async function askAll(): Promise<void> {
      const write = writer()
      const ids = [...wanted]
      wanted.clear()
      for (let from = 0; from < ids.length; from += maxPerCall) {
        const some = ids.slice(from, from + maxPerCall)
        const outcome = await call(downloadFiles, { file_ids: some.map(([id]) => id) })
        const found: Found = outcome.ok ? new Map(outcome.data.map(file => [file.file_id, file])) : null
        const told_at = steadyNow()
        write(({ known }) => {
          for (const [id] of some) {
            const file = found?.get(id)
            // Keeps what is known when the request fails.
            if (file) known[id] = { file, told_at }
            else if (found) known[id] = 'gone'
            else known[id] ??= 'failed'
          }
        })
        for (const [, resolves] of some) for (const resolve of resolves) resolve(found)
      }
    }

    return {
      /** Requests the files that are not known yet. */
      want(ids: readonly string[]) {
        const { known } = get()
        const missing = ids.filter(id => known[id] === undefined || known[id] === 'failed')
        // Forgets failed files, because they are requested again now.
        if (missing.some(id => id in known)) set(state => missing.map(id => delete state.known[id]))
        for (const id of missing) void ask(id)
      },

      /**
       * Requests another address after one did not lead to the file. Returns false where the address was new, because
       * then the address is not the cause.
       */
      renew(id: string): boolean {
        const entry = get().known[id]
        if (typeof entry === 'object' && steadyNow() - entry.told_at < validFor) return false
        void ask(id)
        return true
      },

      /** Returns the file with an address that is valid for a while, or null when the file is not available. */
      async fresh(id: string): Promise<FileAttachment | null> {
        const entry = get().known[id]
        if (typeof entry === 'object' && steadyNow() - entry.told_at < validFor) return entry.file
        return (await ask(id))?.get(id) ?? null
      },
    }
  },
  { scope: 'organisation' },
)
