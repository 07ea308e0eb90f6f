import type { Input } from '#shared/contract/endpoint'
import { readWorkingHours, setWorkingHours, type WorkingHours } from '#shared/contract/schedule/endpoints'
import { call, type Outcome } from '../../../platform/api'
import { latestOnly } from '../../../platform/latest-only'
import { createSlice } from '../../../platform/store'

interface WorkingHoursState {
  hours: WorkingHours | null
  failure: { code: string; message: string } | null
}

const initial: WorkingHoursState = { hours: null, failure: null }
const ask = latestOnly()

/** When one person works in the chosen workspace [D15]: the signed-in person, or another member. */
export const useWorkingHours = createSlice('workingHours', initial, (_set, _get, writer) => ({
  async load(for_user_id?: number): Promise<void> {
    const write = writer()
    const isNews = ask()
    const outcome = await call(readWorkingHours, { for_user_id })
    if (!isNews()) return
    if (outcome.ok) write({ hours: outcome.data, failure: null })
    else write({ failure: { code: outcome.code, message: outcome.message } })
  },

  async save(hours: Input<typeof setWorkingHours>): Promise<Outcome<WorkingHours>> {
    const write = writer()
    const outcome = await call(setWorkingHours, hours)
    // What was asked before the change may be older than it.
    const isNews = ask()
    if (outcome.ok && isNews()) write({ hours: outcome.data, failure: null })
    return outcome
  },
}))
