import type { Clock } from '../clock'
import { keyedHash, sameText } from '../secrets'

/** The path below which the server itself hands out signed objects. */
export const objectsPath = '/objects/'

/** Makes and checks short-lived addresses on this server [D23]. */
export interface AddressSigner {
  sign(key: string, seconds: number): string
  isGood(key: string, until: string, signature: string): boolean
}

export function addressSigner(secret: Buffer, clock: Clock): AddressSigner {
  return {
    sign(key, seconds) {
      // Rounded up, so that an object keeps one address for a while and browsers can keep what they loaded.
      const until = (Math.ceil(clock.now() / 1000 / seconds) + 1) * seconds
      return `${objectsPath}${key}?until=${until}&signature=${keyedHash(secret, key, String(until))}`
    },
    isGood: (key, until, signature) =>
      sameText(signature, keyedHash(secret, key, until)) && Number(until) * 1000 >= clock.now(),
  }
}
