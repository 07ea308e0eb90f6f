import { z } from 'zod'
import { type ActionTool, nothingRead } from '../../platform/tool'
import { documentFor } from './documents-service'

const Opened = z.object({ doc_id: z.int() })

export const proposeOpen: ActionTool<z.output<typeof Opened>> = {
  kind: 'open',
  name: 'propose_open',
  description:
    'Offers a button that opens a logbook or document (`doc_id` from find_logbooks), when the member asks you to open it. Nothing opens before the member presses it.',
  input: Opened,
  async run(ctx, { doc_id }) {
    const { document_name } = await documentFor(ctx, doc_id, true)
    return {
      facts: { kind: 'open', doc_id, doc_name: document_name, content: '' },
      references: [{ kind: 'document', id: doc_id, title: document_name }],
      read: nothingRead,
    }
  },
}
