import { createToken, listTokens, revokeToken } from '#shared/contract/tokens/endpoints'
import { day } from '#shared/limits'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { serveMcp } from './mcp-route'
import { accessTokens } from './migrations/0071-access-tokens'
import * as tokens from './service'
import { deleteExpired } from './store'

/** How long an expired token is still listed, in milliseconds. */
const expiredKept = 30 * day
const batch = 1_000

export const tokensFeature = feature({
  name: 'tokens',
  routes: [
    route(listTokens, tokens.list),
    route(createToken, tokens.create, tokens.createdBefore),
    route(revokeToken, tokens.revoke),
  ],
  migrations: [accessTokens],
  cleanups: () => [
    async (tx, now) => (await deleteExpired(tx, new Date(now - expiredKept).toISOString(), batch)) === batch,
  ],
  http: serveMcp,
})
