import { createECDH } from 'node:crypto'
import { type AppContext, perApp } from '../app-context'

/** The keys by which push services recognise this server, base64url [D37]. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Derived from the root of all secrets, so that they stay the same and no further secret is stored. */
export const vapidKeys = perApp(({ secrets }: AppContext): VapidKeys => {
  const number = BigInt(`0x${secrets.derive('push', 48).toString('hex')}`)
  const secret = Buffer.from(((number % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
})
