import { z } from 'zod'
import type { SignInOptions } from '#shared/contract/profile/endpoints'
import { base64Url, randomText } from '../../platform/random'

const key = 'app.google'

/** Values that must come back unchanged, or that prove that this tab made the request. */
const Started = z.object({ state: z.string(), nonce: z.string(), code_verifier: z.string(), redirect_uri: z.string() })

/** PKCE needs a hash that browsers offer on HTTPS and loopback only. */
export const canUseGoogle = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Returns the address to send the browser to: authorisation code with PKCE, state and nonce [D11]. The values to check
 * later stay in this tab.
 */
export async function beginGoogle(google: NonNullable<SignInOptions['google']>): Promise<string> {
  const started = {
    state: randomText(),
    nonce: randomText(),
    code_verifier: randomText(48),
    redirect_uri: `${location.origin}/login`,
  }
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(started.code_verifier))
  sessionStorage.setItem(key, JSON.stringify(started))
  const address = new URL(google.authorization_endpoint)
  const query = {
    client_id: google.client_id,
    redirect_uri: started.redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    state: started.state,
    nonce: started.nonce,
    code_challenge: base64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/**
 * Returns the provider's answer in the form that the server expects, or null unless this tab made the request. It can
 * be used once.
 */
export function finishGoogle(query: URLSearchParams): z.infer<typeof Answer> | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (!kept) return null
  const started = Started.safeParse(JSON.parse(kept))
  const code = query.get('code')
  if (!started.success || !code || query.get('state') !== started.data.state) return null
  const { state: _, ...rest } = started.data
  return { code, ...rest }
}

const Answer = Started.omit({ state: true }).extend({ code: z.string() })
