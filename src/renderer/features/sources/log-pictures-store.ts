import { type Frame, readFrames } from '#shared/contract/sources'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'

/** A picture; `hidden` is one that the person may not see, or that is gone; `failed` could not be asked for. */
export type Known = Frame | 'hidden' | 'failed'

/** As many as one call may name. */
const atOnce = 100

/** Pictures that wait to be asked for together, also those whose address has run out. */
const wanted = new Set<string>()

/** Pictures that logs show, by their ids. */
export const useLogPictures = createSlice(
  'logPictures',
  { pictures: {} as Record<string, Known> },
  (_set, get, writer) => {
    function ask(id: string): void {
      const write = writer()
      wanted.add(id)
      if (wanted.size > 1) return
      queueMicrotask(async () => {
        const ids = [...wanted]
        wanted.clear()
        for (let from = 0; from < ids.length; from += atOnce) {
          const some = ids.slice(from, from + atOnce)
          const outcome = await call(readFrames, { ids: some })
          const found = new Map(outcome.ok ? outcome.data.map(one => [one.id, one]) : [])
          write(({ pictures }) => {
            for (const one of some) pictures[one] = found.get(one) ?? (outcome.ok ? 'hidden' : 'failed')
          })
        }
      })
    }
    return {
      /** Asks for those that are not there yet. */
      want(ids: readonly string[]) {
        const { pictures } = get()
        for (const id of ids) if (pictures[id] === undefined || pictures[id] === 'failed') ask(id)
      },

      /** Asks for a picture anew: its address has run out, as addresses do after a minute. */
      renew: ask,
    }
  },
  { scope: 'organisation' },
)
