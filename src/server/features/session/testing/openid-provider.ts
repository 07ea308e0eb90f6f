import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export const client = { id: 'wheelhouse-tests', secret: 'the-secret-of-the-client' }
export const redirect_uri = 'http://localhost:4780/login'

/** Somebody with an account at the provider. */
export interface Account {
  sub: string
  email: string
  email_verified: boolean
}

/** What a client remembers from the request until the answer. */
export interface Consent {
  code: string
  code_verifier: string
  redirect_uri: string
  nonce: string
}

/** A real OpenID provider on loopback. It signs in the given person without asking. */
export class OpenIdProvider {
  readonly #accounts = new Map<string, Account>()
  #server: Server = createServer()
  #port = 0
  #answer: RequestListener = () => {}
  #sign: (claims: JWTPayload) => Promise<string> = async () => ''
  #signingIn = ''

  static async open(): Promise<OpenIdProvider> {
    const opened = new OpenIdProvider()
    await opened.start()
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const key = { ...(await exportJWK(privateKey)), kid: 'the-key', alg: 'RS256', use: 'sig' }
    opened.#sign = claims => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the-key' }).sign(privateKey)
    const provider = opened.#provider(key)
    const answer = provider.callback()
    opened.#answer = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response)
      return provider.interactionFinished(request, response, { login: { accountId: opened.#signingIn } })
    }
    return opened
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The settings of a server that trusts it. */
  get settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }
  }

  async start(): Promise<void> {
    const answer = (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response)
    this.#server = createServer((request, response) => void answer(request, response))
    await new Promise<void>(done => this.#server.listen(this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  /** An ID token of this provider with any claims; missing ones get valid values. */
  idToken(claims: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.#sign({ iss: this.issuer, aud: client.id, iat: now, exp: now + 600, ...claims })
  }

  /** Sends somebody to the provider as a browser does, with PKCE, and returns what they come back with. */
  async consentOf(account: Account, authorization_endpoint: string): Promise<Consent> {
    this.#accounts.set(account.sub, account)
    this.#signingIn = account.sub
    const code_verifier = randomBytes(32).toString('base64url')
    const nonce = randomBytes(16).toString('base64url')
    const address = new URL(authorization_endpoint)
    address.search = new URLSearchParams({
      client_id: client.id,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri,
      nonce,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    const returned = await follow(address.href)
    const code = returned.searchParams.get('code')
    if (!code) throw new Error(`The provider answered ${returned.search}.`)
    return { code, code_verifier, redirect_uri, nonce }
  }

  /** Exchanges what somebody came back with for their ID token, as a native app does. */
  async exchange({ code, code_verifier }: Consent): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.id,
        client_secret: client.secret,
        code,
        code_verifier,
        redirect_uri,
      }),
    })
    return ((await response.json()) as { id_token: string }).id_token
  }

  #provider(key: object): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirect_uri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['the-key-of-cookies'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      // As with Google, the ID token contains what the scope asks for.
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      findAccount: (_context, sub) => {
        const account = this.#accounts.get(sub)
        return account && { accountId: sub, claims: () => ({ ...account }) }
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    })
  }
}

/** Follows redirects, keeping cookies, until one leads back to the client. */
async function follow(start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(start)
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(redirect_uri)) return next
  }
  throw new Error('The provider redirects without an end.')
}
