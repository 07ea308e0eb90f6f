import type { PreflightContext } from '../../../platform/http/route'
import { withoutPictureUrl } from '../log-from'
import { batchesOf } from './batches'
import type { About, ExportParams } from './params'

/** Logs as on the wire, without signed URLs, which would soon expire, after a description of the file. */
export async function* jsonOf(preflight: PreflightContext, about: About, params: ExportParams): AsyncGenerator<string> {
  const { doc_id, start_time, end_time, labels, user_ids } = params
  const { document_name, zone, made_at, made_by } = about
  const head = { logbook: { doc_id, document_name }, start_time, end_time, labels, user_ids, zone, made_at, made_by }
  yield `${JSON.stringify(head).slice(0, -1)},"logs":[`
  const texts = batchesOf(preflight, params, async (_at, logs) =>
    logs.map(log => JSON.stringify(withoutPictureUrl(log))).join(',\n'),
  )
  let before = '\n'
  for await (const text of texts) {
    if (!text) continue
    yield before + text
    before = ',\n'
  }
  yield '\n]}\n'
}
