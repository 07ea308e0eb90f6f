import { listRunMarks, type RunMark } from '#shared/contract/jobs/endpoints'
import type { Source } from '#shared/contract/sources/endpoints'
import { call } from '../../../platform/api'
import { createSlice } from '../../../platform/store'

export interface MarksOf {
  source: Source
  range: { from: string; to: string }
}

/** Names a source and range, so that an answer about others is passed over. */
export const marksKey = ({ source, range }: MarksOf): string => JSON.stringify([source, range.from, range.to])

/** When jobs fired in the range of a timeline that is shown. */
export const useRunMarks = createSlice(
  'run-marks',
  { shown: '', marks: [] as RunMark[] },
  (set, get, writer) => ({
    /** Loads the marks unless they are there. Without an answer, nothing is marked. */
    async read(of: MarksOf): Promise<void> {
      const shown = marksKey(of)
      if (get().shown === shown) return
      const write = writer()
      set({ shown, marks: [] })
      const outcome = await call(listRunMarks, { source: of.source, ...of.range })
      if (get().shown === shown && outcome.ok) write({ marks: outcome.data })
    },

    /** The marks are loaded again when they are shown again. */
    forget() {
      set({ shown: '', marks: [] })
    },
  }),
  { scope: 'organisation' },
)
