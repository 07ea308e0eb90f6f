import { z } from 'zod'
import { Instant } from '../common'
import { endpoint, signedIn } from '../endpoint'

/** Milliseconds between the request of a person and the erasure, during which it can be cancelled. */
export const erasureDelay = 7 * 24 * 60 * 60 * 1000

/** When the caller asked for it and when it happens; null if it was not asked for. */
export const Erasure = z.object({ requested_at: Instant, erased_after: Instant }).nullable()
export type Erasure = z.infer<typeof Erasure>

export const eraseUser = endpoint({
  method: 'POST',
  path: '/user/erase',
  summary:
    'Asks for the caller’s account and everything that is theirs alone to be erased in seven days, cancels that, or tells its state. `request` is confirmed with the caller’s e-mail or phone.',
  access: signedIn(),
  body: z.object({ action: z.enum(['state', 'request', 'cancel']), confirmed_address: z.string().max(200).optional() }),
  answer: Erasure,
})
