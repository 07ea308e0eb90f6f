import { createPublicKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { type AppContext, perApp } from '../../platform/app-context'
import type { TokenSubject } from '../../platform/identity'

const issuer = 'wheelhouse'
const audience = 'wheelhouse'
/** An ID token authorises calls, an access token opens sockets [D9]. */
type Use = 'id' | 'access'

export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since the epoch. */
  expires: number
}

/** Signs and verifies the JWTs of this server. */
export interface TokenBook {
  sign(use: Use, subject: TokenSubject): Promise<string>
  /** Null if the token is not from this server, not for this use, or expired. */
  check(use: Use, token: string): Promise<VerifiedToken | null>
}

/** How many verified tokens are cached, so that a signature is verified once and not for each call. */
const cachedTokens = 10_000

/** Base64 ignores the last bits of its last letter, so several texts would be the same signature. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

export const tokenBook = perApp((app: AppContext): TokenBook => {
  const privateKey = app.secrets.signingKey()
  const publicKey = createPublicKey(privateKey)
  const known = new Map<string, VerifiedToken & { use: string }>()
  const verify = async (token: string) => {
    const remembered = known.get(token)
    if (remembered) return remembered
    if (!isCanonical(token)) throw new Error('The signature is written in another way.')
    const { payload } = await jwtVerify(token, publicKey, {
      issuer,
      audience,
      algorithms: ['EdDSA'],
      requiredClaims: ['sub', 'exp', 'iat', 'jti', 'sid', 'use'],
      currentDate: new Date(app.clock.now()),
    })
    const good = {
      user_id: Number(payload.sub),
      session_id: Number(payload.sid),
      expires: Number(payload.exp) * 1000,
      use: String(payload.use),
    }
    const [oldest] = known.keys()
    if (known.size >= cachedTokens && oldest) known.delete(oldest)
    known.set(token, good)
    return good
  }
  return {
    sign: (use, { user_id, session_id }) => {
      const now = Math.floor(app.clock.now() / 1000)
      return new SignJWT({ use, sid: String(session_id) })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(user_id))
        .setJti(crypto.randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + app.settings.TOKEN_SECONDS)
        .sign(privateKey)
    },
    check: async (use, token) => {
      const good = await verify(token).catch(() => null)
      return good && good.use === use && good.expires > app.clock.now() ? good : null
    },
  }
})
