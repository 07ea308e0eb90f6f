import { createHash, randomBytes } from 'node:crypto'

interface Challenge {
  scheme: 'basic' | 'digest'
  parameters: Record<string, string>
}

const algorithms: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256' }

/**
 * The name and password in a camera's address. They are sent only to the origin of that address, after it asked for
 * them.
 */
export class Credentials {
  readonly #origin: string
  readonly #user: string
  readonly #password: string
  #challenge: Challenge | undefined
  #uses = 0

  constructor(address: URL) {
    this.#origin = originOf(address)
    this.#user = decoded(address.username)
    this.#password = decoded(address.password)
  }

  /** Whether the address has neither a name nor a password. */
  get areEmpty(): boolean {
    return this.#user === '' && this.#password === ''
  }

  /** The Authorization header of a request, if the camera asked for one. `uri` is the one in the request line. */
  header(at: URL, method: string, uri: string): string | undefined {
    if (!this.#challenge || originOf(at) !== this.#origin) return undefined
    if (this.#challenge.scheme === 'digest') return this.#digest(this.#challenge.parameters, method, uri)
    return `Basic ${Buffer.from(`${this.#user}:${this.#password}`).toString('base64')}`
  }

  /** Takes the challenge of a 401 response; returns whether a retry makes sense. */
  challenged(at: URL, header: string | undefined): boolean {
    if (this.areEmpty || originOf(at) !== this.#origin) return false
    this.#challenge = strongest(header ?? '')
    this.#uses = 0
    return this.#challenge !== undefined
  }

  /** RFC 7616, and RFC 2617 for cameras that do not know `qop`. */
  #digest(
    { realm = '', nonce = '', algorithm = 'MD5', qop, opaque }: Record<string, string>,
    method: string,
    uri: string,
  ) {
    const hash = (...parts: string[]) =>
      createHash(algorithms[algorithm.toUpperCase()] ?? 'md5')
        .update(parts.join(':'))
        .digest('hex')
    this.#uses += 1
    const count = this.#uses.toString(16).padStart(8, '0')
    const own = randomBytes(8).toString('hex')
    const secret = hash(this.#user, realm, this.#password)
    const request = hash(method, uri)
    const response = qop ? hash(secret, nonce, count, own, 'auth', request) : hash(secret, nonce, request)
    const quoted = { username: this.#user, realm, nonce, uri, response, ...(opaque !== undefined && { opaque }) }
    const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`)
    parts.push(`algorithm=${algorithm}`)
    if (qop) parts.push('qop=auth', `nc=${count}`, `cnonce="${own}"`)
    return `Digest ${parts.join(', ')}`
  }
}

/** The best challenge that is supported: Digest before Basic, SHA-256 before MD5. */
function strongest(header: string): Challenge | undefined {
  const worth = ({ scheme, parameters }: Challenge) =>
    scheme === 'basic' ? 0 : parameters.algorithm?.toUpperCase() === 'SHA-256' ? 2 : 1
  return challengesIn(header)
    .filter(({ scheme, parameters }) => scheme === 'basic' || isKnown(parameters))
    .sort((challenge, other) => worth(other) - worth(challenge))[0]
}

function isKnown({ algorithm = 'MD5', qop = 'auth' }: Record<string, string>): boolean {
  return algorithms[algorithm.toUpperCase()] !== undefined && qop.split(/[\s,]+/).includes('auth')
}

const schemeOrParameter = /\b(basic|digest)\s+(?=\w+=)|\b(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi

/**
 * One header may hold several challenges, separated by commas like their parameters. The time is linear in the length:
 * a quote opens only after `=`, which would close an open one, so at most one quote is scanned in vain.
 */
export function challengesIn(header: string): Challenge[] {
  const found: Challenge[] = []
  for (const [, scheme = '', name = '', quoted, plain] of header.matchAll(schemeOrParameter)) {
    if (scheme) found.push({ scheme: scheme.toLowerCase() as Challenge['scheme'], parameters: {} })
    const parameters = found.at(-1)?.parameters
    if (name && parameters) parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
  }
  // A few cameras send only the word.
  return found.length === 0 && /^\s*basic\b/i.test(header) ? [{ scheme: 'basic', parameters: {} }] : found
}

/** Without a default port; also works for protocols that the URL standard does not know. */
function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address without its name and password, as it may stand in the server's log. */
export function withoutCredentials(address: URL): URL {
  const bare = new URL(address)
  bare.username = ''
  bare.password = ''
  return bare
}
