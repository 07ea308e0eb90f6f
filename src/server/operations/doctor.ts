import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '../features'
import { systemClock } from '../platform/clock'
import { parseConnection, withClient } from '../platform/database/database'
import { canRun, findProgram } from '../platform/find-program'
import { findFfmpeg } from '../platform/media/find-ffmpeg'
import { openObjects } from '../platform/objects/open'
import { addressSigner } from '../platform/objects/signed'
import { loadSecrets } from '../platform/secrets'
import { connectSpeech, missingSpeech } from '../platform/speech/connect'
import type { Settings } from '../settings'
import { type Answer, fix, note, ok } from './answer'
import { checkBackups, checkRehearsals, withHistory } from './check-backups'
import { checkPayment } from './check-payment'
import { type CommandEnvironment, openInstance } from './instance'
import { wordsOf } from './recorded'
import { unfinishedRestore } from './restore-marker'
import { answersWithin, statusOf } from './status-of'

interface Finding extends Answer {
  what: string
}

const leastFree = 1e9
const comfortablyFree = 10e9

const checks: [what: string, check: (environment: CommandEnvironment) => Promise<Answer>][] = [
  ['data folder', async ({ settings }) => checkDisk(settings.DATA_DIR)],
  ['database', checkDatabase],
  ['replica', async ({ settings }) => checkReplica(settings)],
  ['files', async ({ settings }) => checkFiles(settings)],
  ['backups', environment => withHistory(environment, checkBackups)],
  ['rehearsals', environment => withHistory(environment, checkRehearsals)],
  ['address', async ({ settings }) => checkAddress(settings)],
  ['mail', async ({ settings }) => checkMail(settings)],
  ['SMS', async ({ settings }) => checkSms(settings)],
  ['payment', async ({ settings }) => checkPayment(settings)],
  ['model', async ({ settings }) => checkModel(settings)],
  ['speech model', async ({ settings }) => checkSpeech(settings)],
  ['video', async () => checkFfmpeg()],
  ['words on pictures', async ({ settings }) => checkTesseract(settings)],
]

/** Looks at everything that a server needs, one after the other, and says what to do about what is missing. */
export async function* examine(environment: CommandEnvironment): AsyncGenerator<Finding> {
  yield { state: 'ok', what: 'settings', says: 'all valid' }
  for (const [what, check] of checks) {
    const answer = await check(environment).catch(error => fix(wordsOf(error)))
    yield { what, ...answer }
  }
}

async function checkDisk(folder: string): Promise<Answer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = unfinishedRestore(folder)
  if (unfinished) return fix(`the restore of the backup of ${unfinished} was interrupted; run the same restore again`)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `${folder}, ${(free / 1e9).toFixed(1)} GB free`
  if (free < leastFree) return fix(`${says}: make room, or writes will fail soon`)
  return free < comfortablyFree ? note(`${says}: make room before it becomes less than 1 GB`) : ok(says)
}

async function checkDatabase(environment: CommandEnvironment): Promise<Answer> {
  const { DATABASE_URL, DATA_DIR, SUPER_USERS } = environment.settings
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres'))) return note('the first start creates it')
  const instance = await openInstance(environment, { alone: false })
  try {
    const { version, applied, operators } = await withClient(instance.owner, async client => {
      const { rows } = await client.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      const found = await client.query<{ found: boolean }>(
        "select to_regclass('public.migrations') is not null as found",
      )
      if (!found.rows[0]?.found) return { version: rows[0]?.version ?? 0, applied: [], operators: 0 }
      const { rows: names } = await client.query<{ name: string }>('select name from migrations')
      const { rows: people } = await client.query('select from users where email = any ($1) or phone = any ($1)', [
        SUPER_USERS,
      ])
      return { version: rows[0]?.version ?? 0, applied: names.map(({ name }) => name), operators: people.length }
    })
    const major = Math.floor(version / 10_000)
    if (major < 15) return fix(`PostgreSQL ${major} is too old; use 15 or newer`)
    const newer = applied.filter(name => !migrations.some(migration => migration.name === name))
    if (newer.length > 0) return fix(`it was used by a newer Wheelhouse (${newer.join(', ')}); start that version`)
    const missing = migrations.length - applied.length
    if (missing > 0)
      return note(`PostgreSQL ${major}; ${missing} migrations to apply: wheelhouse migrate, or the next start`)
    if (SUPER_USERS.length > operators)
      return note(`PostgreSQL ${major}; not everybody in SUPER_USERS has signed up yet`)
    return ok(`PostgreSQL ${major}, up to date`)
  } finally {
    await instance.close()
  }
}

async function checkReplica({ DATABASE_REPLICA_URL }: Settings): Promise<Answer> {
  if (!DATABASE_REPLICA_URL) return ok('none')
  const [replica] = await withClient(parseConnection(DATABASE_REPLICA_URL), async client => {
    const { rows } = await client.query<{ follows: boolean; behind: number | null }>(
      `select pg_is_in_recovery() as follows,
         extract(epoch from now() - pg_last_xact_replay_timestamp())::float as behind`,
    )
    return rows
  })
  if (!replica?.follows) return fix('DATABASE_REPLICA_URL is no replica: it follows no other database')
  return ok(replica.behind === null ? 'follows' : `follows; its last change is ${Math.round(replica.behind)} s old`)
}

async function checkFiles(settings: Settings): Promise<Answer> {
  const place = settings.S3_BUCKET ? `the bucket ${settings.S3_BUCKET}` : 'the data folder'
  const objects = openObjects(settings, addressSigner(loadSecrets(settings).derive('object addresses'), systemClock))
  const key = `doctor/${randomUUID()}`
  try {
    await objects.check()
    await objects.put(key, Buffer.from('read back'), 'text/plain')
    const { bytes } = await objects.get(key)
    await objects.delete(key)
    return bytes.toString() === 'read back'
      ? ok(`in ${place}, written and read back`)
      : fix(`${place} returned other bytes`)
  } catch (error) {
    const cause = error instanceof Error && error.cause ? ` (${wordsOf(error.cause)})` : ''
    return fix(
      `${place} refused a test file: ${wordsOf(error)}${cause}; check the S3_ settings, or the rights of DATA_DIR`,
    )
  }
}

async function checkAddress({ HOST, PUBLIC_URL }: Settings): Promise<Answer> {
  const isLocal = HOST === '127.0.0.1' || HOST === '::1' || HOST === 'localhost'
  if (PUBLIC_URL?.startsWith('https:')) return ok(PUBLIC_URL)
  if (PUBLIC_URL) return note(`${PUBLIC_URL}: microphones and notifications need an https address`)
  return isLocal
    ? note('only this computer reaches the server; set HOST or a proxy, and PUBLIC_URL, for others')
    : fix('other computers reach the server, but links would lead to localhost; set PUBLIC_URL')
}

async function checkMail({ SMTP_URL }: Settings): Promise<Answer> {
  if (!SMTP_URL) return note('none; codes and invites are only in the outbox. Set SMTP_URL')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: answersWithin,
    greetingTimeout: answersWithin,
  })
  try {
    await transport.verify()
    return ok('the mail server accepts the connection and the password')
  } catch (error) {
    return fix(`the mail server refused: ${wordsOf(error)}; check SMTP_URL`)
  } finally {
    transport.close()
  }
}

async function checkSms({
  TWILIO_ACCOUNT_SID: account,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_URL,
}: Settings): Promise<Answer> {
  if (!account) return note('none; people sign in by e-mail. Set TWILIO_ACCOUNT_SID for phones')
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  const status = await statusOf(new URL(`/2010-04-01/Accounts/${account}.json`, TWILIO_URL), { authorization })
  return status === 200
    ? ok('the service knows the account')
    : fix(`the service answered ${status}; check the TWILIO_ settings`)
}

async function checkModel({ MODEL_URL, MODEL_NAME, MODEL_KEY }: Settings): Promise<Answer> {
  if (!MODEL_URL) return note('none; Mate answers without one. Set MODEL_URL and MODEL_NAME')
  return checkService(MODEL_URL, MODEL_KEY, `answers for ${MODEL_NAME}`, 'MODEL_URL and MODEL_KEY')
}

async function checkSpeech(settings: Settings): Promise<Answer> {
  const { SPEECH_URL, SPEECH_NAME, SPEECH_KEY, SPEECH_MODEL_FOLDER } = settings
  if (SPEECH_URL) return checkService(SPEECH_URL, SPEECH_KEY, `answers for ${SPEECH_NAME}`, 'SPEECH_URL and SPEECH_KEY')
  const missing = missingSpeech(settings)
  if (missing) return note(`none; ${missing}`)
  connectSpeech(settings, systemClock)
  return ok(`in ${SPEECH_MODEL_FOLDER}`)
}

/** Services that speak OpenAI's protocol list their models; some have no list, but none refuses the key there wrongly. */
async function checkService(base: string, key: string | undefined, says: string, names: string): Promise<Answer> {
  const address = new URL(`${base.replace(/\/$/, '')}/models`)
  const status = await statusOf(address, { authorization: key && `Bearer ${key}` }).catch(() => null)
  if (status === null) return fix(`${address.host} does not answer; start it, or check ${names}`)
  if (status === 401 || status === 403) return fix(`${address.host} refused the key (${status}); check ${names}`)
  return status < 500 ? ok(`${address.host} ${says}`) : fix(`${address.host} answered ${status}; look at its log`)
}

async function checkFfmpeg(): Promise<Answer> {
  return findFfmpeg()
    ? ok('ffmpeg is installed')
    : note('no ffmpeg; cameras give still images only, and there are no time-lapses. Install ffmpeg')
}

async function checkTesseract({ TESSERACT_PATH: path }: Settings): Promise<Answer> {
  if (path !== undefined && !canRun(path)) return fix(`${path} cannot be run; check TESSERACT_PATH`)
  return path !== undefined || findProgram('tesseract')
    ? ok('tesseract is installed')
    : note('no tesseract; jobs cannot read words. Install tesseract')
}
