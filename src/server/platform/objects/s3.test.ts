import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../../../test/clock'
import { listenOnLoopback } from '../../../../test/loopback'
import { readSettings } from '../../settings'
import type { ObjectErrorCode, Objects } from './objects'
import { s3Objects } from './s3'
import { addressSigner } from './signed'
import { type S3Service, s3Settings, startS3 } from './testing/s3-service'

const signer = addressSigner(Buffer.alloc(32, 7), new TestClock())
const storeWith = (settings: Record<string, string>): Objects => s3Objects(readSettings(settings), signer)
const bytes = Buffer.from('a picture')

const known: [string, ObjectErrorCode][] = [
  ['NoSuchUpload', 'object.upload_not_found'],
  ['ObjectNotInActiveTierError', 'object.not_active'],
  ['BucketAlreadyExists', 'object.bucket_exists'],
  ['BucketAlreadyOwnedByYou', 'object.bucket_exists'],
  ['NoSuchBucket', 'object.bucket_not_found'],
  ['InvalidObjectState', 'object.not_active'],
  ['NoSuchKey', 'object.not_found'],
  ['NotFound', 'object.not_found'],
  ['EncryptionTypeMismatch', 'object.encryption_mismatch'],
  ['InvalidRequest', 'object.invalid_request'],
  ['InvalidWriteOffset', 'object.invalid_request'],
  ['TooManyParts', 'object.invalid_request'],
  ['ObjectAlreadyInActiveTierError', 'object.not_active'],
]

describe('Errors of the storage service', () => {
  let refusing: Server
  let code = ''
  let store: Objects

  beforeAll(async () => {
    refusing = createServer((request, response) => {
      request.resume()
      response.writeHead(400, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    })
    store = storeWith(s3Settings(await listenOnLoopback(refusing)))
  })
  afterAll(() => {
    refusing.closeAllConnections()
    refusing.close()
  })

  test.each(known)('%s is mapped to %s [8.9a]', async (name, ours) => {
    code = name
    await expect(store.get('people/7')).rejects.toMatchObject({ name: 'ObjectError', code: ours, cause: { name } })
    await expect(store.put('people/7', bytes, 'image/png')).rejects.toMatchObject({ code: ours })
  })

  test.each(['AccessDenied', 'SomethingNew', 'constructor'])(
    '%s, like all other names, means that the store is unavailable',
    async name => {
      code = name
      await expect(store.get('people/7')).rejects.toMatchObject({ name: 'ObjectError', code: 'object.unavailable' })
    },
  )
})

test('an unreachable service is unavailable', async () => {
  const closed = createServer()
  const port = await listenOnLoopback(closed)
  await new Promise(done => closed.close(done))
  const store = storeWith(s3Settings(port))
  await expect(store.get('people/7')).rejects.toMatchObject({ code: 'object.unavailable' })
  await expect(store.check()).rejects.toMatchObject({ code: 'object.unavailable' })
})

describe('A running service', () => {
  let s3: S3Service
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())

  test('a missing bucket is named by its own code, and the check fails', async () => {
    const store = storeWith({ ...s3.settings, S3_BUCKET: 'another' })
    await expect(store.put('people/7', bytes, 'image/png')).rejects.toMatchObject({ code: 'object.bucket_not_found' })
    await expect(store.check()).rejects.toMatchObject({ name: 'ObjectError' })
  })

  test.each([
    ['base64 of 32 bytes', 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
    ['raw text of 32 bytes', '0123456789abcdef0123456789abcdef'],
  ])(
    'a customer’s key given as %s is sent with every read and write [5.7a, 5.7b, 5.7c]',
    async (_what, S3_CUSTOMER_KEY) => {
      const store = storeWith({ ...s3.settings, S3_CUSTOMER_KEY })
      s3.asked.length = 0
      await store.put('people/7/secret', bytes, 'image/png')
      expect(await store.get('people/7/secret')).toEqual({ bytes, contentType: 'image/png' })
      await store.putFile('people/7/secret', fileURLToPath(import.meta.url), 'text/plain')
      await store.stat('people/7/secret')
      ;(await store.read('people/7/secret')).destroy()
      expect(s3.asked).toHaveLength(5)
      for (const headers of s3.asked) {
        expect(headers).toMatchObject({
          'x-amz-server-side-encryption-customer-algorithm': 'AES256',
          'x-amz-server-side-encryption-customer-key': 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
          'x-amz-server-side-encryption-customer-key-md5': 'hRasmdxgYDKV3nvbahU1MA==',
        })
      }
    },
  )

  test('objects under a customer’s key are served by this server, since a browser cannot send the key', async () => {
    const store = storeWith({ ...s3.settings, S3_CUSTOMER_KEY: '0123456789abcdef0123456789abcdef' })
    expect(await store.addressFor('people/7/secret', 60)).toMatch(/^\/objects\/people\/7\/secret\?until=/)
  })

  test('without such a key none is sent', async () => {
    s3.asked.length = 0
    await storeWith(s3.settings).put('people/7/plain', bytes, 'image/png')
    expect(Object.keys(s3.asked[0] ?? {}).filter(name => name.includes('customer'))).toEqual([])
  })
})
