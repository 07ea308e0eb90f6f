import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { GetObjectCommandInput, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Settings } from '../../settings'
import { checkKey, isKey, ObjectError, type ObjectErrorCode, type Objects, type UploadAddress } from './objects'
import { endpointSettings } from './s3-endpoint'
import type { AddressSigner } from './signed'

/** Error names of the storage service and the codes they map to [8.9a]. Unlisted names count as unavailable. */
const errorNames = new Map<string, ObjectErrorCode>(
  Object.entries({
    NoSuchUpload: 'object.upload_not_found',
    ObjectNotInActiveTierError: 'object.not_active',
    BucketAlreadyExists: 'object.bucket_exists',
    BucketAlreadyOwnedByYou: 'object.bucket_exists',
    NoSuchBucket: 'object.bucket_not_found',
    InvalidObjectState: 'object.not_active',
    NoSuchKey: 'object.not_found',
    NotFound: 'object.not_found',
    EncryptionTypeMismatch: 'object.encryption_mismatch',
    InvalidRequest: 'object.invalid_request',
    InvalidWriteOffset: 'object.invalid_request',
    TooManyParts: 'object.invalid_request',
    ObjectAlreadyInActiveTierError: 'object.not_active',
  } as const),
)

export function objectErrorFor(cause: unknown): ObjectError {
  if (cause instanceof ObjectError) return cause
  const name = (cause as { name?: string } | null)?.name ?? ''
  return new ObjectError(errorNames.get(name) ?? 'object.unavailable', { cause })
}

interface Loaded {
  sdk: typeof import('@aws-sdk/client-s3')
  client: S3Client
  /**
   * For uploads without a checksum: a URL is made before its bytes are known, and a file would have to be read twice.
   */
  uploads: S3Client
}

/** Objects in any S3 service [D43]. The SDK is loaded with the first use. */
export function s3Objects(settings: Settings, signer: AddressSigner): Objects {
  const Bucket = settings.S3_BUCKET ?? ''
  const customerKey = settings.S3_CUSTOMER_KEY && {
    SSECustomerAlgorithm: 'AES256',
    SSECustomerKey: settings.S3_CUSTOMER_KEY.key,
    SSECustomerKeyMD5: settings.S3_CUSTOMER_KEY.md5,
  }
  let loading: Promise<Loaded> | undefined
  const s3 = () => {
    loading ??= import('@aws-sdk/client-s3').then(sdk => {
      const how = clientSettings(settings)
      const uploads = new sdk.S3Client({ ...how, requestChecksumCalculation: 'WHEN_REQUIRED' })
      return { sdk, client: new sdk.S3Client(how), uploads }
    })
    return loading
  }
  const mapped = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw objectErrorFor(error)
    }
  }
  return {
    put: (Key, Body, ContentType) =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType, ...customerKey }))
      }),
    get: Key =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...customerKey }))
        const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
        return { bytes, contentType: answer.ContentType ?? 'application/octet-stream' }
      }),
    delete: Key =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
      }),
    deleteBelow: key =>
      mapped(async () => {
        checkKey(key)
        const { sdk, client } = await s3()
        for (let hasMore = true; hasMore; ) {
          const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: `${key}/` }))
          const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }))
          if (Objects.length === 0) return
          const { Errors = [] } = await client.send(
            new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          )
          if (Errors.length > 0) throw new ObjectError('object.unavailable', { cause: Errors[0] })
          hasMore = page.IsTruncated === true
        }
      }),
    putFile: (Key, path, ContentType) =>
      mapped(async () => {
        checkKey(Key)
        const [{ sdk, uploads }, { size }] = await Promise.all([s3(), stat(path)])
        const Body = createReadStream(path)
        const put = { Bucket, Key, Body, ContentLength: size, ContentType, ...customerKey }
        await uploads.send(new sdk.PutObjectCommand(put)).finally(() => Body.destroy())
      }),
    stat: Key =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        const answer = await client.send(new sdk.HeadObjectCommand({ Bucket, Key, ...customerKey }))
        const { ContentLength: size = 0, ContentType: contentType = 'application/octet-stream', ETag = '' } = answer
        return { size, contentType, version: ETag }
      }),
    read: (Key, span) =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        const part = span && { Range: `bytes=${span.from}-${span.to}` }
        const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...part, ...customerKey }))
        return answer.Body as Readable
      }),
    addressFor: (Key, expiresIn, file_name) =>
      mapped(async () => {
        checkKey(Key)
        // A browser cannot send the customer's key, so this server serves these objects.
        if (customerKey || file_name !== undefined) return signer.sign(Key, expiresIn, file_name)
        const [{ sdk, client }, { getSignedUrl }] = await Promise.all([s3(), import('@aws-sdk/s3-request-presigner')])
        const input: GetObjectCommandInput = { Bucket, Key }
        return getSignedUrl(client, new sdk.GetObjectCommand(input), { expiresIn })
      }),
    peek: (Key, first) =>
      mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        const wanted = { Bucket, Key, Range: `bytes=0-${first - 1}`, ...customerKey }
        const answer = await client.send(new sdk.GetObjectCommand(wanted))
        const beginning = Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
        return { size: Number(answer.ContentRange?.split('/')[1] ?? beginning.length), beginning }
      }),
    grantUpload: (Key, params) =>
      mapped(async () => {
        checkKey(Key)
        // S3 can enforce an exact length but no maximum, and clients must never learn the customer's key.
        if (customerKey || 'most' in params.size) return signer.signUpload(Key, params)
        return presigned(await s3(), { Bucket, Key }, { ...params, bytes: params.size.exactly })
      }),
    async receive(Key, content, ContentType) {
      const parts: Buffer[] = []
      for await (const part of content) parts.push(part)
      const Body = Buffer.concat(parts)
      return mapped(async () => {
        checkKey(Key)
        const { sdk, client } = await s3()
        if (await isThere(client, new sdk.HeadObjectCommand({ Bucket, Key, ...customerKey })))
          throw new ObjectError('object.exists')
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType, ...customerKey }))
      })
    },
    async *list(below) {
      if (below !== undefined) checkKey(below)
      const Prefix = below === undefined ? undefined : `${below}/`
      const { sdk, client } = await s3()
      for (let ContinuationToken: string | undefined, hasMore = true; hasMore; ) {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const page = await mapped(() => client.send(command))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && isKey(Key)) yield Key
        ContinuationToken = page.NextContinuationToken
        hasMore = page.IsTruncated === true
      }
    },
    check: () =>
      mapped(async () => {
        const { sdk, client } = await s3()
        await client.send(new sdk.HeadBucketCommand({ Bucket }))
      }),
  }
}

/** Type and length are signed, so that nothing else can be stored there. */
async function presigned(
  { sdk, uploads }: Loaded,
  where: { Bucket: string; Key: string },
  { contentType, seconds, bytes }: { contentType: string; seconds: number; bytes: number },
): Promise<UploadAddress> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const put = new sdk.PutObjectCommand({ ...where, ContentType: contentType, ContentLength: bytes })
  const url = await getSignedUrl(uploads, put, {
    expiresIn: seconds,
    signableHeaders: new Set(['host', 'content-type', 'content-length']),
  })
  return { url, method: 'PUT', headers: { 'content-type': contentType } }
}

async function isThere(client: S3Client, head: HeadObjectCommand): Promise<boolean> {
  try {
    await client.send(head)
    return true
  } catch (error) {
    if (objectErrorFor(error).code === 'object.not_found') return false
    throw error
  }
}

function clientSettings(settings: Settings) {
  return {
    ...endpointSettings(settings),
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID ?? '', secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '' },
    maxAttempts: 3,
  }
}
