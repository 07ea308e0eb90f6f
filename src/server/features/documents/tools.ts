import { z } from 'zod'
import { documentLink } from '../../platform/markdown'
import { nothingRead, type Tool } from '../../platform/tool'
import { recordDocumentViews } from '../audit/service'
import { documentFor } from './documents-service'
import { type PageFacts, pageQuestion } from './page-question'

/** The most characters of a page in one result. */
const mostCharacters = 20_000

const PageQuery = z.object({ doc_id: z.int().min(1), from: z.int().min(0).default(0) })

export const pageTool: Tool<z.output<typeof PageQuery>, PageFacts> = {
  name: 'read_page',
  description:
    'The text of a document (the id of a document of type document or logbook, from find_logbooks) as markdown, from character `from` on, 20,000 characters at most. `total` counts all characters.',
  input: PageQuery as z.ZodType<z.output<typeof PageQuery>>,
  question: pageQuestion,
  async run(ctx, { doc_id, from }) {
    const { document_name, content } = await documentFor(ctx, doc_id, true)
    recordDocumentViews(ctx, [doc_id], 'mate')
    return {
      facts: {
        doc_id,
        name: document_name,
        link: documentLink(doc_id, document_name),
        text: content.slice(from, from + mostCharacters),
        total: content.length,
      },
      references: [{ kind: 'document', id: doc_id, title: document_name }],
      read: { ...nothingRead, documents: 1 },
    }
  },
}
