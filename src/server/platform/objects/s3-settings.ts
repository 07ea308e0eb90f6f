import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

/**
 * Checked by S3's own rules for general purpose buckets; an ARN is checked together with the settings it depends on
 * [8.9b].
 */
export const bucketName = z
  .string()
  .refine(
    text =>
      text.startsWith('arn:') ||
      (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) &&
        !/\.\.|^(xn--|sthree-|amzn-s3-demo-)|(--ol-s3|--x-s3|--table-s3|\.mrap)$/.test(text) &&
        isIP(text) === 0),
    'is not a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens, beginning and ending with a letter or digit',
  )

/**
 * The customer-supplied storage key [5.7]: base64 if it decodes to 32 bytes, otherwise raw text that is encoded. It is
 * sent with a digest.
 */
export function storageKey(text: string): { key: string; md5: string } {
  const decoded = Buffer.from(text, 'base64')
  const isBase64 = decoded.length === 32 && decoded.toString('base64') === text
  const bytes = isBase64 ? decoded : Buffer.from(text, 'utf8')
  return { key: bytes.toString('base64'), md5: createHash('md5').update(bytes).digest('base64') }
}
