import { join, resolve } from 'node:path'
import { z } from 'zod'
import { tokens } from '#shared/contract/session/limits'
import { parseCidr } from './platform/media/guard'
import { StartupError } from './platform/startup-error'
import {
  address,
  bucketName,
  cronExpression,
  domains,
  filePath,
  list,
  listOf,
  onOrOff,
  optional,
  optionalWholeNumber,
  people,
  planPrices,
  prices,
  proxies,
  roles,
  type Setting,
  setting,
  startingWith,
  storageKey,
  tax,
  webUrl,
  wholeNumber,
} from './setting-schemas'

/** A refused setting. The message is complete: name, what is wrong, an example. */
export class InvalidSetting extends StartupError {
  constructor(name: string, wrong: string, example: string, exampleOf = name) {
    super(`${name}: ${wrong}\n  For example: ${exampleOf}=${example}`)
    this.name = 'BadSetting'
  }
}

/** Every setting of the server, by the name of its environment variable. */
export const settingsTable = {
  PORT: setting(wholeNumber(0, 65_535, 4780), '4780', 'The port to listen on; 0 takes a free one.'),
  HOST: setting(
    z.string().min(1).default('127.0.0.1'),
    '0.0.0.0',
    'The address to listen on. The default is reachable from this computer only.',
  ),
  PUBLIC_URL: setting(
    webUrl.optional(),
    'https://wheelhouse.example',
    'The address that people open; links in messages begin with it. Needed behind a proxy on the same machine.',
  ),
  DATA_DIR: setting(
    z
      .string()
      .min(1)
      .default('./data')
      .transform(path => resolve(path)),
    './data',
    'The folder for the embedded database, files and keys.',
  ),
  DATABASE_URL: setting(
    address('postgres:', 'postgresql:').optional(),
    'postgres://wheelhouse:secret@db.example/wheelhouse',
    'Your own PostgreSQL (15 or newer) instead of the embedded one. Its role needs CREATE on the database.',
  ),
  DATABASE_REPLICA_URL: setting(
    address('postgres:', 'postgresql:').optional(),
    'postgres://wheelhouse:secret@replica.example/wheelhouse',
    'A streaming replica of DATABASE_URL, which answers what reads much. Until it has caught up, DATABASE_URL answers.',
  ),
  DATABASE_POOL: setting(wholeNumber(2, 200, 10), '10', 'The largest number of connections to the database.'),
  BACKUP_SCHEDULE: setting(
    cronExpression.optional(),
    '30 2 * * *',
    'When the server backs itself up: minute, hour, day, month and weekday in UTC. Without it only `wheelhouse backup` does.',
  ),
  BACKUP_DIR: setting(
    filePath.optional(),
    '/mnt/backups',
    'The folder for backups. Without it the folder `backups` of DATA_DIR, which is lost with the same disk.',
  ),
  BACKUP_KEEP: setting(
    wholeNumber(1, 1_000, 7),
    '14',
    'How many scheduled backups are kept. The last good one always is.',
  ),
  REHEARSAL_SCHEDULE: setting(
    cronExpression.optional(),
    '0 4 * * 0',
    'When the newest backup is restored on trial, compared and removed again, in UTC. Without it only `wheelhouse rehearse` does.',
  ),
  NATS_URL: setting(
    address('nats:', 'tls:').optional(),
    'nats://wheelhouse:secret@nats.example:4222',
    'The NATS over which several servers of one database tell each other what is new.',
  ),
  ROLES: setting(
    listOf('role: web or worker', text => roles.find(role => role === text), 'web,worker').refine(
      list => list.length > 0,
      'must name web, worker or both',
    ),
    'worker',
    'What this server does: `web` answers people, `worker` runs jobs in the background.',
  ),
  SECRET: setting(
    z.string().min(32, 'must have at least 32 characters').optional(),
    'a-long-random-text-of-32-characters-or-more',
    'The root of all keys; needed if several servers share one database. Without it one is created in DATA_DIR.',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'info',
    'The level of the log.',
  ),
  TRUSTED_PROXIES: setting(
    proxies,
    '10.0.0.0/8',
    'Proxies whose X-Forwarded-For header is trusted, as addresses or CIDR ranges.',
  ),
  RATE_LIMIT: setting(
    wholeNumber(1, 1_000_000, 1_200),
    '1200',
    'Calls a minute that one person, or one address when not signed in, may make.',
  ),
  CONNECTIONS: setting(
    wholeNumber(10, 1_000_000, 20_000),
    '20000',
    'Connections that may be open at once; more are answered 503.',
  ),
  CONNECTIONS_PER_ADDRESS: setting(
    wholeNumber(10, 1_000_000, 4_000),
    '4000',
    'Connections that may be open from one address or IPv6 /64; behind a trusted proxy, running calls.',
  ),
  SOCKETS_PER_PERSON: setting(
    wholeNumber(3, 1_000_000, 90),
    '90',
    'Sockets that one person may have open; a page of the app opens three.',
  ),
  SOCKETS_PER_ADDRESS: setting(
    wholeNumber(3, 1_000_000, 3_000),
    '3000',
    'Sockets that may be open from one address, which an office may share.',
  ),
  TOKEN_SECONDS: setting(wholeNumber(2, 86_400, tokens.lifetime / 1000), '3600', 'How long an ID token is valid.'),
  BILLING: setting(
    z.enum(['off', 'sandbox', 'stripe', 'razorpay']).default('sandbox'),
    'off',
    '`off` makes every organisation premium without limits; `sandbox` allows plans to be tried; with `stripe` or `razorpay` plans are paid there.',
  ),
  STRIPE_SECRET_KEY: setting(
    startingWith('sk_', 'rk_'),
    'sk_live_0123456789',
    'The secret key of your Stripe account, or a restricted one.',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    startingWith('whsec_'),
    'whsec_0123456789',
    'The signing secret of the webhook at Stripe that leads to this server.',
  ),
  STRIPE_URL: setting(
    webUrl.default('https://api.stripe.com'),
    'https://api.stripe.com',
    'The address of Stripe’s API.',
  ),
  RAZORPAY_KEY_ID: setting(startingWith('rzp_'), 'rzp_live_0123456789', 'The key id of your Razorpay account.'),
  RAZORPAY_KEY_SECRET: setting(optional, 'a-secret', 'The key secret of your Razorpay account.'),
  RAZORPAY_WEBHOOK_SECRET: setting(
    optional,
    'a-secret',
    'The secret of the webhook at Razorpay that leads to this server.',
  ),
  RAZORPAY_URL: setting(
    webUrl.default('https://api.razorpay.com'),
    'https://api.razorpay.com',
    'The address of Razorpay’s API.',
  ),
  PLAN_PRICES: setting(
    planPrices,
    '149/1490 449/4490 USD',
    'What a month and a year of Team cost, then of Business, and the currency, which must have two decimals.',
  ),
  INVOICE_SELLER: setting(
    optional,
    'Ridgeway Software Ltd; 1 Quay Lane, Port Ellery; VAT GB123456789',
    'Who sells the plans, for invoices: name, address and tax number, with a semicolon between the lines.',
  ),
  INVOICE_TAX: setting(
    tax,
    '20 VAT',
    'The tax that the prices include, in percent and with its name. Without it invoices show none.',
  ),
  STORAGE_GB: setting(
    optionalWholeNumber(1, 1_000_000),
    '200',
    'Gigabytes that the files of one organisation may have. Without it 5 on the free plan and 500 on others; no limit with `BILLING=off`.',
  ),
  GUESTS: setting(
    z.enum(['on', 'off']).default('on'),
    'off',
    '`on` lets people try Mate and upload a recording without an account; their data is deleted after 24 hours.',
  ),
  TERMS_URL: setting(
    webUrl.optional(),
    'https://ridgeway.example/terms',
    'The address of your terms of use; the sign-in page links to them.',
  ),
  PRIVACY_URL: setting(
    webUrl.optional(),
    'https://ridgeway.example/privacy',
    'The address of your privacy notice; the sign-in page links to it.',
  ),
  SUPER_USERS: setting(
    people,
    'ops@wheelhouse.example',
    'Verified e-mails or phones of the people who run this server.',
  ),
  SMTP_URL: setting(
    address('smtp:', 'smtps:').optional(),
    'smtps://user:password@mail.example:465',
    'The mail server for codes and invites. Without it they go to the outbox.',
  ),
  MAIL_FROM: setting(
    z.string().default('Wheelhouse <wheelhouse@localhost>'),
    'Wheelhouse <hello@wheelhouse.example>',
    'The sender of mails.',
  ),
  TWILIO_ACCOUNT_SID: setting(
    optional,
    'AC0123456789',
    'The Twilio account for SMS. Without it they go to the outbox.',
  ),
  TWILIO_AUTH_TOKEN: setting(optional, 'a-secret', 'The Twilio account’s token.'),
  TWILIO_FROM: setting(optional, '+15550100', 'The number that SMS come from.'),
  TWILIO_URL: setting(
    webUrl.default('https://api.twilio.com'),
    'https://api.twilio.com',
    'The address of the SMS service.',
  ),
  OIDC_ISSUER: setting(
    webUrl.default('https://accounts.google.com'),
    'https://accounts.google.com',
    'The OpenID provider behind “Continue with Google”.',
  ),
  OIDC_CLIENT_ID: setting(optional, '123.apps.example', 'The client id there; without it the button is not shown.'),
  OIDC_CLIENT_SECRET: setting(optional, 'a-secret', 'The client secret at that provider, if there is one.'),
  OIDC_DOMAINS: setting(
    domains,
    'ridgeway.example',
    'Domains of e-mail, one of which the provider must have verified for everybody who signs in there. Codes open new accounts only for addresses of these domains and for invited ones. Empty for any.',
  ),
  S3_BUCKET: setting(
    bucketName.optional(),
    'wheelhouse',
    'An S3 bucket, or the ARN of an access point to one, for files instead of DATA_DIR.',
  ),
  S3_REGION: setting(z.string().default('us-east-1'), 'eu-central-1', 'The region of the bucket.'),
  S3_ENDPOINT: setting(webUrl.optional(), 'https://s3.example', 'The address of an S3 service that is not Amazon’s.'),
  S3_ACCELERATE: setting(onOrOff, 'on', '`on` reaches the bucket through S3 Transfer Acceleration.'),
  S3_DUALSTACK: setting(onOrOff, 'on', '`on` reaches Amazon’s S3 by IPv6 as well.'),
  S3_FIPS: setting(onOrOff, 'on', '`on` reaches Amazon’s S3 at its FIPS addresses.'),
  S3_ACCESS_KEY_ID: setting(optional, 'AKIA0123', 'The key id for the bucket.'),
  S3_SECRET_ACCESS_KEY: setting(optional, 'a-secret', 'The secret key for the bucket.'),
  S3_CUSTOMER_KEY: setting(
    z.string().min(1).transform(storageKey).optional(),
    '32-bytes-in-base64',
    'Your own key for encrypting objects (SSE-C).',
  ),
  PUSH_ALLOWED_NETWORKS: setting(
    listOf('address or CIDR range', parseCidr),
    '192.168.4.0/24',
    'Networks that are not public but where the push services of browsers may be, as addresses or CIDR ranges.',
  ),
  CALENDAR_ALLOWED_NETWORKS: setting(
    listOf('address or CIDR range', parseCidr),
    '192.168.4.0/24',
    'Networks that are not public but that calendars may be fetched from, as addresses or CIDR ranges.',
  ),
  CAMERA_ALLOWED_NETWORKS: setting(
    listOf('address or CIDR range', parseCidr),
    '192.168.4.0/24',
    'Networks that are not public but that cameras may be fetched from, as addresses or CIDR ranges.',
  ),
  MODEL_URL: setting(
    webUrl.optional(),
    'http://localhost:11434/v1',
    'An OpenAI-compatible address for Mate. Without it Mate answers without a model.',
  ),
  MODEL_NAME: setting(optional, 'llama3.3', 'The name of the model at MODEL_URL.'),
  MODEL_CHOICES: setting(
    list,
    'llama3.3,qwen3-vl',
    'Further models at MODEL_URL, by name, that a job may ask instead of MODEL_NAME.',
  ),
  MODEL_KEY: setting(optional, 'a-secret', 'The key for MODEL_URL, if it needs one.'),
  MODEL_TIMEOUT_SECONDS: setting(
    wholeNumber(1, 3600, 60),
    '60',
    'How long the model may be silent before Mate gives up.',
  ),
  MODEL_PICTURES: setting(
    wholeNumber(1, 12, 12),
    '4',
    'How many pictures the model takes at once. More are put together on sheets.',
  ),
  MODEL_PRICES: setting(
    prices.optional(),
    '0.15/0.60 USD',
    'What the model costs for a million tokens read and written, so that jobs can say what they cost.',
  ),
  TESSERACT_PATH: setting(
    filePath.optional(),
    '/usr/bin/tesseract',
    'The program that reads words and numbers on pictures for jobs. Without it the one in PATH is used, if there is one.',
  ),
  TESSERACT_LANGUAGES: setting(
    listOf('name of a language', text => (/^[A-Za-z][A-Za-z_]{2,40}$/.test(text) ? text : undefined), 'eng'),
    'eng,deu',
    'The languages that it reads, as it names them; those that are not installed are left out.',
  ),
  SPEECH_URL: setting(
    webUrl.optional(),
    'http://localhost:8000/v1',
    'An OpenAI-compatible address that transcribes recordings. Without it they show who spoke when, and no words.',
  ),
  SPEECH_NAME: setting(optional, 'whisper-1', 'The name of the model at SPEECH_URL.'),
  SPEECH_KEY: setting(optional, 'a-secret', 'The key for SPEECH_URL, if it needs one.'),
  SPEECH_TIMEOUT_SECONDS: setting(
    wholeNumber(1, 36_000, 600),
    '600',
    'How long ten minutes of a recording may take at SPEECH_URL before the request is retried.',
  ),
  SPEECH_CAPTIONS: setting(
    onOrOff,
    'on',
    'Whether meetings have live captions while they are recorded. Every meeting is then transcribed twice.',
  ),
  SPEECH_MODEL_FOLDER: setting(
    filePath.optional(),
    './models/whisper-small',
    'A folder with a speech model for sherpa-onnx (Whisper or a transducer), to transcribe on this computer instead.',
  ),
} as const

type Table = typeof settingsTable
type Read = { readonly [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never }
export type Settings = Omit<Read, 'BACKUP_DIR'> & { readonly BACKUP_DIR: string }

/**
 * Reads and checks all settings; an empty variable counts as not set. Throws {@link BadSetting} for the first invalid
 * one.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const read = Object.entries(settingsTable).map(([name, { schema, example }]) => {
    const result = schema.safeParse(environment[name] || undefined)
    if (!result.success) throw new InvalidSetting(name, result.error.issues[0]?.message ?? 'is not valid', example)
    return [name, result.data]
  })
  const settings = Object.fromEntries(read) as Read
  checkTogether(settings)
  return { ...settings, BACKUP_DIR: settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups') }
}

/** Checks settings that depend on each other. */
function checkTogether(settings: Read): void {
  const need = (given: keyof Settings, needed: keyof Settings) => {
    if (settings[given] && !settings[needed])
      throw new InvalidSetting(needed, `is needed because ${given} is set`, settingsTable[needed].example)
  }
  checkProvider(settings)
  need('DATABASE_REPLICA_URL', 'DATABASE_URL')
  need('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN')
  need('TWILIO_ACCOUNT_SID', 'TWILIO_FROM')
  need('S3_BUCKET', 'S3_ACCESS_KEY_ID')
  need('S3_BUCKET', 'S3_SECRET_ACCESS_KEY')
  need('MODEL_URL', 'MODEL_NAME')
  need('SPEECH_URL', 'SPEECH_NAME')
  if (settings.SPEECH_URL && settings.SPEECH_MODEL_FOLDER) {
    const { example } = settingsTable.SPEECH_MODEL_FOLDER
    throw new InvalidSetting('SPEECH_MODEL_FOLDER', 'is set beside SPEECH_URL; only one of them can be', example)
  }
}

/** What each payment provider needs; all that is missing is named at once, because it comes from the same pages. */
const neededBy: Partial<Record<Settings['BILLING'], readonly (keyof Settings)[]>> = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
}

function checkProvider(settings: Read): void {
  const missing = (neededBy[settings.BILLING] ?? []).filter(name => !settings[name])
  const [first] = missing
  if (!first) return
  const wrong = `${missing.length === 1 ? 'is' : 'are'} needed because BILLING is ${settings.BILLING}`
  throw new InvalidSetting(missing.join(', '), wrong, settingsTable[first].example, first)
}
