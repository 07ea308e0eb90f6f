import type { Log } from '#shared/contract/logs/log'
import type { PreflightContext } from '../../../platform/http/route'
import type { MemberContext } from '../../../platform/request-context'
import { requireReadable } from '../../documents/service'
import { logsFromRows } from '../log-from'
import { logsAfter, type Place } from '../logs-store'
import { withNamedLinks } from '../named-links'
import type { ExportParams } from './params'

/** The most logs in memory at a time. */
export const batchSize = 200

/**
 * Reads the logs of an export, oldest first, batch by batch. Each batch is read when the previous one was consumed,
 * with the reader's rights at that moment. `look` runs in the transaction of a batch and converts it.
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
      const logs = await withNamedLinks(ctx, (await logsFromRows(ctx, rows)).reverse())
      return { found: await look(ctx, logs), last: logs.at(-1), isFull: logs.length === batchSize }
    })
    yield batch.found
    if (!batch.last || !batch.isFull) return
    place = { instant: batch.last.created_at, id: batch.last.id }
  }
}
