import { createHash } from 'node:crypto'

export const user = 'anna'
export const password = 'open: "sesame" %2F'

export interface DigestParams {
  algorithm?: 'MD5' | 'SHA-256'
  qop?: 'auth' | 'auth-int, auth'
}

const realm = 'The "gate"'
const nonce = 'dcd98b7102dd2f0e8b11d0f600bfb0c0'

/** The challenge of a camera that requires a digest. */
export function digestChallenge({ algorithm, qop }: DigestParams): string {
  const parts = [`realm="${realm.replaceAll('"', '\\"')}"`, `nonce="${nonce}"`, 'opaque="5ccc"']
  if (algorithm) parts.push(`algorithm=${algorithm}`)
  if (qop) parts.push(`qop="${qop}"`)
  return `Digest ${parts.join(', ')}`
}

/** Whether the header proves that its sender knows the password, by RFC 7616, section 3.4.1. */
export function provesDigest(header: string | undefined, method: string, uri: string, params: DigestParams): boolean {
  const field = (name: string) => new RegExp(`\\b${name}="?((?:[^",\\\\]|\\\\.)*)"?`).exec(header ?? '')?.[1] ?? ''
  const hash = (text: string) =>
    createHash(params.algorithm === 'SHA-256' ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const [secret, request] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${uri}`)]
  const expected = params.qop
    ? hash(`${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${request}`)
    : hash(`${secret}:${nonce}:${request}`)
  return header?.startsWith('Digest ') === true && field('response') === expected && field('opaque') === '5ccc'
}

export function basicHeader(): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** The address with name and password in it. */
export function withPassword(address: URL, given = password): URL {
  const copy = new URL(address)
  copy.username = encodeURIComponent(user)
  copy.password = encodeURIComponent(given)
  return copy
}
