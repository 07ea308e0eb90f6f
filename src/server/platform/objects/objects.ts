import type { Readable } from 'node:stream'
import type { TokenSubject } from '../identity'

/**
 * Where bytes are kept: files below the data folder, or any S3. Keys are paths of lower-case words, digits, dots and dashes,
 * and begin with what they belong to.
 */
export interface Objects {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Throws {@link ObjectError} `object.not_found` for a key that is not there. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string }>
  delete(key: string): Promise<void>
  /** Deletes everything whose key begins with this one and a slash. */
  deleteBelow(key: string): Promise<void>
  /** Puts a file of this machine, however large, which stays where it is. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** What is known of an object without its bytes. Throws like `get`. */
  look(key: string): Promise<ObjectFacts>
  /** The bytes as they are read; of a span of them, both ends included. Throws like `get`. */
  read(key: string, span?: Span): Promise<Readable>
  /**
   * An address that lets whoever has it read this one object for `seconds` at most, and for half of that at least. One that offers a
   * file under a name is of this server, which alone can say all that keeps browsers from running it [D23].
   */
  addressFor(key: string, seconds: number, file_name?: string): Promise<string>
  /** How many bytes an object has, and the first of them. Throws like `get`. */
  peek(key: string, first: number): Promise<{ size: number; beginning: Buffer }>
  /** Leave to put this one object, once, for `seconds` [D33]. */
  grantUpload(key: string, params: UploadParams): Promise<UploadAddress>
  /** Takes in what came to an address of this server. Throws `object.exists` when the object is there already. */
  receive(key: string, content: AsyncIterable<Buffer>, contentType: string): Promise<void>
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
}

export interface ObjectFacts {
  size: number
  contentType: string
  /** Another text once the bytes are others; quoted as HTTP's entity tags are. */
  version: string
}

export interface Span {
  from: number
  to: number
}

/** How many bytes an upload has: exactly so many, or so many at most. */
export type UploadSize = { exactly: number } | { most: number }

export interface UploadParams {
  contentType: string
  size: UploadSize
  seconds: number
  /** Leave at an address of this server ends with their session and their membership; without it, with its time only. */
  holder?: UploadHolder
}

export interface UploadHolder extends TokenSubject {
  organization_id: number
}

/** Where and how to upload. An address that begins with a slash is one of this server. */
export interface UploadAddress {
  url: string
  method: 'PUT'
  /** To be sent as they are; they are signed too. */
  headers: Record<string, string>
}

/** Why the store refused; S3's names are mapped to these [8.9]. */
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

/** Refuses keys that could leave the store's own space. */
export function checkKey(key: string): void {
  if (key.length > 500 || !goodKey.test(key) || key.includes('..')) throw new ObjectError('object.invalid_request')
}
