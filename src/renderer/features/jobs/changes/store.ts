import { listJobChanges } from '#shared/contract/jobs/endpoints'
import { JobChange } from '#shared/contract/jobs/job'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { copied } from '../../../platform/list-copies'
import { jobCopy } from '../last-read'

/** Who changed a job when, and what it was before, newest first. */
export const useJobChanges = createKeyedListSlice('jobChanges', {
  list: (instruction_id: number, page) => call(listJobChanges, { instruction_id, ...page }),
  key: change => change.revision,
  nameOf: instruction_id => instruction_id,
  copies: instruction_id => copied(`${jobCopy(instruction_id)}.changes`, JobChange),
})
