import type { Log } from '#shared/contract/logbooks'
import type { PreflightContext } from '../../../platform/http/route'
import type { MemberContext } from '../../../platform/request-context'
import { requireReadable } from '../../documents/service'
import { logsFromRows } from '../log-from'
import { logsAfter, type Place } from '../logs-store'
import type { ExportParams } from './params'

/** Logs that are held at a time. */
export const batchSize = 200

/**
 * The logs of an export, the oldest first, batch by batch: each is read when the one before was taken, by somebody who may read them
 * at that moment. `look` makes of a batch what is wanted, in its transaction.
 */
export async function* batchesOf<T>(
  preflight: Pick<PreflightContext, 'runAsMember'>,
  { doc_id, labels, user_ids, start_time, end_time }: ExportParams,
  look: (ctx: MemberContext, logs: readonly Log[]) => Promise<T>,
): AsyncGenerator<T> {
  let place: Place = { instant: start_time }
  for (;;) {
    const batch = await preflight.runAsMember(async ctx => {
      const part = { doc_id, labels, user_ids, place, until: end_time, limit: batchSize }
      const [, rows] = await Promise.all([requireReadable(ctx, doc_id), logsAfter(ctx, part)])
      const logs = (await logsFromRows(ctx, rows)).reverse()
      return { found: await look(ctx, logs), last: logs.at(-1), isFull: logs.length === batchSize }
    })
    yield batch.found
    if (!batch.last || !batch.isFull) return
    place = { instant: batch.last.created_at, id: batch.last.id }
  }
}
