import type { Input } from '#shared/contract/endpoint'
import { changeHandover, type Handover, readHandover, writeHandover } from '#shared/contract/handovers/endpoints'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'

/** The handover of the branch whose dialog is open. */
export const useHandover = createListSlice('handover', {
  async list(_page, { branch_id }: { branch_id: number }) {
    const outcome = await call(readHandover, { branch_id })
    return outcome.ok ? { ...outcome, data: [outcome.data] } : outcome
  },
  key: handover => handover.branch_id,
  query: { branch_id: 0 },
  actions: ({ changer }) => ({
    async save(handover: Input<typeof changeHandover>): Promise<Outcome<Handover>> {
      const change = changer()
      const outcome = await call(changeHandover, handover)
      if (outcome.ok) change(() => [outcome.data])
      return outcome
    },
    async writeNow(branch_id: number): Promise<Outcome<Handover>> {
      const change = changer()
      const outcome = await call(writeHandover, { branch_id })
      if (outcome.ok) change(() => [outcome.data])
      return outcome
    },
  }),
})
