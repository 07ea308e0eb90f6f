import type { Clock } from '../clock'
import { keyedHash, sameText } from '../secrets'
import type { UploadAddress, UploadSize, UploadWish } from './objects'

/** The path below which the server itself hands out signed objects, and takes them in. */
export const objectsPath = '/objects/'

/** What an upload to a good address may be. */
export interface AllowedUpload {
  contentType: string
  size: UploadSize
}

/** Makes and checks short-lived addresses on this server [D23, D33]. */
export interface AddressSigner {
  sign(key: string, seconds: number): string
  isGood(key: string, until: string, signature: string): boolean
  signUpload(key: string, wish: UploadWish): UploadAddress
  /** What may be uploaded at an address with this query; null when it is not good, or no more. */
  uploadAllowed(key: string, query: Record<string, unknown>): AllowedUpload | null
}

export function addressSigner(secret: Buffer, clock: Clock): AddressSigner {
  const uploadHash = (key: string, query: Record<string, unknown>) => {
    const { until = '', type = '', exactly = '', most = '' } = query
    return keyedHash(secret, 'PUT', key, ...[until, type, exactly, most].map(String))
  }
  return {
    sign(key, seconds) {
      // Rounded up, so that an object keeps one address for a while and browsers can keep what they loaded.
      const until = (Math.ceil(clock.now() / 1000 / seconds) + 1) * seconds
      return `${objectsPath}${key}?until=${until}&signature=${keyedHash(secret, key, String(until))}`
    },
    isGood: (key, until, signature) =>
      sameText(signature, keyedHash(secret, key, until)) && Number(until) * 1000 >= clock.now(),
    signUpload(key, { contentType, size, seconds }) {
      const until = Math.floor(clock.now() / 1000) + seconds
      const query = { until: String(until), type: contentType, ...textsOf(size) }
      const signed = new URLSearchParams({ ...query, signature: uploadHash(key, query) })
      return { url: `${objectsPath}${key}?${signed}`, method: 'PUT', headers: { 'content-type': contentType } }
    },
    uploadAllowed(key, query) {
      const { until, type, exactly, most, signature } = query
      if (typeof signature !== 'string' || !sameText(signature, uploadHash(key, query))) return null
      if (Number(until) * 1000 < clock.now()) return null
      const size = exactly === undefined ? { most: Number(most) } : { exactly: Number(exactly) }
      return { contentType: String(type), size }
    },
  }
}

function textsOf(size: UploadSize): Record<string, string> {
  return 'exactly' in size ? { exactly: String(size.exactly) } : { most: String(size.most) }
}
