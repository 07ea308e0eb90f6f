import { z } from 'zod'
import { log as logLimits } from '#shared/contract/logs/limits'
import { apiError } from '#shared/errors'
import { type ActionTool, nothingRead } from '../../platform/tool'
import { requireLogbook } from '../documents/service'
import { write } from './logs-service'

const NewLog = z.object({ doc_id: z.int(), content: z.string().trim().min(1).max(logLimits.contentLength) })

export const proposeLog: ActionTool<z.output<typeof NewLog>> = {
  kind: 'write_log',
  name: 'propose_log',
  description:
    'Proposes to write a log with this markdown `content` into a logbook (`doc_id` from find_logbooks), when the member asks you to. Nothing is written by this: the member sees the text and a button, and only pressing that writes it. Do not say that it was written.',
  input: NewLog,
  async run(ctx, { doc_id, content }) {
    const { name } = await requireLogbook(ctx, doc_id)
    return {
      facts: { kind: 'write_log', doc_id, doc_name: name, content },
      references: [{ kind: 'document', id: doc_id, title: name }],
      read: nothingRead,
    }
  },
  async perform(ctx, { doc_id, content }) {
    if (doc_id === null) throw apiError('document.not_found')
    return { log_id: (await write(ctx, { doc_id, content, file_ids: [], labels: [] })).id, job: null }
  },
}
