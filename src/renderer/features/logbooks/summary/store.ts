import { logsByIds } from '#shared/contract/logbooks'
import { refreshSummary, type SummaryRange } from '#shared/contract/summaries'
import { call } from '../../../platform/api'
import { createSlice } from '../../../platform/store'
import { useLogbooks } from '../store'
import { type Failure, useTimelines } from '../timelines'

/** A model may take its time, and is asked twice where somebody writes meanwhile; milliseconds. */
const patience = 300_000

interface SummariesState {
  /** Documents whose summary is being written, and why it was not. */
  work: Record<number, { range: SummaryRange; failure: Failure | null }>
  /** Titles of logs that are cited. */
  titles: Record<number, string>
}

/** What is going on with the summaries of documents. Their texts stand in the documents. */
export const useSummaries = createSlice(
  'summaries',
  { work: {}, titles: {} } as SummariesState,
  (set, get, writer) => ({
    /** Lets Mate write a summary anew. The one that is there stays until the new one is. */
    async refresh(doc_id: number, range: SummaryRange): Promise<void> {
      const known = get().work[doc_id]
      if (known && !known.failure) return
      const write = writer()
      write(({ work }) => {
        work[doc_id] = { range, failure: null }
      })
      const outcome = await call(refreshSummary, { doc_id, range }, { patience })
      // Also after an error: somebody else may have changed it.
      await useLogbooks.getState().readInfo(doc_id)
      write(({ work }) => {
        if (outcome.ok) delete work[doc_id]
        else work[doc_id] = { range, failure: { code: outcome.code, message: outcome.message } }
      })
    },

    dismiss(doc_id: number) {
      set(({ work }) => {
        delete work[doc_id]
      })
    },

    /** Learns what cited logs are called. Without it they are called by their number. */
    async learn(doc_id: number, log_ids: readonly number[]): Promise<void> {
      const write = writer()
      const loaded = useTimelines.getState().timelines[doc_id]?.logs ?? []
      const wanted = log_ids.filter(id => get().titles[id] === undefined)
      const known = loaded.filter(log => wanted.includes(log.id))
      const missing = wanted.filter(id => known.every(log => log.id !== id)).slice(0, 100)
      const outcome = missing.length > 0 ? await call(logsByIds, { doc_log_ids: missing }) : null
      write(({ titles }) => {
        for (const log of [...known, ...(outcome?.ok ? outcome.data : [])]) titles[log.id] = log.title
      })
    },
  }),
  { scope: 'organisation' },
)
