import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'
import { document } from './limits'

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
  overSocket: true,
  answer: z.object({ seq: z.int() }),
})
