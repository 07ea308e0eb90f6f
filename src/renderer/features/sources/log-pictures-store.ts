import { type Frame, findFrame, type Source } from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'
import { onEvent } from '../../platform/live'
import { createSlice } from '../../platform/store'
import { batchFrames } from './batch-frames'
import { keyOf } from './keys'

/** A picture. `hidden`: deleted, or this person may not see it. `failed`: the request failed. */
export type PictureEntry = Frame | 'hidden' | 'failed'

/** Pictures in logs, by id. */
export const useLogPictures = createSlice(
  'logPictures',
  {
    pictures: {} as Record<string, PictureEntry>,
    /** The picture of the same source that is shown instead of one of a log, by the id of the latter. */
    around: {} as Record<string, Frame>,
  },
  (set, get, writer) => {
    const ask = batchFrames(() => {
      const write = writer()
      return (ids, found) =>
        write(({ pictures, around }) => {
          const byId = new Map(found?.map(frame => [frame.id, frame]))
          for (const id of ids) pictures[id] = byId.get(id) ?? (found ? 'hidden' : 'failed')
          for (const [id, frame] of Object.entries(around)) around[id] = byId.get(frame.id) ?? frame
        })
    })
    return {
      /** Requests the pictures that are not loaded yet. */
      want(ids: readonly string[]) {
        const { pictures } = get()
        const missing = ids.filter(id => pictures[id] === undefined || pictures[id] === 'failed')
        // Forgets failed pictures, because they are requested again now.
        if (missing.some(id => id in pictures)) set(state => missing.map(id => delete state.pictures[id]))
        for (const id of missing) ask(id)
      },

      /** Requests a picture again after its address expired, which happens after a minute. */
      renew: ask,

      /**
       * Shows what the source of a picture showed right before or after what is shown now. False if there is no such
       * picture; undefined if that is not known.
       */
      async step(frame: Frame, direction: 'before' | 'after'): Promise<boolean | undefined> {
        const write = writer()
        const { source, taken_at, id } = get().around[frame.id] ?? frame
        const outcome = await call(findFrame, { source, at: taken_at, id, direction })
        if (!outcome.ok) return undefined
        const found = outcome.data
        if (found)
          write(({ around }) => {
            around[frame.id] = found
          })
        return found !== null
      },

      /** Shows the picture of the log again. */
      stepBack({ id }: Pick<Frame, 'id'>) {
        set(({ around }) => {
          delete around[id]
        })
      },

      /** The access to a source changed: requests its pictures and hidden ones again. */
      changed(source: Source) {
        for (const [id, known] of Object.entries(get().pictures)) {
          if (known === 'hidden' || (known !== 'failed' && keyOf(known.source) === keyOf(source))) ask(id)
        }
      },
    }
  },
  { scope: 'organisation' },
)

/** Shows and hides pictures when access changes. Returns the function that stops it. */
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
