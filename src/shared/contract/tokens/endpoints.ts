import { z } from 'zod'
import { Id, Instant, Nothing, text } from '../common'
import { endpoint, member } from '../endpoint'
import { tokens as limits } from './limits'

/**
 * What a program with the token can do, never more than its owner: read what they may read; also propose, which they
 * confirm in their chat with Mate; or also act, for the kinds of actions for which they let Mate act.
 */
export const TokenScope = z.enum(['read', 'propose', 'act'])
export type TokenScope = z.infer<typeof TokenScope>

/** A token of a person for programs that use Mate’s tools at /mcp [D47]. */
export const AccessToken = z.object({
  token_id: Id,
  name: z.string(),
  scope: TokenScope,
  created_at: Instant,
  expires_at: Instant,
  /** To the minute. */
  last_used_at: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listTokens = endpoint({
  method: 'POST',
  reads: true,
  path: '/tokens/list',
  summary: 'Lists the access tokens of the caller in this organisation, also those that expired lately, newest first.',
  access: member(),
  body: z.object({}),
  answer: z.array(AccessToken),
})

export const createToken = endpoint({
  method: 'POST',
  path: '/tokens/create',
  summary:
    'Makes an access token for this organisation. `secret` is what the program sends; it is returned this once, and null if the call is repeated.',
  access: member(),
  body: z.object({
    name: text(limits.nameLength),
    scope: TokenScope,
    expires_in_days: z.int().min(1).max(limits.days),
  }),
  answer: z.object({ token: AccessToken, secret: z.string().nullable() }),
  perMinute: 30,
})

export const revokeToken = endpoint({
  method: 'POST',
  path: '/tokens/revoke',
  summary: 'Ends an access token of the caller at once.',
  access: member(),
  body: z.object({ token_id: Id }),
  answer: Nothing,
})
