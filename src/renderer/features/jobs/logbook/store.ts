import { listLogbookJobs } from '#shared/contract/jobs/endpoints'
import type { LogbookJobs } from '#shared/contract/jobs/job'
import { call } from '../../../platform/api'
import { onResync, reloadOn } from '../../../platform/live'
import { createSlice } from '../../../platform/store'

/** What jobs do to the logbooks that are shown, by logbook. */
export const useLogbookJobs = createSlice(
  'logbook-jobs',
  { byLogbook: {} as Record<number, LogbookJobs> },
  (set, _get, writer) => ({
    /** Loads it. Without the server nothing is said: what was known may be over. */
    async read(doc_id: number): Promise<void> {
      const write = writer()
      const outcome = await call(listLogbookJobs, { doc_id })
      write(({ byLogbook }) => {
        if (outcome.ok) byLogbook[doc_id] = outcome.data
        else delete byLogbook[doc_id]
      })
    },

    forget(doc_id: number) {
      set(({ byLogbook }) => {
        delete byLogbook[doc_id]
      })
    },
  }),
  { scope: 'organisation' },
)

const shown = new Set<number>()

/** Keeps it up to date while a logbook is shown. Returns the function that ends that. */
export function followLogbook(doc_id: number): () => void {
  follow()
  shown.add(doc_id)
  void useLogbookJobs.getState().read(doc_id)
  return () => {
    shown.delete(doc_id)
    useLogbookJobs.getState().forget(doc_id)
  }
}

let isFollowing = false

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  const readShown = (doc_id: number) => {
    if (shown.has(doc_id)) void useLogbookJobs.getState().read(doc_id)
  }
  reloadOn(
    ['job.logbook_changed'],
    ({ doc_id }) => readShown(doc_id),
    ({ doc_id }) => doc_id,
  )
  onResync(() => shown.forEach(readShown))
}
