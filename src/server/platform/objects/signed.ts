import type { Clock } from '../clock'
import { keyedHash, sameText } from '../secrets'
import type { UploadAddress, UploadHolder, UploadParams, UploadSize } from './objects'

/** The path below which the server itself serves and receives signed objects. */
export const objectsPath = '/objects/'

/** What may be uploaded to a valid URL. */
export interface AllowedUpload {
  contentType: string
  size: UploadSize
  holder: UploadHolder | null
}

/** Creates and checks short-lived URLs on this server [D23, D33]. */
export interface AddressSigner {
  /** A URL that is valid for `seconds` at most, and for half of that at least. */
  sign(key: string, seconds: number, file_name?: string): string
  /** Whether this query allows reading the object. */
  isGood(key: string, query: Record<string, unknown>): boolean
  signUpload(key: string, params: UploadParams): UploadAddress
  /** What may be uploaded with this query; null if it is invalid or expired. */
  uploadAllowed(key: string, query: Record<string, unknown>): AllowedUpload | null
}

export function addressSigner(secret: Buffer, clock: Clock): AddressSigner {
  const readHash = (key: string, until: string, file_name: string | undefined) =>
    file_name === undefined ? keyedHash(secret, key, until) : keyedHash(secret, 'GET', key, until, file_name)
  const uploadHash = (key: string, query: Record<string, unknown>) => {
    const { until = '', type = '', exactly = '', most = '', holder = '' } = query
    return keyedHash(secret, 'PUT', key, ...[until, type, exactly, most, holder].map(String))
  }
  return {
    sign(key, seconds, file_name) {
      // Rounded, so that an object keeps one URL for a while and browsers can cache it.
      const step = seconds / 2
      const until = String((Math.floor(clock.now() / 1000 / step) + 2) * step)
      const query = new URLSearchParams({ until, signature: readHash(key, until, file_name) })
      if (file_name !== undefined) query.set('name', file_name)
      return `${objectsPath}${key}?${query}`
    },
    isGood(key, { until, name, signature }) {
      if (typeof until !== 'string' || typeof signature !== 'string') return false
      if (name !== undefined && typeof name !== 'string') return false
      return sameText(signature, readHash(key, until, name)) && Number(until) * 1000 >= clock.now()
    },
    signUpload(key, { contentType, size, seconds, holder }) {
      const until = Math.floor(clock.now() / 1000) + seconds
      const query = {
        until: String(until),
        type: contentType,
        ...textsOf(size),
        ...(holder && { holder: textOf(holder) }),
      }
      const signed = new URLSearchParams({ ...query, signature: uploadHash(key, query) })
      return { url: `${objectsPath}${key}?${signed}`, method: 'PUT', headers: { 'content-type': contentType } }
    },
    uploadAllowed(key, query) {
      const { until, type, exactly, most, holder, signature } = query
      if (typeof signature !== 'string' || !sameText(signature, uploadHash(key, query))) return null
      if (Number(until) * 1000 < clock.now()) return null
      const size = exactly === undefined ? { most: Number(most) } : { exactly: Number(exactly) }
      return { contentType: String(type), size, holder: holder === undefined ? null : holderOf(String(holder)) }
    },
  }
}

function textsOf(size: UploadSize): Record<string, string> {
  return 'exactly' in size ? { exactly: String(size.exactly) } : { most: String(size.most) }
}

const textOf = ({ organization_id, user_id, session_id }: UploadHolder) =>
  [organization_id, user_id, session_id].join('.')

function holderOf(text: string): UploadHolder {
  const [organization_id = 0, user_id = 0, session_id = 0] = text.split('.').map(Number)
  return { organization_id, user_id, session_id }
}
