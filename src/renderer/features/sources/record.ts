import { deleteOwnFrames, listOwnFrames, type OwnFrame } from '#shared/contract/sources/own-frames'
import { call } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { deleteWithUndo, onDeleted, useUndeleted } from '../undo/store'
import { batchFrames, withUrls } from './batch-frames'

/** The largest number of ids in one call, and the size of a page. */
const pageSize = 100

/** Every picture taken of the person's screen, and who saw it, newest first [D34]. */
export const useRecord = createListSlice('ownFrames', {
  list: page => call(listOwnFrames, { ...page, limit: pageSize }),
  key: frame => frame.id,
  actions: ({ changer }) => ({
    /** Requests a new address for a picture whose address expired, which happens after a minute. */
    renew: batchFrames(() => {
      const change = changer()
      return (_ids, found) => change(frames => withUrls(frames, found))
    }),
    drop(ids: readonly string[]) {
      changer()(frames => frames.filter((frame: OwnFrame) => !ids.includes(frame.id)))
    },
  }),
})

onDeleted('frame', ids => useRecord.getState().drop(ids))

/** The pictures of the record without those that the person deleted. */
export const useRecordedFrames = (): readonly OwnFrame[] =>
  useUndeleted(
    'frame',
    useRecord(state => state.items),
    frame => frame.id,
  )

/** Deletes pictures, from logs as well: as many at a time as one call takes, each with a notice of its own. */
export function deleteFrames(ids: readonly string[], told: (count: number) => { done: string; refused: string }): void {
  for (let from = 0; from < ids.length; from += pageSize) {
    const some = ids.slice(from, from + pageSize)
    deleteWithUndo({
      ...{ of: 'frame', keys: some, endpoint: deleteOwnFrames, fields: { ids: some } },
      ...told(some.length),
    })
  }
}
