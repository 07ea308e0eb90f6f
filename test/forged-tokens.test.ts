import { beforeAll, describe, expect, test } from 'vitest'
import { createBot, renewWebhook } from '#shared/contract/messages/bots'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { createJoinLink } from '#shared/contract/organisations/join-links'
import { renewCalendarFeed } from '#shared/contract/planning/calendars'
import { createToken } from '#shared/contract/tokens/endpoints'
import { tokenBook } from '../src/server/features/session/tokens'
import { isOurs } from '../src/server/features/tokens/service'
import { addressSigner } from '../src/server/platform/objects/signed'
import { keyedHash } from '../src/server/platform/secrets'
import type { Actor } from './actor'
import { openTestServer, type TestServer } from './test-server'

/** How many forgeries of each kind of token are tried; together more than 200,000. */
const forgeries = { signed: 12_000, marked: 34_000, stored: 30_000 }
const seed = Number(process.env.FORGED_SEED ?? 20_261_120)

/** Random numbers from 0 to below `below`, the same for the same seed. */
function randomFrom(start: number): (below: number) => number {
  let state = start >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0é%'

/** A text that differs from a token in one or two places, or carries a part of another token. */
function forged(token: string, other: string, random: (below: number) => number): string {
  const at = random(token.length)
  const from = alphabet[random(alphabet.length)] ?? ''
  const replaced = token.slice(0, at) + from + token.slice(at + 1)
  const length = random(token.length - at) + 1
  const parts = token.split('.')
  const part = random(parts.length)
  const made = [
    () => replaced,
    () => `${token.slice(0, -1)}${from}`,
    () => token.slice(0, at) + token.slice(at + 1),
    () => token.slice(0, at) + from + token.slice(at),
    () => token.slice(0, at),
    () => token + from,
    () => from + token,
    () => token.slice(0, at) + other.slice(at, at + length) + token.slice(at + length),
    () => parts.with(part, other.split('.')[part] ?? '').join('.'),
    () => parts.with(part, '').join('.'),
    () => token.slice(0, at) + (token[at] ?? '').toUpperCase() + token.slice(at + 1).toLowerCase(),
    () => replaced.replace(/\d+/, String(random(1_000))),
  ][random(12)]
  return made?.() ?? replaced
}

/** Different forgeries of a token. */
function* forgeriesOf(token: string, other: string, count: number): Generator<string> {
  const random = randomFrom(seed + token.length)
  for (let made = 0; made < count; ) {
    const text = forged(token, other, random)
    if (text === token || text === other) continue
    made += 1
    yield text
  }
}

let server: TestServer
let maya: Actor
let tried = 0

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})

/** Tries forgeries of the first of two tokens, and returns those that are accepted. */
async function accepted(
  [token, other]: readonly string[],
  count: number,
  isAccepted: (text: string) => boolean | Promise<boolean>,
): Promise<string[]> {
  const found: string[] = []
  if (!token || !other || !(await isAccepted(token))) throw new Error('The token itself is not accepted.')
  for (const text of forgeriesOf(token, other, count)) {
    tried += 1
    if (await isAccepted(text)) found.push(text)
  }
  return found
}

describe(`No forged token is accepted, seed ${seed} [D9, D47]`, () => {
  test('of those that are signed: ID and access tokens of sessions', async () => {
    const book = tokenBook(server.app.context)
    for (const use of ['id', 'access'] as const) {
      const make = () => book.sign(use, { user_id: maya.user_id, session_id: 1 })
      const tokens = [await make(), await make()]
      expect(
        await accepted(tokens, forgeries.signed / 2, async text => (await book.check(use, text)) !== null),
      ).toEqual([])
      // A token for the one use is none for the other.
      expect(await book.check(use === 'id' ? 'access' : 'id', tokens[0] ?? '')).toBe(null)
    }
  })

  test('of those that carry a mark of this server: access tokens, guests, addresses of files', async () => {
    const { context } = server.app
    const secretOf = async (name: string) =>
      (await maya.call(createToken, { name, scope: 'read', expires_in_days: 30 })).secret ?? ''
    const secrets = [await secretOf('One'), await secretOf('Other')]
    expect(await accepted(secrets, forgeries.marked, text => isOurs(context, text))).toEqual([])

    const [guest, another] = [(await server.guest()).guest, (await server.guest()).guest]
    const guest_id = guest?.guest_id ?? ''
    const isGuest = (guest_token: string) => context.guests.isOurs({ guest_id, guest_token })
    expect(await accepted([guest?.guest_token ?? '', another?.guest_token ?? ''], forgeries.marked, isGuest)).toEqual(
      [],
    )

    const signer = addressSigner(context.secrets.derive('object addresses'), context.clock)
    const [key, until] = ['attachments/1/x/file', String(Math.floor(context.clock.now() / 1_000) + 60)]
    const signature = (of: string) => new URL(signer.sign(of, 120), server.url).searchParams.get('signature') ?? ''
    const address = [signature(key), signature('attachments/2/y/file')]
    const good = new URL(signer.sign(key, 120), server.url).searchParams.get('until') ?? ''
    expect(
      await accepted(address, forgeries.marked, text => signer.isGood(key, { until: good, signature: text })),
    ).toEqual([])
    expect(signer.isGood(key, { until: `${until}0`, signature: address[0] })).toBe(false)
  })

  /** Finds which of many texts the server would find by their hashes, as it finds one. */
  async function found(tokens: readonly string[], purpose: string, table: string): Promise<number> {
    const key = server.app.context.secrets.derive(purpose)
    const [row] = await server.asOwner<{ count: number }>(
      `select count(*)::int as count from ${table} where token_hash = any ($1)`,
      [tokens.map(token => keyedHash(key, token))],
    )
    return row?.count ?? -1
  }

  test('of those that are found by a hash: refresh tokens, join links, addresses of calendars, webhooks', async () => {
    const { roles } = await maya.call(organisationInfo, {})
    const role_id = roles[0]?.role_id ?? 0
    const link = async () => (await maya.call(createJoinLink, { role_id })).token
    const part = (path: string | null, index: number) => path?.split('/').at(index) ?? ''
    const calendar = async () => part((await maya.call(renewCalendarFeed, {})).path, -2)
    const { bot_id } = await maya.call(createBot, { name: 'Bell' })
    const webhook = async () => part((await maya.call(renewWebhook, { bot_id })).path, -1)
    const first = maya.tokens?.RefreshToken ?? ''
    await maya.signIn(maya.address)
    const kinds: [string, string, string[]][] = [
      ['opaque tokens', 'refresh_tokens', [maya.tokens?.RefreshToken ?? '', first]],
      ['join links', 'join_links', [await link(), await link()]],
      ['calendar feeds', 'calendar_feeds', [await calendar(), await calendar()].reverse()],
      ['webhooks of bots', 'bots', [await webhook(), await webhook()].reverse()],
    ]
    for (const [purpose, table, [token = '', other = '']] of kinds) {
      expect(await found([token], purpose, table), table).toBe(1)
      const texts = [...forgeriesOf(token, other, forgeries.stored)]
      tried += texts.length
      expect(await found(texts, purpose, table), table).toBe(0)
    }
    expect(tried).toBeGreaterThan(200_000)
  })
})
