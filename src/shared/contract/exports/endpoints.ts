import { z } from 'zod'
import { Id, Instant } from '../common'
import { endpoint, member } from '../endpoint'

/** Milliseconds for which the archive of an export is kept. */
export const exportKept = 7 * 24 * 60 * 60 * 1000

/**
 * An archive of an organisation for one of its owners [D39, D44]. `url` is where it is downloaded, within minutes; ask
 * for the state again for a fresh one. A `withdrawn` one was removed because somebody who is in it was erased.
 */
export const Export = z.object({
  export_id: Id,
  status: z.enum(['waiting', 'running', 'ready', 'failed', 'withdrawn']),
  requested_at: Instant,
  ended_at: Instant.nullable(),
  bytes: z.int().nullable(),
  expires_at: Instant.nullable(),
  url: z.string().nullable(),
})
export type Export = z.infer<typeof Export>

export const exportOrganisation = endpoint({
  method: 'POST',
  path: '/export',
  summary:
    'Starts an export of the organisation, cancels or removes it, or tells its state: an archive of everything that the caller, an owner, may see, without passwords and tokens. Starting while one is being made returns that one.',
  access: member({ orgRole: 'owner', overLimit: 'too' }),
  body: z.object({ action: z.enum(['state', 'start', 'cancel']) }),
  answer: Export.nullable(),
})
