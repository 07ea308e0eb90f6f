import { listRuns } from '#shared/contract/jobs/endpoints'
import { Run } from '#shared/contract/jobs/job'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { copied } from '../../../platform/list-copies'
import { jobCopy } from '../last-read'

/** As many as a job with an interval of ten minutes has on most days. */
const perPage = 100

export const isUnderWay = ({ status }: Pick<Run, 'status'>): boolean => status === 'queued' || status === 'running'

/** The runs of jobs, newest first [D29]. */
export const useRuns = createKeyedListSlice('jobRuns', {
  list: (instruction_id: number, page) => call(listRuns, { instruction_id, limit: perPage, ...page }),
  key: run => run.run_id,
  nameOf: instruction_id => instruction_id,
  copies: instruction_id => copied(`${jobCopy(instruction_id)}.runs`, Run),
  actions: ({ get, changer }) => ({
    /** Shows a run as the server returned it, without loading the older ones again. */
    put(run: Run) {
      if (get().lists[run.instruction_id] === undefined) return
      changer(run.instruction_id)(runs => {
        const at = runs.findIndex(known => known.run_id === run.run_id)
        return at < 0 ? [run, ...runs] : runs.with(at, run)
      })
    },
  }),
})
