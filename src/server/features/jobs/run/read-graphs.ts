import type { AppContext } from '../../../platform/app-context'
import { runAsPerson } from '../../../platform/run-as'
import { rightsOn } from '../../documents/service'
import { countsBetween } from '../../graphs/service'
import type { StoredJob } from '../store'

const day = 86_400_000

export interface ReadGraph {
  doc_id: number
  graph: string
  from: string
  /** The number of logs that carry each label, zeros included. */
  logs: Record<string, number>
}

/**
 * The values of the graphs of the logbooks that a job reads: how many logs carry each label, written since its last run,
 * or within a day before its first. With the rights of its owner.
 */
export function readGraphs(
  app: AppContext,
  organization_id: number,
  { owner_id, read_ids }: Pick<StoredJob, 'owner_id' | 'read_ids'>,
  since: string | null,
): Promise<ReadGraph[]> {
  const from = since ?? new Date(app.clock.now() - day).toISOString()
  return runAsPerson(app, { organization_id, user_id: owner_id }, async ctx => {
    const read: ReadGraph[] = []
    for (const doc_id of read_ids) {
      if (!(await rightsOn(ctx, doc_id))) continue
      const counts = await countsBetween(ctx, doc_id, { from, to: ctx.now })
      read.push(...counts.map(({ name, logs }) => ({ doc_id, graph: name, from, logs })))
    }
    return read
  })
}
