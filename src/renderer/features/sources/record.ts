import { deleteOwnFrames, listOwnFrames, type OwnFrame } from '#shared/contract/sources/endpoints'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
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

    /** Deletes pictures for good. Pictures deleted before a failure are removed from the list. */
    async remove(ids: readonly string[]): Promise<Outcome<null>> {
      const change = changer()
      for (let from = 0; ; from += pageSize) {
        const some = ids.slice(from, from + pageSize)
        const outcome = await call(deleteOwnFrames, { ids: some })
        if (!outcome.ok) return outcome
        change(frames => frames.filter((frame: OwnFrame) => !some.includes(frame.id)))
        if (from + pageSize >= ids.length) return outcome
      }
    },
  }),
})
