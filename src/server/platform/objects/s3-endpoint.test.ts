import { describe, expect, test } from 'vitest'
import { InvalidSetting, readSettings } from '../../settings'
import { checkBucket } from './s3-endpoint'

const accessPoint = 'arn:aws:s3:us-east-1:123456789012:accesspoint/logs'

function check(changes: Record<string, string>): Promise<void> {
  const bucket = { S3_BUCKET: 'wheelhouse', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  return checkBucket(readSettings({ ...bucket, ...changes }))
}

describe('The location of a bucket, checked by S3’s own rules before the server starts [8.9b]', () => {
  test.each([
    ['a bucket of Amazon’s', {}],
    ['in another region', { S3_REGION: 'eu-central-1' }],
    ['by IPv6', { S3_DUALSTACK: 'on' }],
    ['at FIPS addresses', { S3_FIPS: 'on' }],
    ['accelerated', { S3_ACCELERATE: 'on' }],
    ['an access point', { S3_BUCKET: accessPoint }],
    ['a service of one’s own', { S3_ENDPOINT: 'http://10.0.0.5:9000' }],
  ])('%s is accepted', (_, changes) => expect(check(changes)).resolves.toBeUndefined())

  test.each([
    ['S3_BUCKET', 'an ARN that is cut off', { S3_BUCKET: 'arn:aws:s3' }],
    ['S3_BUCKET', 'an ARN of another service', { S3_BUCKET: 'arn:aws:sqs:us-east-1:123456789012:jobs' }],
    ['S3_BUCKET', 'an ARN in a service’s own path', { S3_BUCKET: accessPoint, S3_ENDPOINT: 'https://s3.example' }],
    ['S3_REGION', 'a region that is no name', { S3_REGION: 'eu central' }],
    ['S3_ENDPOINT', 'an address with a query', { S3_ENDPOINT: 'https://s3.example/?x=1' }],
    ['S3_ACCELERATE', 'acceleration with FIPS', { S3_ACCELERATE: 'on', S3_FIPS: 'on' }],
    ['S3_ACCELERATE', 'acceleration of another service', { S3_ACCELERATE: 'on', S3_ENDPOINT: 'https://s3.example' }],
    ['S3_ACCELERATE', 'acceleration of a name with dots', { S3_ACCELERATE: 'on', S3_BUCKET: 'wheel.server' }],
    ['S3_ACCELERATE', 'acceleration where there is none', { S3_ACCELERATE: 'on', S3_REGION: 'cn-north-1' }],
    ['S3_DUALSTACK', 'dual-stack with another service', { S3_DUALSTACK: 'on', S3_ENDPOINT: 'https://s3.example' }],
    ['S3_FIPS', 'FIPS with another service', { S3_FIPS: 'on', S3_ENDPOINT: 'https://s3.example' }],
    ['S3_FIPS', 'FIPS where there is none', { S3_FIPS: 'on', S3_REGION: 'cn-north-1' }],
  ])('%s is refused because of %s', async (name, _, changes) => {
    const refused = await check(changes).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidSetting)
    expect((refused as InvalidSetting).message).toMatch(new RegExp(`^${name}: is refused by the rules of S3: `))
  })

  test('nothing is checked if files are stored in the data folder', () =>
    expect(check({ S3_BUCKET: '', S3_REGION: 'eu central' })).resolves.toBeUndefined())
})
