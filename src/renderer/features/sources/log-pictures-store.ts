import type { Frame, Source } from '#shared/contract/sources'
import { onEvent } from '../../platform/live'
import { createSlice } from '../../platform/store'
import { askFrames } from './ask-frames'
import { keyOf } from './keys'

/** A picture; `hidden` is one that the person may not see, or that is gone; `failed` could not be asked for. */
export type Known = Frame | 'hidden' | 'failed'

/** Pictures that logs show, by their ids. */
export const useLogPictures = createSlice(
  'logPictures',
  { pictures: {} as Record<string, Known> },
  (set, get, writer) => {
    const ask = askFrames(() => {
      const write = writer()
      return (ids, found) =>
        write(({ pictures }) => {
          const byId = new Map(found?.map(one => [one.id, one]))
          for (const id of ids) pictures[id] = byId.get(id) ?? (found ? 'hidden' : 'failed')
        })
    })
    return {
      /** Asks for those that are not there yet. */
      want(ids: readonly string[]) {
        const { pictures } = get()
        const missing = ids.filter(id => pictures[id] === undefined || pictures[id] === 'failed')
        // What failed is on its way again.
        if (missing.some(id => id in pictures)) set(state => missing.map(id => delete state.pictures[id]))
        for (const id of missing) ask(id)
      },

      /** Asks for a picture anew: its address has run out, as addresses do after a minute. */
      renew: ask,

      /** Others may see a source now, or fewer: asks again for its pictures, and for those that were hidden. */
      changed(source: Source) {
        for (const [id, known] of Object.entries(get().pictures)) {
          if (known === 'hidden' || (known !== 'failed' && keyOf(known.source) === keyOf(source))) ask(id)
        }
      },
    }
  },
  { scope: 'organisation' },
)

/** Shows and hides pictures as rights change. Answers the function that ends it. */
export function followLogPictures(): () => void {
  const { changed } = useLogPictures.getState()
  const ends = [
    onEvent(['camera.changed', 'camera.deleted'], ({ camera_id }) => changed({ kind: 'camera', camera_id })),
    onEvent('screen.access_changed', ({ user_id }) => changed({ kind: 'screen', user_id })),
  ]
  return () => {
    for (const end of ends) end()
  }
}
