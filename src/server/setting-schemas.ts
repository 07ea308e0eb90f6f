import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Cron } from 'croner'
import { z } from 'zod'
import { Email, Phone } from '#shared/contract/common'

// What settings are made of: each is a string of the environment that a schema checks and reads.

export interface Setting<T> {
  schema: z.ZodType<T>
  /** One sentence on its effect; `docs/settings.md` lists them. */
  does: string
  example: string
}

export const setting = <T>(schema: z.ZodType<T>, example: string, does: string): Setting<T> => ({
  schema,
  example,
  does,
})

export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
export const optionalWholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .optional()
export const optional = z.string().optional()
/** A key whose beginning tells what it is, so that another one is not taken for it. */
export const startingWith = (...beginnings: string[]) =>
  z
    .string()
    .refine(
      text => beginnings.some(beginning => text.startsWith(beginning)),
      `must begin with ${beginnings.join(' or ')}`,
    )
    .optional()
/** `0.15/0.60 USD`: two prices and a currency of three letters. */
export const prices = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)? [A-Z]{3}$/, 'must be two prices and a currency')
  .transform(text => {
    const [amounts = '', currency = ''] = text.split(' ')
    const [input = 0, output = 0] = amounts.split('/').map(Number)
    return { input, output, currency }
  })
/** `149/1490 449/4490 USD`: a month and a year of Team, then of Business, in whole units of a currency with two decimals. */
export const planPrices = z
  .string()
  .default('149/1490 449/4490 USD')
  .refine(
    text => /^\d{1,6}(\.\d\d)?\/\d{1,7}(\.\d\d)? \d{1,6}(\.\d\d)?\/\d{1,7}(\.\d\d)? [A-Z]{3}$/.test(text),
    'must be two pairs of prices and a currency',
  )
  .transform(text => {
    const [team = '', business = '', currency = ''] = text.split(' ')
    const pair = (prices: string) => {
      const [monthly = 0, yearly = 0] = prices.split('/').map(price => Math.round(Number(price) * 100))
      return { monthly, yearly }
    }
    return { team: pair(team), business: pair(business), currency }
  })
/** `20 VAT`: percent and a name. */
export const tax = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})? \S.{0,39}$/, 'must be a percentage and a name')
  .transform(text => {
    const [percent = ''] = text.split(' ', 1)
    return { percent: Number(percent), name: text.slice(percent.length + 1) }
  })
  .optional()
const listByDefault = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform(text =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(Boolean),
    )
export const list = listByDefault('')
/** Names of domains, as they follow the @ of an address. */
export const domains = list.pipe(
  z.array(
    z
      .string()
      .toLowerCase()
      .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'must be a list of domains'),
  ),
)
/** A list whose parts are checked one by one; the first invalid one is named. */
export const listOf = <T>(is: string, part: (text: string) => T | undefined, fallback = '') =>
  listByDefault(fallback).transform((parts, context) =>
    parts.flatMap(text => {
      const read = part(text)
      if (read === undefined) context.addIssue({ code: 'custom', message: `${text} is no ${is}` })
      return read ?? []
    }),
  )
export const proxies = listOf('address or CIDR range', text => {
  const [ip = '', bits, ...more] = text.split('/')
  const family = isIP(ip)
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return family > 0 && isRange && more.length === 0 ? text : undefined
})
/** Normalised like the addresses that people verify, so that they match. */
export const people = listOf(
  'e-mail, and no phone that begins with + and the country code',
  text => (text.includes('@') ? Email : Phone).safeParse(text).data,
)
export const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      text => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    )
export const webUrl = address('http:', 'https:')
export const roles = ['web', 'worker'] as const
/** Five fields; whether they are valid is Croner's to say, which reads them later. */
export const cronExpression = z.string().refine(text => {
  try {
    return new Cron(text, { mode: '5-part', paused: true, timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}, 'must be a cron expression of five fields')
/** A path, which counts from the folder in which the server starts. */
export const filePath = z.string().transform(path => resolve(path))

export const onOrOff = z.enum(['on', 'off']).default('off')

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
