import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { GoogleReturn } from '#shared/contract/desktop'
import type { SignInOptions } from '#shared/contract/profile/endpoints'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'
import { listenOnce, type ReturnPage } from './loopback'

export interface GoogleParts {
  readonly clock: Pick<Clock, 'after'>
  /** The server's description of its provider. Throws while it cannot be reached. */
  readonly provider: () => Promise<SignInOptions['google']>
  /** Opens a URL in the person's browser. */
  readonly openBrowser: (address: string) => Promise<void>
  readonly page: (isGood: boolean) => ReturnPage
  /** The person returned, with any outcome. */
  readonly onReturn: () => void
}

interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly code_verifier: string
}

/** How long somebody may take in the browser, in milliseconds. */
const signInTimeout = 5 * 60_000
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Signs in with the server's OpenID provider in the person's own browser, with a loopback redirect (RFC 8252) [D11].
 * The secrets of the attempt stay in this process until the reply arrives: the page could be reloaded meanwhile, and
 * needs the verifier only together with the code.
 */
export class GoogleSignIn {
  #waiting: AbortController | null = null

  constructor(private readonly parts: GoogleParts) {}

  /** Ends a waiting attempt. */
  async begin(): Promise<GoogleReturn> {
    this.cancel()
    const mine = new AbortController()
    this.#waiting = mine
    try {
      return await this.#ask(mine.signal)
    } catch (cause) {
      logError('Signing in with the browser failed.', cause)
      return { outcome: mine.signal.aborted ? 'cancelled' : 'unavailable' }
    } finally {
      if (this.#waiting === mine) this.#waiting = null
    }
  }

  cancel(): void {
    this.#waiting?.abort()
    this.#waiting = null
  }

  async #ask(signal: AbortSignal): Promise<GoogleReturn> {
    const { clock, provider, openBrowser, page, onReturn } = this.parts
    const google = await provider()
    if (!google || !isForBrowser(google.authorization_endpoint)) return { outcome: 'unavailable' }
    const started = { state: secret(), nonce: secret(), code_verifier: secret() }
    let settle = (_: GoogleReturn) => {}
    const settled = new Promise<GoogleReturn>(resolve => {
      settle = resolve
    })
    const listener = await listenOnce(
      query => page(check(query, started, '').outcome === 'done'),
      query => {
        settle(check(query, started, listener.redirect_uri))
        onReturn()
      },
    )
    const forget = clock.after(signInTimeout, () => settle({ outcome: 'timed_out' }))
    const cancelled = () => settle({ outcome: 'cancelled' })
    signal.addEventListener('abort', cancelled)
    try {
      if (signal.aborted) return { outcome: 'cancelled' }
      const opened = openBrowser(addressOf(google, started, listener.redirect_uri))
      return await Promise.race([settled, opened.then(() => settled)])
    } finally {
      signal.removeEventListener('abort', cancelled)
      forget()
      listener.close()
    }
  }
}

const secret = (): string => randomBytes(32).toString('base64url')
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether the browser may open it: HTTPS, or a provider on this computer. */
function isForBrowser(address: string): boolean {
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

function addressOf(
  { authorization_endpoint, client_id }: NonNullable<SignInOptions['google']>,
  { state, nonce, code_verifier }: PendingSignIn,
  redirect_uri: string,
): string {
  const address = new URL(authorization_endpoint)
  const query = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: hash(code_verifier).toString('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** Checks the reply against the attempt. */
function check(query: URLSearchParams, { state, ...proof }: PendingSignIn, redirect_uri: string): GoogleReturn {
  if (!timingSafeEqual(hash(query.get('state') ?? ''), hash(state))) return { outcome: 'mismatch' }
  const code = query.get('code')
  return code ? { outcome: 'done', code, redirect_uri, ...proof } : { outcome: 'refused' }
}
