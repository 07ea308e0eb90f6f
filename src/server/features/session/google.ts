import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import type { Body } from '#shared/contract/endpoint'
import type { googleSignIn } from '#shared/contract/session/endpoints'
import { ApiError, apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import { checkAddress } from '../../platform/media/guard'

/** A person as the OpenID provider identifies them. */
export interface Identity {
  issuer: string
  subject: string
  /** Set only if the provider has verified it. */
  email: string | null
}

interface Provider {
  config: Configuration
  library: typeof import('openid-client')
}

/** Seconds that the sign-in screen waits for a provider. */
const providerTimeout = 5

/** The provider's metadata, fetched on first use and again after a failure [D11]. */
const provider = perApp((app: AppContext) => {
  let discovered: Promise<Provider> | undefined
  const discover = async (): Promise<Provider> => {
    const library = await import('openid-client')
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = app.settings
    const issuer = new URL(OIDC_ISSUER)
    const insecure = issuer.protocol === 'http:' ? { execute: [library.allowInsecureRequests] } : {}
    const config = await library.discovery(issuer, OIDC_CLIENT_ID ?? '', OIDC_CLIENT_SECRET, undefined, {
      timeout: providerTimeout,
      ...insecure,
    })
    const { token_endpoint, jwks_uri } = config.serverMetadata()
    for (const named of [token_endpoint, jwks_uri]) if (named !== undefined) await requireNamedBy(issuer, named)
    return { config, library }
  }
  return () => {
    discovered ??= discover().catch(cause => {
      discovered = undefined
      // Whoever signs in is told that it was refused, not which address the provider named.
      throw new Error('The OpenID provider cannot be used.', { cause })
    })
    return discovered
  }
})

/**
 * Refuses an address that a provider names for this server to call and that leads inside, unless the provider is inside
 * itself. Otherwise whoever answers for a provider on the internet could reach what only this server can.
 */
export async function requireNamedBy(issuer: URL, named: string): Promise<void> {
  if (!URL.canParse(named)) throw apiError('camera.address_invalid')
  const isInside = await checkAddress(issuer, []).then(
    () => false,
    () => true,
  )
  if (!isInside) await checkAddress(new URL(named), [])
}

/** What the sign-in screen needs to send somebody to the provider; null if none is configured or reachable. */
export async function providerForSignIn(app: AppContext) {
  const { OIDC_CLIENT_ID: client_id } = app.settings
  if (!client_id) return null
  try {
    const { authorization_endpoint } = (await provider(app)()).config.serverMetadata()
    return authorization_endpoint ? { authorization_endpoint, client_id } : null
  } catch (error) {
    app.log.warn({ err: error }, 'The OpenID provider could not be reached.')
    return null
  }
}

/** Verifies what the client brought from the provider: a code with its PKCE verifier, or an ID token. */
export async function identityFrom(app: AppContext, proof: Body<typeof googleSignIn>): Promise<Identity> {
  if (!app.settings.OIDC_CLIENT_ID) throw apiError('google.not_configured')
  try {
    const claims = proof.id_token
      ? await claimsOfIdToken(app, proof.id_token, proof.nonce)
      : await claimsOfCode(app, proof)
    const verified = claims.email_verified === true || claims.email_verified === 'true'
    const email = verified && typeof claims.email === 'string' ? claims.email.toLowerCase() : null
    requireDomain(app, email)
    return { issuer: String(claims.iss), subject: String(claims.sub), email }
  } catch (error) {
    if (error instanceof ApiError) throw error
    app.log.warn({ err: error }, 'A sign-in with the OpenID provider was refused.')
    throw apiError('google.refused')
  }
}

/** Where domains are required, an account at the provider is not enough: its verified address must be of one of them. */
function requireDomain({ settings: { OIDC_DOMAINS } }: AppContext, email: string | null): void {
  if (OIDC_DOMAINS.length === 0) return
  if (email === null || !isOfDomain(OIDC_DOMAINS, email)) throw apiError('google.domain_refused')
}

/** Whether an address is an e-mail address of exactly one of these domains; those below them are others. */
export const isOfDomain = (domains: readonly string[], address: string): boolean => {
  const [, domain] = address.split('@')
  return domain !== undefined && domains.includes(domain)
}

type Claims = Record<string, unknown>

async function claimsOfCode(
  app: AppContext,
  { code, code_verifier, redirect_uri, nonce }: Body<typeof googleSignIn>,
): Promise<Claims> {
  if (!code || !code_verifier || !redirect_uri)
    throw new Error('The code, its verifier and the redirect address belong together.')
  const { config, library } = await provider(app)()
  const returned = new URL(redirect_uri)
  returned.search = new URLSearchParams({ code, iss: config.serverMetadata().issuer }).toString()
  const tokens = await library.authorizationCodeGrant(config, returned, {
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
    ...(nonce && { expectedNonce: nonce }),
  })
  return { ...tokens.claims() }
}

async function claimsOfIdToken(app: AppContext, token: string, nonce: string | undefined): Promise<Claims> {
  const { config } = await provider(app)()
  const { jwks_uri, issuer } = config.serverMetadata()
  if (!jwks_uri) throw new Error('The provider names no keys.')
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), {
    issuer,
    audience: app.settings.OIDC_CLIENT_ID ?? '',
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  // A token that was issued for a request with a nonce is valid for that request alone.
  if (payload.nonce !== nonce) throw new Error('The nonce does not match.')
  return payload
}
