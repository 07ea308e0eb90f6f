import { downloadFiles, type FileAttachment } from '#shared/contract/attachments'
import { call } from '../../platform/api'
import { steadyNow } from '../../platform/clock'
import { createSlice } from '../../platform/store'

/** As many as one call may name. */
const atOnce = 100
/** How long an address is certainly good: half a minute at least; milliseconds. */
const isGoodFor = 20_000

/** A file and when its addresses were told; `gone` is one that is not there or not for this person; `failed` could not be asked for. */
export type Known = { file: FileAttachment; told_at: number } | 'gone' | 'failed'

type Found = ReadonlyMap<string, FileAttachment> | null

/** Files that are shown, by their ids. */
export const useFiles = createSlice(
  'files',
  { known: {} as Record<string, Known> },
  (set, get, writer) => {
    const wanted = new Map<string, ((found: Found) => void)[]>()

    /** Asks for a file, all that are wanted in one moment together. */
    function ask(id: string): Promise<Found> {
      return new Promise(resolve => {
        const isFirst = wanted.size === 0
        wanted.set(id, [...(wanted.get(id) ?? []), resolve])
        if (isFirst) queueMicrotask(() => void askAll())
      })
    }

    async function askAll(): Promise<void> {
      const write = writer()
      const asked = [...wanted]
      wanted.clear()
      for (let from = 0; from < asked.length; from += atOnce) {
        const some = asked.slice(from, from + atOnce)
        const outcome = await call(downloadFiles, { file_ids: some.map(([id]) => id) })
        const found: Found = outcome.ok ? new Map(outcome.data.map(file => [file.file_id, file])) : null
        const told_at = steadyNow()
        write(({ known }) => {
          for (const [id] of some) {
            const file = found?.get(id)
            // What was known stays where nobody answers.
            if (file) known[id] = { file, told_at }
            else if (found) known[id] = 'gone'
            else known[id] ??= 'failed'
          }
        })
        for (const [, resolves] of some) for (const resolve of resolves) resolve(found)
      }
    }

    return {
      /** Asks for those that are not there yet. */
      want(ids: readonly string[]) {
        const { known } = get()
        const missing = ids.filter(id => known[id] === undefined || known[id] === 'failed')
        // What failed is on its way again.
        if (missing.some(id => id in known)) set(state => missing.map(id => delete state.known[id]))
        for (const id of missing) void ask(id)
      },

      /** An address did not lead to the file. Asks for another one; answers false where the address was new, so that it is not that. */
      renew(id: string): boolean {
        const one = get().known[id]
        if (typeof one === 'object' && steadyNow() - one.told_at < isGoodFor) return false
        void ask(id)
        return true
      },

      /** The file with an address that is good for a while; null when it cannot be had. */
      async fresh(id: string): Promise<FileAttachment | null> {
        const one = get().known[id]
        if (typeof one === 'object' && steadyNow() - one.told_at < isGoodFor) return one.file
        return (await ask(id))?.get(id) ?? null
      },
    }
  },
  { scope: 'organisation' },
)
