import { z } from 'zod'
import { document as limits } from '#shared/contract/documents/limits'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { type ActionTool, nothingRead } from '../../platform/tool'
import { documentFor } from './documents-service'
import { findDocument } from './documents-store'
import { requireFound, requireRight } from './rights'
import { lockWritableContent, writeContent } from './versions-service'

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

const Added = z.object({ doc_id: z.int(), content: z.string().trim().min(1).max(limits.contentLength) })

/** A text for the end of a page. It becomes a change of the shared document, so that nobody who writes there is disturbed. */
export const proposePageText: ActionTool<z.output<typeof Added>> = {
  kind: 'write_page',
  name: 'propose_page_text',
  description:
    'Proposes to add this markdown `content` to the end of a page (`doc_id` of a document of type document, from find_logbooks), when the member asks you to. Nothing is written by this: the member sees the text and a button, and only pressing that writes it. Do not say that it was written.',
  input: Added,
  async run(ctx, { doc_id, content }) {
    const { name } = await requirePage(ctx, doc_id)
    return {
      facts: { kind: 'write_page', doc_id, doc_name: name, content },
      references: [{ kind: 'document', id: doc_id, title: name }],
      read: nothingRead,
    }
  },
  async perform(ctx, { doc_id, content }) {
    if (doc_id === null) throw apiError('document.not_found')
    const held = await lockWritableContent(ctx, doc_id)
    if (held.type !== 'document') throw apiError('page.not_a_page')
    const text = [held.content.trimEnd(), content].filter(Boolean).join('\n\n')
    await writeContent(ctx, held, text, { origin: 'mate' })
    return {}
  },
}

/** A page that the caller may write; refuses every other document. */
async function requirePage(ctx: MemberContext, doc_id: number): Promise<{ name: string }> {
  const document = requireFound(await findDocument(ctx, doc_id))
  requireRight(document, 'writable')
  if (document.type !== 'document') throw apiError('page.not_a_page')
  return document
}
