import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import { answerProposal, listProposals } from '#shared/contract/graphs/proposals'
import { call, type Outcome } from '../../../platform/api'
import { createSlice } from '../../../platform/store'
import { useTimelines } from '../../logs/store'

interface State {
  /** What Mate proposes, by log. */
  proposed: Record<number, LogLabel[]>
}

/** Labels that Mate proposes for logs, to be taken with a click [D22]. */
export const useProposals = createSlice('labelProposals', { proposed: {} } as State, (_set, get, writer) => ({
  /** Reads what is proposed in a logbook. Without an answer nothing is proposed, and nothing is lost. */
  async load(doc_id: number): Promise<void> {
    const write = writer()
    const outcome = await call(listProposals, { doc_id })
    if (!outcome.ok) return
    write(({ proposed }) => {
      for (const { log_id, labels } of outcome.data) proposed[log_id] = labels
    })
  },

  show(log_id: number, labels: LogLabel[]): void {
    writer()(({ proposed }) => {
      if (labels.length > 0) proposed[log_id] = labels
      else delete proposed[log_id]
    })
  },

  /** Takes or dismisses a label; shown at once, and taken back if the server refuses. */
  async answer(
    { doc_id, log_id }: { doc_id: number; log_id: number },
    { graph_id, label }: LabelAssignment,
    take: boolean,
  ): Promise<Outcome<unknown>> {
    const before = get().proposed[log_id] ?? []
    const rest = before.filter(other => other.graph_id !== graph_id || other.label !== label)
    this.show(log_id, rest)
    const outcome = await call(answerProposal, { doc_id, log_id, graph_id, label, take })
    if (outcome.ok) {
      this.show(log_id, outcome.data.proposed)
      useTimelines.getState().relabel(doc_id, log_id, outcome.data.labels)
    } else this.show(log_id, before)
    return outcome
  },
}))
