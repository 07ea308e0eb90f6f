import { listJobChanges } from '#shared/contract/jobs/endpoints'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'

/** Who changed a job when, and what it was before, newest first. */
export const useJobChanges = createKeyedListSlice('jobChanges', {
  list: (instruction_id: number, page) => call(listJobChanges, { instruction_id, ...page }),
  key: change => change.revision,
  nameOf: instruction_id => instruction_id,
})
