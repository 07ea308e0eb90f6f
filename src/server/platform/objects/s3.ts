import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { Settings } from '../../settings'
import { checkKey, ObjectError, type ObjectErrorCode, type Objects } from './objects'
import type { AddressSigner } from './signed'

/** Names of the storage service's errors and what they are to us [8.9a]. Names that are not listed count as unavailable. */
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

/** Objects in any S3 service [D43]. The SDK is loaded with the first use. */
export function s3Objects(settings: Settings, signer: AddressSigner): Objects {
  const Bucket = settings.S3_BUCKET ?? ''
  const customerKey = settings.S3_CUSTOMER_KEY && {
    SSECustomerAlgorithm: 'AES256',
    SSECustomerKey: settings.S3_CUSTOMER_KEY.key,
    SSECustomerKeyMD5: settings.S3_CUSTOMER_KEY.md5,
  }
  let loading: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const s3 = () => {
    loading ??= import('@aws-sdk/client-s3').then(sdk => ({ sdk, client: new sdk.S3Client(clientSettings(settings)) }))
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
    addressFor: (Key, expiresIn) =>
      mapped(async () => {
        checkKey(Key)
        // A browser cannot send the customer's key, so these objects are handed out by this server.
        if (customerKey) return signer.sign(Key, expiresIn)
        const [{ sdk, client }, { getSignedUrl }] = await Promise.all([s3(), import('@aws-sdk/s3-request-presigner')])
        const input: GetObjectCommandInput = { Bucket, Key }
        return getSignedUrl(client, new sdk.GetObjectCommand(input), { expiresIn })
      }),
    check: () =>
      mapped(async () => {
        const { sdk, client } = await s3()
        await client.send(new sdk.HeadBucketCommand({ Bucket }))
      }),
  }
}

function clientSettings(settings: Settings) {
  return {
    region: settings.S3_REGION,
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT, forcePathStyle: true }),
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID ?? '', secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '' },
    maxAttempts: 3,
  }
}
