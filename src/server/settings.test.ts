import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { storageKey } from './setting-schemas'
import { InvalidSetting, readSettings, type Settings, settingsTable } from './settings'

type Name = keyof Settings
const names = Object.keys(settingsTable) as Name[]

function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof InvalidSetting) return error.message
    throw error
  }
  throw new Error('The settings were accepted.')
}

describe('A server without settings', () => {
  test('runs on this computer alone, with nothing to configure', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4780,
      DATA_DIR: resolve('data'),
      DATABASE_URL: undefined,
      SMTP_URL: undefined,
      TRUSTED_PROXIES: [],
      SUPER_USERS: [],
    })
  })

  test('treats an empty variable as not set', () => {
    expect(readSettings(Object.fromEntries(names.map(name => [name, ''])))).toEqual(readSettings({}))
  })

  test('ignores variables of other programs', () => {
    expect(readSettings({ PATH: '/bin', PORTS: 'many' })).toEqual(readSettings({}))
  })
})

const refused: [Name, string, string][] = [
  ['PORT', 'eighty', 'must be a whole number'],
  ['PORT', '65536', 'must be at most 65535'],
  ['PORT', '-1', 'must be a whole number'],
  ['PUBLIC_URL', 'wheelhouse.example', 'must be an address that begins with http:// or https://'],
  ['DATABASE_URL', 'mysql://db', 'must be an address that begins with postgres:// or postgresql://'],
  ['DATABASE_REPLICA_URL', 'mysql://db', 'must be an address that begins with postgres:// or postgresql://'],
  ['DATABASE_POOL', '1', 'must be at least 2'],
  ['NATS_URL', 'http://nats.example', 'must be an address that begins with nats:// or tls://'],
  ['BACKUP_SCHEDULE', 'at night', 'must be a cron expression of five fields'],
  ['BACKUP_SCHEDULE', '0 0 2 * * *', 'must be a cron expression of five fields'],
  ['REHEARSAL_SCHEDULE', '61 2 * * *', 'must be a cron expression of five fields'],
  ['BACKUP_KEEP', '0', 'must be at least 1'],
  ['ROLES', 'web,painter', 'painter is no role: web or worker'],
  ['SECRET', 'short', 'must have at least 32 characters'],
  ['LOG_LEVEL', 'loud', 'expected one of "fatal"|"error"|"warn"|"info"|"debug"|"silent"'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.example', 'proxy.example is no address or CIDR range'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/33 is no address or CIDR range'],
  ['RATE_LIMIT', '0', 'must be at least 1'],
  ['CONNECTIONS', '9', 'must be at least 10'],
  ['CONNECTIONS_PER_ADDRESS', '9', 'must be at least 10'],
  ['SOCKETS_PER_PERSON', '2', 'must be at least 3'],
  ['SOCKETS_PER_ADDRESS', '2', 'must be at least 3'],
  ['TOKEN_SECONDS', '1.5', 'must be a whole number'],
  ['BILLING', 'free', 'expected one of "off"|"sandbox"|"stripe"|"razorpay"'],
  ['STRIPE_SECRET_KEY', 'pk_live_1', 'must begin with sk_ or rk_'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_1', 'must begin with whsec_'],
  ['STRIPE_URL', 'api.stripe.example', 'must be an address that begins with http:// or https://'],
  ['RAZORPAY_KEY_ID', 'acc_1', 'must begin with rzp_'],
  ['RAZORPAY_URL', 'api.razorpay.example', 'must be an address that begins with http:// or https://'],
  ['PLAN_PRICES', '149 449 USD', 'must be two pairs of prices and a currency'],
  ['INVOICE_TAX', 'VAT', 'must be a percentage and a name'],
  ['GUESTS', 'yes', 'expected one of "on"|"off"'],
  ['TERMS_URL', 'javascript:alert(1)', 'must be an address that begins with http:// or https://'],
  ['PRIVACY_URL', 'ridgeway.example/privacy', 'must be an address that begins with http:// or https://'],
  ['SUPER_USERS', 'ops@wheelhouse.example, ops', 'ops is no e-mail, and no phone'],
  ['SMTP_URL', 'https://mail.example', 'must be an address that begins with smtp:// or smtps://'],
  ['TWILIO_URL', 'ftp://sms.example', 'must be an address that begins with http:// or https://'],
  ['OIDC_DOMAINS', 'ridgeway.example, @other', 'must be a list of domains'],
  ['OIDC_ISSUER', 'accounts.example', 'must be an address that begins with http:// or https://'],
  ['S3_BUCKET', 'My_Bucket', 'is not a bucket name'],
  ['S3_BUCKET', 'ab', 'is not a bucket name'],
  ['S3_BUCKET', 'wheel..server', 'is not a bucket name'],
  ['S3_BUCKET', '192.168.4.7', 'is not a bucket name'],
  ['S3_BUCKET', 'xn--wheelhouse', 'is not a bucket name'],
  ['S3_ACCELERATE', 'yes', 'expected one of "on"|"off"'],
  ['S3_DUALSTACK', 'yes', 'expected one of "on"|"off"'],
  ['S3_FIPS', 'yes', 'expected one of "on"|"off"'],
  ['S3_ENDPOINT', 's3.example', 'must be an address that begins with http:// or https://'],
  ['PUSH_ALLOWED_NETWORKS', '192.168.4.0/33', '192.168.4.0/33 is no address or CIDR range'],
  ['CALENDAR_ALLOWED_NETWORKS', 'calendar.example', 'calendar.example is no address or CIDR range'],
  ['CAMERA_ALLOWED_NETWORKS', '192.168.4.0/24, cameras.example', 'cameras.example is no address or CIDR range'],
  ['STORAGE_GB', '0', 'must be at least 1'],
  ['MODEL_URL', 'localhost:11434', 'must be an address that begins with http:// or https://'],
  ['MODEL_TIMEOUT_SECONDS', '0', 'must be at least 1'],
  ['MODEL_PICTURES', '0', 'must be at least 1'],
  ['MODEL_PRICES', '2 EUR', 'must be two prices and a currency'],
  ['TESSERACT_LANGUAGES', 'eng,--version', '--version is no name of a language'],
  ['SPEECH_URL', 'localhost:8000', 'must be an address that begins with http:// or https://'],
  ['SPEECH_TIMEOUT_SECONDS', '0', 'must be at least 1'],
  ['SPEECH_CAPTIONS', 'yes', 'expected one of "on"|"off"'],
]

describe('A refused setting', () => {
  test.each(refused)('%s=%s is named, with what is wrong and an example', (name, value, wrong) => {
    const message = refusal({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name}: `))
    expect(message).toContain(wrong)
    expect(message).toContain(`For example: ${name}=${settingsTable[name].example}`)
  })

  test('is covered by the list above; all other settings accept any text', () => {
    const listed = new Set(refused.map(([name]) => name))
    for (const name of names.filter(candidate => !listed.has(candidate))) {
      expect(settingsTable[name].schema.safeParse('any \u0001 text').success, name).toBe(true)
    }
  })

  test('is never repeated if it may hold a password', () => {
    expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@db' })).not.toContain('hunter2')
    expect(refusal({ SMTP_URL: 'http://user:hunter2@mail' })).not.toContain('hunter2')
    expect(refusal({ NATS_URL: 'http://user:hunter2@nats' })).not.toContain('hunter2')
    expect(refusal({ SECRET: 'hunter2' })).not.toContain('hunter2')
    expect(refusal({ STRIPE_SECRET_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(refusal({ STRIPE_WEBHOOK_SECRET: 'hunter2' })).not.toContain('hunter2')
  })
})

describe('Settings that belong together', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15550100' }
  const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const model = { MODEL_URL: 'http://localhost:11434/v1', MODEL_NAME: 'llama' }
  const speech = { SPEECH_URL: 'http://localhost:8000/v1', SPEECH_NAME: 'whisper-1' }

  test.each([
    [twilio, 'TWILIO_ACCOUNT_SID'],
    [s3, 'S3_BUCKET'],
    [model, 'MODEL_URL'],
    [speech, 'SPEECH_URL'],
  ])('%j are accepted together, and %s requires each of the others', (together, because) => {
    expect(readSettings(together)).toMatchObject(together)
    for (const name of Object.keys(together).filter(candidate => candidate !== because)) {
      const message = refusal({ ...together, [name]: '' })
      expect(message).toMatch(new RegExp(`^${name}: is needed because ${because} is set\n.*${name}=`))
    }
  })
})

test('A payment provider is configured as a whole; all that is missing is named at once [D36]', () => {
  expect(refusal({ BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_1' })).toMatch(
    /^STRIPE_WEBHOOK_SECRET: is needed because BILLING is stripe\n.*STRIPE_WEBHOOK_SECRET=whsec_/,
  )
  expect(refusal({ BILLING: 'razorpay' })).toMatch(
    /^RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: are needed because BILLING is razorpay\n/,
  )
})

test('A speech service and a local speech model cannot be configured together', () => {
  const service = { SPEECH_URL: 'http://localhost:8000/v1', SPEECH_NAME: 'whisper-1' }
  expect(refusal({ ...service, SPEECH_MODEL_FOLDER: './models' })).toMatch(
    /^SPEECH_MODEL_FOLDER: is set beside SPEECH_URL/,
  )
})

describe('Lists', () => {
  test('proxies are addresses and ranges, separated by commas', () => {
    const { TRUSTED_PROXIES } = readSettings({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1 , fd00::/8,' })
    expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
  })

  test('super users are normalised like people’s addresses [D7]', () => {
    const { SUPER_USERS } = readSettings({ SUPER_USERS: 'Ops@Wheelhouse.example, +1 (555) 010-0000' })
    expect(SUPER_USERS).toEqual(['ops@wheelhouse.example', '+15550100000'])
  })
})

describe('The storage encryption key [5.7a, 5.7b, 5.7c]', () => {
  const bytes = Buffer.from('0123456789abcdef0123456789abcdef')
  const md5 = (of: Buffer) => createHash('md5').update(of).digest('base64')

  test('base64 that decodes to 32 bytes is used unchanged [5.7a]', () => {
    expect(storageKey(bytes.toString('base64'))).toMatchObject({ key: bytes.toString('base64') })
  })

  test.each([
    ['text of 32 characters', '0123456789abcdef0123456789abcdef'],
    ['base64 of fewer bytes', Buffer.from('too short').toString('base64')],
    ['base64 of more bytes', Buffer.alloc(33, 7).toString('base64')],
    ['almost base64 of 32 bytes', `${bytes.toString('base64').slice(0, -1)}!`],
    ['text beyond ASCII', 'ключ-из-тридцати-двух-знаков-да!'],
  ])('%s is raw text, and is encoded [5.7b]', (_what, text) => {
    expect(storageKey(text).key).toBe(Buffer.from(text, 'utf8').toString('base64'))
  })

  test('the digest covers the key’s bytes, not its text [5.7c]', () => {
    expect(storageKey(bytes.toString('base64')).md5).toBe(md5(bytes))
    expect(storageKey(bytes.toString('utf8')).md5).toBe(md5(bytes))
    expect(storageKey('a pass phrase').md5).toBe(md5(Buffer.from('a pass phrase')))
  })

  test('is a setting that follows this rule when the server starts [D43]', () => {
    const { S3_CUSTOMER_KEY } = readSettings({ S3_CUSTOMER_KEY: bytes.toString('base64') })
    expect(S3_CUSTOMER_KEY).toEqual({ key: bytes.toString('base64'), md5: md5(bytes) })
  })
})

describe('docs/settings.md', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  /** `| NAME | default | what it does | example |` for each setting. */
  const rows = new Map(
    [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.+) \| (.+) \| `(.+)` \|$/gm)].map(row => [row[1], row.slice(2)]),
  )

  test.each(names)('explains %s with the text of the setting', name => {
    const { does, example, schema } = settingsTable[name]
    const [byDefault = '', explained, exampleThere] = rows.get(name) ?? []
    expect(explained).toBe(does)
    expect(exampleThere).toBe(example)
    const written = byDefault === '–' ? undefined : byDefault.replaceAll('`', '')
    expect(schema.parse(written)).toEqual(schema.parse(undefined))
    expect(byDefault === '–').toBe([undefined, ''].includes(schema.parse(undefined)?.toString()))
  })

  test('explains no setting that does not exist', () => {
    expect([...rows.keys()].filter(name => !names.includes(name as Name))).toEqual([])
  })

  test.each(names)('%s: its example is accepted', name => {
    expect(settingsTable[name].schema.safeParse(settingsTable[name].example).success).toBe(true)
  })
})
