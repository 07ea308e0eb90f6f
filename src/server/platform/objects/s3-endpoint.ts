import { InvalidSetting, type Settings, settingsTable } from '../../settings'

type BucketSettings = Pick<
  Settings,
  'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCELERATE' | 'S3_DUALSTACK' | 'S3_FIPS'
>

/** The client options for reaching the bucket. A self-hosted service has the bucket in the path. */
export function endpointSettings(settings: BucketSettings) {
  return {
    region: settings.S3_REGION,
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT, forcePathStyle: true }),
    useAccelerateEndpoint: settings.S3_ACCELERATE === 'on',
    useDualstackEndpoint: settings.S3_DUALSTACK === 'on',
    useFipsEndpoint: settings.S3_FIPS === 'on',
    useArnRegion: true,
  }
}

/**
 * Checks with the SDK's own rules whether bucket, region and endpoint go together, without calling the service [8.9b].
 * Throws {@link InvalidSetting} that names the setting at fault.
 */
export async function checkBucket(settings: BucketSettings): Promise<void> {
  if (!settings.S3_BUCKET) return
  const { S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client(endpointSettings(settings))
  try {
    client.config.endpointProvider({
      Bucket: settings.S3_BUCKET,
      Region: settings.S3_REGION,
      ...(settings.S3_ENDPOINT && { Endpoint: settings.S3_ENDPOINT, ForcePathStyle: true }),
      Accelerate: settings.S3_ACCELERATE === 'on',
      UseDualStack: settings.S3_DUALSTACK === 'on',
      UseFIPS: settings.S3_FIPS === 'on',
      UseArnRegion: true,
    })
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error)
    const name = settingBehind(wrong, settings)
    throw new InvalidSetting(name, `is refused by the rules of S3: ${wrong}`, settingsTable[name].example)
  } finally {
    client.destroy()
  }
}

/** The rules describe the error in a sentence; the first of these words in it identifies the setting. */
const settingPatterns: readonly [pattern: RegExp, name: keyof BucketSettings][] = [
  [/accelerate/i, 'S3_ACCELERATE'],
  [/dual-?stack/i, 'S3_DUALSTACK'],
  [/fips/i, 'S3_FIPS'],
  [/\barn\b|bucket/i, 'S3_BUCKET'],
  [/endpoint/i, 'S3_ENDPOINT'],
  [/region/i, 'S3_REGION'],
]

function settingBehind(message: string, settings: BucketSettings): keyof BucketSettings {
  const isPossible = (name: keyof BucketSettings) => settings[name] !== undefined && settings[name] !== 'off'
  return settingPatterns.find(([pattern, name]) => pattern.test(message) && isPossible(name))?.[1] ?? 'S3_BUCKET'
}
