import type { Log } from '#shared/contract/logbooks'
import type { Visit } from '../../../platform/http/route'
import type { MemberScene } from '../../../platform/scene'
import { logsFromRows } from '../log-from'
import { logsAfter, type Place } from '../logs-store'
import { requireReadable } from '../rights'
import type { Wish } from './wish'

/** Logs that are held at a time. */
export const batchSize = 200

/**
 * The logs of an export, the oldest first, batch by batch: each is read when the one before was taken, by somebody who may read them
 * at that moment. `look` makes of a batch what is wanted, in its transaction.
 */
export async function* batchesOf<T>(
  visit: Pick<Visit, 'act'>,
  { doc_id, labels, user_ids, start_time, end_time }: Wish,
  look: (at: MemberScene, logs: readonly Log[]) => Promise<T>,
): AsyncGenerator<T> {
  let place: Place = { instant: start_time }
  for (;;) {
    const batch = await visit.act(async at => {
      const part = { doc_id, labels, user_ids, place, until: end_time, limit: batchSize }
      const [, rows] = await Promise.all([requireReadable(at, doc_id), logsAfter(at, part)])
      const logs = (await logsFromRows(at, rows)).reverse()
      return { found: await look(at, logs), last: logs.at(-1), isFull: logs.length === batchSize }
    })
    yield batch.found
    if (!batch.last || !batch.isFull) return
    place = { instant: batch.last.created_at, id: batch.last.id }
  }
}
