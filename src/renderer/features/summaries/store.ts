import { logsByIds } from '#shared/contract/logs/endpoints'
import { refreshSummary, type SummaryRange } from '#shared/contract/summaries/endpoints'
import { call } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { createSlice } from '../../platform/store'
import { useDocuments } from '../documents/store'
import { useTimelines } from '../logs/store'

/** The time limit in milliseconds: a model may be slow, and is asked twice if somebody writes meanwhile. */
const timeout = 300_000

interface SummariesState {
  /** Summaries that are being written, and why they failed, by document. */
  work: Record<number, { range: SummaryRange; failure: Failure | null }>
  /** Titles of cited logs. */
  titles: Record<number, string>
}

/** The state of summaries. Their texts are in the documents. */
export const useSummaries = createSlice(
  'summaries',
  { work: {}, titles: {} } as SummariesState,
  (set, get, writer) => ({
    /** Lets Mate write a summary again. The current one stays until then. */
    async refresh(doc_id: number, range: SummaryRange): Promise<void> {
      const known = get().work[doc_id]
      if (known && !known.failure) return
      const write = writer()
      write(({ work }) => {
        work[doc_id] = { range, failure: null }
      })
      const outcome = await call(refreshSummary, { doc_id, range }, { timeout })
      // Also after a failure, because somebody else may have changed it.
      await useDocuments.getState().readInfo(doc_id)
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

    /** Loads the titles of cited logs. Without titles they are named by number. */
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
