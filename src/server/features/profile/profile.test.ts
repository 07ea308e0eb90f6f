import { beforeAll, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { createProfile, fetchProfile, getConfig, trackEvents, updateProfile } from '#shared/contract/profile/endpoints'
import { picture } from '#shared/contract/profile/limits'
import { changeAddress, sendPhoneCode } from '#shared/contract/session/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

const minute = 60_000
let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ settings: { SUPER_USERS: 'Ops@Ridgeway.example, +1 555 014 9999' } })
})

let newcomers = 0
/** Somebody who has verified an address and has no profile yet. */
async function newcomer(address?: string): Promise<{ who: Actor; profile_token: string; address: string }> {
  newcomers += 1
  const who = server.stranger()
  const proven = address ?? `newcomer.${newcomers}@ridgeway.example`
  const { profile_token = '' } = await who.signIn(proven)
  return { who, profile_token, address: proven }
}

const params = { displayname: 'Maya Okafor', language: 'de', timezone: 'Asia/Kolkata' } as const
const unauthorised = { status: 401, code: 'profile.token_required' }

describe('A new profile', () => {
  test('is completed with the one-time token of a fresh sign-in, without any other [7.4b]', async () => {
    const { profile_token, address } = await newcomer()
    const profile = await server.stranger().call(createProfile, { profile_token, ...params })
    expect(profile).toMatchObject({
      user_displayname: 'Maya Okafor',
      user_email: address,
      user_phone: null,
      user_language: 'de',
      user_timezone: 'Asia/Kolkata',
      selected_organizationId: -1,
      isNewUser: false,
    })
    await expect(server.stranger().call(createProfile, { profile_token, ...params })).rejects.toMatchObject(
      unauthorised,
    )
  })

  test('is not completed with a token that is ten minutes old, made up, or of another kind', async () => {
    const { who, profile_token } = await newcomer()
    await expect(server.stranger().call(createProfile, { profile_token: 'made-up', ...params })).rejects.toMatchObject(
      unauthorised,
    )
    for (const token of [who.tokens?.IdToken ?? '', who.tokens?.RefreshToken ?? '']) {
      await expect(who.call(createProfile, { profile_token: token.slice(0, 512), ...params })).rejects.toMatchObject(
        unauthorised,
      )
    }
    server.clock.advance(10 * minute)
    await expect(who.call(createProfile, { profile_token, ...params })).rejects.toMatchObject(unauthorised)
    expect(await who.call(fetchProfile, {})).toMatchObject({ user_displayname: '', isNewUser: true })
  })

  test('may include the verified phone [5.1a], or the e-mail if there is none [5.1b]', async () => {
    const byPhone = await newcomer('+15550142277')
    const phone = '+1 (555) 014-2277'
    expect(
      await byPhone.who.call(createProfile, { profile_token: byPhone.profile_token, ...params, phone }),
    ).toMatchObject({
      user_phone: '+15550142277',
    })
    const byMail = await newcomer()
    const email = byMail.address.toUpperCase()
    expect(
      await byMail.who.call(createProfile, { profile_token: byMail.profile_token, ...params, email }),
    ).toMatchObject({
      user_email: byMail.address,
    })
  })

  test('refuses an unverified address, and its token then still works', async () => {
    const { who, profile_token } = await newcomer()
    const other = await newcomer('+15550142278')
    for (const [path, address] of [
      ['phone', other.address],
      ['phone', '+15550142279'],
      ['email', 'somebody.else@ridgeway.example'],
    ] as const) {
      await expect(who.call(createProfile, { profile_token, ...params, [path]: address })).rejects.toMatchObject({
        status: 400,
        code: 'request.invalid',
        issues: [{ path }],
      })
    }
    expect(await who.call(createProfile, { profile_token, ...params })).toMatchObject({ user_phone: null })
  })
})

const refusedParts: [string, string, Record<string, unknown>][] = [
  ['user_displayname', 'blanks', { user_displayname: '   ' }],
  ['user_displayname', 'more than 80 characters', { user_displayname: 'x'.repeat(81) }],
  ['user_language', 'a language that is not there', { user_language: 'fr' }],
  ['user_language', 'nothing', { user_language: '' }],
  ['user_timezone', 'a place that is none', { user_timezone: 'Mars/Olympus_Mons' }],
  ['user_timezone', 'nothing', { user_timezone: '' }],
  ['user_timezone', 'SQL', { user_timezone: "UTC'; drop table users; --" }],
  ['user_image', 'an address', { user_image: 'https://elsewhere.example/portrait.png' }],
  ['user_image', 'SVG', { user_image: 'data:image/svg+xml;base64,PHN2Zy8+' }],
  ['selected_organizationId', 'a word', { selected_organizationId: 'all' }],
]

describe('A profile', () => {
  test('changes in the given fields and in no others [7.4a]', async () => {
    const maya = await server.person({ name: 'Maya Before', timezone: 'Europe/Berlin', language: 'es' })
    const before = await maya.profile()
    const changed = await maya.call(updateProfile, { user_displayname: '  Maya After ' })
    expect(changed).toEqual({ ...before, user_displayname: 'Maya After' })
    expect(await maya.call(updateProfile, { user_language: 'hi', user_timezone: 'Asia/Calcutta' })).toEqual({
      ...changed,
      user_language: 'hi',
      user_timezone: 'Asia/Calcutta',
    })
    expect(await maya.call(updateProfile, {})).toEqual(await maya.profile())
  })

  test.each(refusedParts)('refuses %s: %s', async (path, _what, change) => {
    const { who } = await newcomer()
    const before = await who.profile()
    await expect(who.call(updateProfile, change)).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path }],
    })
    expect(await who.profile()).toEqual(before)
  })

  test('is new to everybody in every organisation of the person, and to nobody else, once others see the change [4.14]', async () => {
    const [zoe, kai, lou] = await Promise.all(['Zoe', 'Kai', 'Lou'].map(name => server.person({ name })))
    if (!zoe || !kai || !lou) throw new Error('Nobody came.')
    const own = await kai.createOrganisation('Lund Cycles')
    const joined = await zoe.createOrganisation('Weir Cycles')
    const elsewhere = await lou.createOrganisation('Loft')
    await zoe.invites(kai)
    const newsIn = async (organization_id: number) =>
      server.asOwner<{ audience: { to: string }; user_id: number }>(
        `select audience, (payload ->> 'user_id')::int as user_id from events
         where organization_id = $1 and kind = 'member.changed' order by seq`,
        [organization_id],
      )
    const news = { audience: { to: 'organisation' }, user_id: kai.user_id }
    kai.organization_id = own
    const phone = '+15550142299'
    const changes = [
      () => kai.call(updateProfile, { user_displayname: 'Kai Lund' }),
      () => kai.call(updateProfile, { user_image: dataUrl(pictures.png) }),
      () => kai.call(updateProfile, { user_timezone: 'Asia/Tokyo', selected_organizationId: joined }),
      async () => {
        await kai.call(sendPhoneCode, { phone_number: phone })
        return kai.call(changeAddress, { phone_number: phone, OTP: await kai.codeFor(phone) })
      },
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      for (const place of [own, joined]) expect(await newsIn(place)).toEqual(Array(index + 1).fill(news))
    }
    await kai.call(updateProfile, { user_language: 'de' })
    await kai.call(updateProfile, { selected_organizationId: own })
    await expect(kai.call(updateProfile, { user_displayname: ' ' })).rejects.toMatchObject({ status: 400 })
    for (const place of [own, joined]) expect(await newsIn(place)).toHaveLength(changes.length)
    expect(await newsIn(elsewhere)).toEqual([])
  })

  test('selects an organisation of the person, or none, and never another', async () => {
    const maya = await server.person({ name: 'Maya Selects' })
    const tom = await server.person({ name: 'Tom Elsewhere' })
    const own = await maya.createOrganisation('Ridgeway Cycles')
    const other = await tom.createOrganisation('Northport Freight')
    const select = (selected_organizationId: number) => maya.call(updateProfile, { selected_organizationId })
    expect(await select(-1)).toMatchObject({ selected_organizationId: -1, is_owner: false, role_info: [] })
    expect(await select(own)).toMatchObject({ selected_organizationId: own, is_owner: true })
    for (const missing of [other, 999_999_999]) {
      await expect(select(missing)).rejects.toMatchObject({ status: 403, code: 'organization.not_member' })
    }
    expect(await maya.profile()).toMatchObject({ selected_organizationId: own })
  })
})

const pictures = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 4, 5, 6]),
  webp: Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBPVP8 ', 'latin1'),
}
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const load = (address: string | null) => fetch(new URL(address ?? '/no-address', server.url))

describe('A picture [D23]', () => {
  test.each(Object.entries(pictures))(
    'as %s is stored, and served at a signed URL that gives access to nothing else',
    async (kind, bytes) => {
      const maya = await server.person({ name: `Maya ${kind}`, email: `maya.${kind}@ridgeway.example` })
      const { user_image } = await maya.call(updateProfile, { user_image: dataUrl(bytes) })
      const served = await load(user_image)
      expect(served.status).toBe(200)
      expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
      expect(served.headers.get('content-type')).toBe(`image/${kind}`)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-disposition')).toBe('inline')
      expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect((await load(user_image?.split('?')[0] ?? null)).status).toBe(404)
    },
  )

  test('can be part of a new profile, and others in the organisation see it', async () => {
    const { who, profile_token } = await newcomer()
    const { user_image } = await who.call(createProfile, { profile_token, ...params, image: dataUrl(pictures.png) })
    await who.createOrganisation('Ridgeway Cycles')
    const tom = await server.person({ name: 'Tom Looks' })
    await who.invites(tom)
    const { all_users } = await tom.call(organisationInfo, {})
    expect(all_users.find(({ user_id }) => user_id === who.user_id)).toMatchObject({ user_image })
    expect((await load(user_image)).status).toBe(200)
  })

  test('is gone when it is replaced or removed', async () => {
    const maya = await server.person({ name: 'Maya Changes' })
    const first = await maya.call(updateProfile, { user_image: dataUrl(pictures.png) })
    const second = await maya.call(updateProfile, { user_image: dataUrl(pictures.jpeg) })
    expect(second.user_image).not.toBe(first.user_image)
    await expect.poll(async () => (await load(first.user_image)).status).toBe(404)
    expect((await load(second.user_image)).status).toBe(200)
    expect(await maya.call(updateProfile, { user_displayname: 'Maya Stays' })).toMatchObject({
      user_image: second.user_image,
    })
    expect(await maya.call(updateProfile, { user_image: null })).toMatchObject({ user_image: null })
    await expect.poll(async () => (await load(second.user_image)).status).toBe(404)
  })

  test.each([
    ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing at all', Buffer.alloc(0)],
    ['a drawing in SVG that calls itself a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['more than 300 kB', Buffer.concat([pictures.png, Buffer.alloc(picture.bytes)])],
  ])('that is %s is refused, and the old one stays', async (_what, bytes) => {
    const { who } = await newcomer()
    const { user_image } = await who.call(updateProfile, { user_image: dataUrl(pictures.png) })
    await expect(who.call(updateProfile, { user_image: dataUrl(bytes) })).rejects.toMatchObject({
      status: 400,
      code: 'profile.picture_invalid',
    })
    expect(await who.profile()).toMatchObject({ user_image })
    expect((await load(user_image)).status).toBe(200)
  })

  test('has the type of its bytes, whatever it declares', async () => {
    const { who } = await newcomer()
    const { user_image } = await who.call(updateProfile, { user_image: dataUrl(pictures.jpeg, 'image/webp') })
    expect((await load(user_image)).headers.get('content-type')).toBe('image/jpeg')
  })
})

describe('The configuration [3.17, 6.7]', () => {
  const isSuper = async (who: Actor) => (await who.call(getConfig, {})).is_super_user

  test('says who runs the server: people whose verified address its settings name [1.1b, D7]', async () => {
    expect(await isSuper(await server.person({ name: 'Olu Bright', email: 'ops@ridgeway.example' }))).toBe(true)
    const maya = await server.person({ name: 'Maya Promoted' })
    expect(await isSuper(maya)).toBe(false)
    await maya.call(sendPhoneCode, { phone_number: '+15550149999' })
    const OTP = await maya.codeFor('+15550149999')
    await maya.call(changeAddress, { phone_number: '+15550149999', OTP })
    expect(await isSuper(maya)).toBe(true)
  })

  test('says what is available, and nothing about how the server is configured', async () => {
    const maya = await server.person({ name: 'Maya Looks' })
    expect(await maya.call(getConfig, {})).toEqual({
      is_super_user: false,
      assistant: { name: 'Mate', model: 'built-in' },
      plans: [],
      push_public_key: expect.stringMatching(/^[\w-]{87}$/),
      reads_words: true,
      features: [
        ...[
          'session',
          'organisations',
          'profile',
          'schedule',
          'audit',
          'access',
          'attachments',
          'documents',
          'graphs',
          'sources',
        ],
        ...['logs', 'meetings', 'summaries', 'tasks', 'planning', 'messages', 'jobs', 'search', 'mate'],
        ...['intro', 'handovers', 'tokens', 'notifications', 'guests', 'activity', 'dashboard', 'erasure', 'exports'],
      ],
    })
  })

  test('names no feature that the operator turned off', async () => {
    const closed = await openTestServer({ settings: { GUESTS: 'off' } })
    const { features } = await (await closed.person({ name: 'Maya Alone' })).call(getConfig, {})
    expect(features).toContain('mate')
    expect(features).not.toContain('guests')
  })
})

describe('Product analytics stay on this server [9.11]', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const kept = (who: Actor) =>
    server.asOwner('select name, properties from product_events where user_id = $1 order by id', [who.user_id])

  test('events are stored with their person, at most fifty a call', async () => {
    const { who } = await newcomer()
    const opened = { name: 'App Opened', properties: { platform: 'Web', height: 720, first: true, from: null }, at }
    expect(await who.call(trackEvents, { events: [opened, { name: 'Page View', at }] })).toBeNull()
    const { properties } = opened
    expect(await kept(who)).toEqual([
      { name: 'App Opened', properties },
      { name: 'Page View', properties: {} },
    ])
    await who.call(trackEvents, { events: [] })
    await who.call(trackEvents, { events: Array.from({ length: 50 }, () => opened) })
    expect(await kept(who)).toHaveLength(52)
    const tooMany = who.call(trackEvents, { events: Array.from({ length: 51 }, () => opened) })
    await expect(tooMany).rejects.toMatchObject({ status: 400, issues: [{ path: 'events' }] })
  })

  test.each([
    ['events.0.name', { name: ' ', at }],
    ['events.0.at', { name: 'App Opened', at: 'yesterday' }],
    ['events.0.properties.inner', { name: 'App Opened', at, properties: { inner: { deep: 1 } } }],
  ])('%s is checked', async (path, event) => {
    const { who } = await newcomer()
    const wrong = { events: [event] } as never
    await expect(who.call(trackEvents, wrong)).rejects.toMatchObject({ status: 400, issues: [{ path }] })
    expect(await kept(who)).toEqual([])
  })
})
