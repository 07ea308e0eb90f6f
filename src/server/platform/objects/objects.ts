import type { Readable } from 'node:stream'
import type { TokenSubject } from '../identity'

/**
 * Storage for bytes: files below the data folder, or any S3. Keys are paths of lower-case words, digits, dots and
 * dashes, and begin with their owner.
 */
export interface Objects {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Throws {@link ObjectError} `object.not_found` for a missing key. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string }>
  delete(key: string): Promise<void>
  /** Deletes everything whose key begins with this one and a slash. */
  deleteBelow(key: string): Promise<void>
  /** Stores a local file of any size; the file itself stays where it is. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** Returns the metadata of an object. Throws like `get`. */
  stat(key: string): Promise<ObjectFacts>
  /** Streams the bytes, or a range of them with both ends included. Throws like `get`. */
  read(key: string, span?: ByteRange): Promise<Readable>
  /**
   * A URL for reading this one object, valid for `seconds` at most and half of that at least. A URL with a file name is
   * on this server, because only this server sends all headers that keep browsers from executing the file [D23].
   */
  addressFor(key: string, seconds: number, file_name?: string): Promise<string>
  /** The length of an object and its first bytes. Throws like `get`. */
  peek(key: string, first: number): Promise<{ size: number; beginning: Buffer }>
  /** Permission to upload this one object, once, within `seconds` [D33]. */
  grantUpload(key: string, params: UploadParams): Promise<UploadAddress>
  /** Stores an upload to a URL of this server. Throws `object.exists` if the object exists already. */
  receive(key: string, content: AsyncIterable<Buffer>, contentType: string): Promise<void>
  /**
   * The keys of all objects, or of those whose key begins with this one and a slash, in no particular order; an object
   * that comes or goes meanwhile may be missing.
   */
  list(below?: string): AsyncIterable<string>
  /** Throws if the store cannot be reached. */
  check(): Promise<void>
}

export interface ObjectFacts {
  size: number
  contentType: string
  /** Changes when the bytes change; quoted like HTTP entity tags. */
  version: string
}

export interface ByteRange {
  from: number
  to: number
}

/** The length of an upload in bytes: exact, or a maximum. */
export type UploadSize = { exactly: number } | { most: number }

export interface UploadParams {
  contentType: string
  size: UploadSize
  seconds: number
  /**
   * A permission at a URL of this server ends with the holder's session and membership; without a holder, only with its
   * time.
   */
  holder?: UploadHolder
}

export interface UploadHolder extends TokenSubject {
  organization_id: number
}

/** Where and how to upload. A URL that begins with a slash is on this server. */
export interface UploadAddress {
  url: string
  method: 'PUT'
  /** Must be sent unchanged, because they are signed too. */
  headers: Record<string, string>
}

/** Why the store refused; S3's error names are mapped to these [8.9]. */
export type ObjectErrorCode =
  | 'object.not_found'
  | 'object.exists'
  | 'object.bucket_not_found'
  | 'object.bucket_exists'
  | 'object.not_active'
  | 'object.upload_not_found'
  | 'object.encryption_mismatch'
  | 'object.invalid_request'
  | 'object.unavailable'

export class ObjectError extends Error {
  override name = 'ObjectError'
  constructor(
    readonly code: ObjectErrorCode,
    options?: { cause?: unknown },
  ) {
    super(code, options)
  }
}

const goodKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

export const isKey = (key: string): boolean => key.length <= 500 && goodKey.test(key) && !key.includes('..')

/** Refuses keys that could escape the store's own space. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ObjectError('object.invalid_request')
}
