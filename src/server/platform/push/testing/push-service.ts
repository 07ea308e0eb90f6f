import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from '../../../../../test/closing'
import { listenOnLoopback } from '../../../../../test/loopback'

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser with a push service on loopback: it decrypts what arrives, and can answer like one that forgot it. */
export class PushedBrowser {
  /** The status of its answers. */
  answer = 201
  readonly received: Received[] = []
  readonly #keys: ECDH = createECDH('prime256v1')
  readonly #secret = randomBytes(16)

  private constructor(private readonly server: Server) {
    this.#keys.generateKeys()
  }

  static async open(): Promise<PushedBrowser> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        browser.received.push({ headers: request.headers, body: Buffer.concat(chunks) })
        response.writeHead(browser.answer).end()
      })
    })
    const browser = new PushedBrowser(server)
    await listenOnLoopback(server)
    closeAtEnd(() => new Promise(resolve => server.close(() => resolve())))
    return browser
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/push/one`
  }

  /** Its subscription as the browser serialises it. */
  get token(): string {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#secret.toString('base64url') }
    return JSON.stringify({ endpoint: this.endpoint, expirationTime: null, keys })
  }

  /** The messages that arrived, decrypted as in RFC 8291. */
  get messages(): Record<string, unknown>[] {
    return this.received.map(({ body }) => JSON.parse(this.#decrypt(body)))
  }

  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender])
    const root = hkdfSync('sha256', this.#keys.computeSecret(sender), this.#secret, info, 32)
    const key = hkdfSync('sha256', Buffer.from(root), salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdfSync('sha256', Buffer.from(root), salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  }
}

/** The claims of a request's authorization, if it was signed with the key of the server [RFC 8292]; else undefined. */
export function claimsOf({ headers }: Received, publicKey: string): Record<string, unknown> | undefined {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const isGood = verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  return isGood && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined
}
