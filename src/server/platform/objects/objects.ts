/**
 * Where bytes are kept: files below the data folder, or any S3. Keys are paths of lower-case words, digits, dots and dashes,
 * and begin with what they belong to.
 */
export interface Objects {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Throws {@link ObjectError} `object.not_found` for a key that is not there. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string }>
  delete(key: string): Promise<void>
  /** An address that lets whoever has it read this one object for `seconds`. */
  addressFor(key: string, seconds: number): Promise<string>
  /** How many bytes an object has, and the first of them. Throws like `get`. */
  peek(key: string, first: number): Promise<{ size: number; beginning: Buffer }>
  /** Leave to put this one object, once, for `seconds` [D33]. */
  grantUpload(key: string, wish: UploadWish): Promise<UploadAddress>
  /** Takes in what came to an address of this server. Throws `object.exists` when the object is there already. */
  receive(key: string, content: AsyncIterable<Buffer>, contentType: string): Promise<void>
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
}

/** How many bytes an upload has: exactly so many, or so many at most. */
export type UploadSize = { exactly: number } | { most: number }

export interface UploadWish {
  contentType: string
  size: UploadSize
  seconds: number
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
