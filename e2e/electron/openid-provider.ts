import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const client = { client_id: 'wheelhouse-stories', client_secret: 'the-secret-of-the-client' }

/** A real OpenID provider on loopback that signs one person in without asking. It knows the app as a native client. */
export class OpenIdProvider {
  /** Whether the person refuses. */
  refuses = false
  readonly #server = createServer()

  private constructor(private readonly email: string) {}

  static async open(email: string): Promise<OpenIdProvider> {
    const opened = new OpenIdProvider(email)
    opened.#server.listen(0, '127.0.0.1')
    await once(opened.#server, 'listening')
    const provider = opened.#provider()
    const answer = provider.callback()
    opened.#server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
      // Native clients need consent each time.
      const agreed = { login: { accountId: 'maya' }, consent: {} }
      const result = opened.refuses ? { error: 'access_denied' } : agreed
      void provider.interactionFinished(request, response, result)
    })
    return opened
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of a server that trusts this provider. */
  get settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }

  #provider(): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return new Provider(this.issuer, {
      clients: [
        {
          ...client,
          application_type: 'native',
          // Without a port: any port of loopback is allowed, but no other path.
          redirect_uris: ['http://127.0.0.1/login'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'the-key', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['the-key-of-cookies'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      // Like Google: the claims of the scope are in the ID token.
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: this.email, email_verified: true, name: 'Maya Okafor' }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: client.client_id,
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  }
}
