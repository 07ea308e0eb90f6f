import type { PreflightContext } from '../../../platform/http/route'
import { told } from '../log-from'
import { batchesOf } from './batches'
import type { About, ExportParams } from './params'

/** Logs as they are on the wire, without addresses that would soon be good for nothing, below what the file is of. */
export async function* jsonOf(preflight: PreflightContext, about: About, params: ExportParams): AsyncGenerator<string> {
  const { doc_id, start_time, end_time, labels, user_ids } = params
  const { document_name, zone, made_at, made_by } = about
  const head = { logbook: { doc_id, document_name }, start_time, end_time, labels, user_ids, zone, made_at, made_by }
  yield `${JSON.stringify(head).slice(0, -1)},"logs":[`
  const texts = batchesOf(preflight, params, async (_at, logs) =>
    logs.map(log => JSON.stringify(told(log))).join(',\n'),
  )
  let before = '\n'
  for await (const text of texts) {
    if (!text) continue
    yield before + text
    before = ',\n'
  }
  yield '\n]}\n'
}
