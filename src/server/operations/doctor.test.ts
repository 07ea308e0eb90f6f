import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { listenOnLoopback } from '../../../test/loopback'
import { examine } from './doctor'
import { markFinished, markUnfinished } from './restore-marker'
import { environmentWith } from './testing/operator'

vi.mock('node:fs/promises', async original => {
  const real = await original<{ statfs: typeof statfs }>()
  return { ...real, statfs: vi.fn(real.statfs) }
})

const folder = join(inject('folder'), `doctor-${process.pid}`)
/** A service that refuses every key; nothing listens at the other address. */
const refusing = createServer((_, response) => response.writeHead(401).end())
const nobody = 'http://127.0.0.1:9'
let service: string

beforeAll(async () => {
  service = `http://127.0.0.1:${await listenOnLoopback(refusing)}`
})
afterAll(() => refusing.close())

/** The lines of doctor, by what they are about. */
async function linesWith(settings: Record<string, string>): Promise<Record<string, string>> {
  const lines: Record<string, string> = {}
  for await (const { what, state, says } of examine(environmentWith({ DATA_DIR: folder, ...settings })))
    lines[what] = `${state}: ${says}`
  return lines
}

test('Doctor says what to fix about each service that refuses or does not answer [D39]', async () => {
  const { host, port, user, password } = inject('postgres')
  const noReplica = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  await markUnfinished(folder, '2026-11-20T09:00:00.000Z')
  const lines = await linesWith({
    ...{ HOST: '0.0.0.0', DATABASE_URL: noReplica, DATABASE_REPLICA_URL: noReplica, SMTP_URL: 'smtp://127.0.0.1:9' },
    ...{ S3_BUCKET: 'bikes', S3_ENDPOINT: nobody, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
    ...{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+14155550100', TWILIO_URL: service },
    ...{ SPEECH_URL: service, SPEECH_NAME: 'whisper', SPEECH_KEY: 'key' },
  })
  await markFinished(folder)
  expect(lines).toMatchObject({
    settings: 'ok: all valid',
    'data folder': expect.stringMatching(/^fix: the restore of the backup of 2026-11-20T09:00:00.000Z was interrupted/),
    replica: 'fix: DATABASE_REPLICA_URL is no replica: it follows no other database',
    files: expect.stringMatching(/^fix: the bucket bikes refused a test file: .*check the S3_ settings/),
    address: expect.stringMatching(/^fix: other computers reach the server.*set PUBLIC_URL$/),
    mail: expect.stringMatching(/^fix: the mail server refused: .*check SMTP_URL$/),
    SMS: 'fix: the service answered 401; check the TWILIO_ settings',
    'speech model': expect.stringMatching(/^fix: .* refused the key \(401\); check SPEECH_URL and SPEECH_KEY$/),
  })
})

test('Doctor has nothing to fix on a computer where nothing was set up, and says what is missing', async () => {
  const lines = await linesWith({ PUBLIC_URL: 'http://bikes.example' })
  expect(Object.values(lines).filter(line => line.startsWith('fix'))).toEqual([])
  expect(lines).toMatchObject({
    'data folder': expect.stringMatching(/ GB free/),
    database: 'note: the first start creates it',
    files: 'ok: in the data folder, written and read back',
    address: expect.stringMatching(/^note: http:\/\/bikes.example: microphones/),
    mail: expect.stringMatching(/^note: none/),
  })
  expect((await linesWith({ PUBLIC_URL: 'https://bikes.example' })).address).toBe('ok: https://bikes.example')
})

test.each([
  [0.4, 'fix: %s, 0.4 GB free: make room, or writes will fail soon'],
  [4, 'note: %s, 4.0 GB free: make room before it becomes less than 1 GB'],
])('Doctor says when the disk is almost full: %s GB are left [D39]', async (gigabytes, line) => {
  const space = { bavail: gigabytes * 1e6, bsize: 1e3 } as Awaited<ReturnType<typeof statfs>>
  vi.mocked(statfs).mockResolvedValueOnce(space)
  expect((await linesWith({}))['data folder']).toBe(line.replace('%s', folder))
})
