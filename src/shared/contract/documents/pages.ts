import { z } from 'zod'
import { Id, Instant } from '../common'
import { endpoint, member } from '../endpoint'
import { DocumentType } from './endpoints'
import { document, linkedFrom } from './limits'

/** Bytes of a Yjs update or state vector, in base64. */
const bytes = (most: number) => z.base64().max(Math.ceil(most / 3) * 4)

export const openPage = endpoint({
  method: 'POST',
  path: '/notes/page/open',
  summary:
    'Returns the shared document of a page as a Yjs update: all of it, or what a client with this state vector lacks. `state_vector` in the answer says what the server has, `seq` which change was the last.',
  access: member(),
  body: z.object({ doc_id: Id, state_vector: bytes(document.updateBytes).optional() }),
  bodyBytes: 2 * document.updateBytes,
  answer: z.object({ update: z.base64(), state_vector: z.base64(), seq: z.int() }),
})

export const changePage = endpoint({
  method: 'POST',
  path: '/notes/page/change',
  summary:
    'Adds a Yjs update to the shared document of a page. The answer comes once it is stored; everybody who has the page open then receives it.',
  access: member(),
  body: z.object({ doc_id: Id, update: bytes(document.updateBytes).min(1) }),
  bodyBytes: 2 * document.updateBytes,
  answer: z.object({ seq: z.int() }),
})

export const listLinkedFrom = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/linked_from',
  summary:
    'Lists the pages whose text names a document, last written first. Pages that the caller may not read are left out.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z
    .array(z.object({ doc_id: Id, doc_name: z.string(), document_type: DocumentType, last_written_at: Instant }))
    .max(linkedFrom),
})
