import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePermission, grantUpload, readFeed } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { captureNow } from './service'
import { openYard, screenOf, type Yard } from './test-yard'
import { Desktop, pictureOf } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
let yard: Yard
let maya: Actor
let tom: Actor
beforeAll(async () => {
  yard = await openYard()
  ;({ maya, tom } = yard)
})
afterEach(async () => {
  await closeAllFeedClients()
  // The next person who shares is not delayed by the previous request.
  yard.server.clock.advance(10 * second)
})

async function watching(who: Actor, whose: Actor): Promise<FeedClient> {
  const client = await FeedClient.of(who)
  client.watch(screenOf(whose))
  await client.until('viewers', ({ users }) => users.some(user => user.user_id === who.user_id))
  return client
}

const picture = (url: string) =>
  fetch(new URL(url, yard.server.url)).then(async answer => Buffer.from(await answer.arrayBuffer()))

describe('Capturing a screen on request [D32]', () => {
  test('happens while somebody watches and not before, and they see what was captured [7.27a]', async () => {
    const desktop = await Desktop.sharing(tom)
    yard.server.clock.advance(20 * second)
    const viewer = await watching(maya, tom)
    const asked = await desktop.answer(1, pictureOf('a red window'))
    const frame = await viewer.until('frame')
    expect(desktop.asked).toHaveLength(1)
    expect(frame).toMatchObject({ source: screenOf(tom), taken_at: new Date(yard.server.clock.now()).toISOString() })
    expect(await picture(frame.url)).toEqual(pictureOf('a red window'))
    const day = new Date(yard.server.clock.now()).toISOString().slice(0, 10).replaceAll('-', '/')
    expect(asked.upload.key).toBe(`frames/${tom.organization_id}/${tom.user_id}/${day}/${frame.id}.jpg`)
    expect(asked.upload).toMatchObject({ method: 'PUT', expires_in: 60, headers: { 'content-type': 'image/jpeg' } })
    // The first picture may be there before the start of sharing is stored, of which everybody is told then.
    await eventually(async () =>
      expect((await maya.call(readFeed, {})).screen_sharing_users).toMatchObject([
        { user: { user_id: tom.user_id }, state: 'sharing', what: 'Entire screen', last_frame: { id: frame.id } },
      ]),
    )
  })

  test('happens at most once a second, and ends when nobody watches', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    await desktop.answer(1)
    await viewer.untilCount('frame', 1)
    yard.server.clock.advance(999)
    viewer.unwatch(screenOf(tom))
    viewer.watch(screenOf(tom))
    await viewer.untilCount('viewers', 3)
    yard.server.clock.advance(1)
    await desktop.answer(2)
    await viewer.untilCount('frame', 2)

    viewer.unwatch(screenOf(tom))
    await viewer.untilViewers(screenOf(tom), [])
    yard.server.clock.advance(60 * second)
    await watching(yard.dev, tom)
    await desktop.client.untilCount('screenshot', 3)
    expect(desktop.asked).toHaveLength(3)
  })

  test('serves twenty viewers and a job with one capture', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const guest = await yard.server.person({ name: `Viewer ${index}`, email: `viewer.${index}@ridgeway.example` })
        return guest
      }),
    )
    for (const guest of people) await maya.invites(guest)
    await tom.call(changePermission, { is_my_screen_accessible_to_org: true })
    const desktop = await Desktop.sharing(tom)
    const viewers = await Promise.all(people.map(person => watching(person, tom)))
    const job = { job_id: 7, name: 'Queue at the till' }
    const forJob = captureNow(yard.server.app.context, {
      organization_id: tom.organization_id,
      source: screenOf(tom),
      job,
    })
    await desktop.client.untilViewers(screenOf(tom), [...people.map(person => person.name), job.name])
    const { upload } = await desktop.answer(1)
    const shown = await Promise.all(viewers.map(viewer => viewer.until('frame')))
    expect(new Set(shown.map(frame => frame.id))).toEqual(new Set([upload.id]))
    expect(new Set(shown.map(frame => frame.url)).size).toBe(1)
    expect(await forJob).toMatchObject({ id: upload.id, source: screenOf(tom) })
    expect(desktop.asked).toHaveLength(1)

    const [own] = await tom.call(listOwnFrames, { limit: 1 })
    expect(own?.seen_by.map(viewer => viewer.name).sort()).toEqual(
      [...people.map(person => person.name), job.name].sort(),
    )
    expect(own?.seen_by.filter(viewer => viewer.is_job)).toMatchObject([{ name: job.name }])
    await tom.call(changePermission, { is_my_screen_accessible_to_org: false })
  })

  test('is shown to two runs of one job, and to two jobs that are tried out, at the same time [D34]', async () => {
    const desktop = await Desktop.sharing(tom)
    await watching(maya, tom)
    const { organization_id } = tom
    const names = ['Queue at the till', 'Queue at the till', 'Untitled', 'Boxes']
    const shown = names.map((name, index) =>
      captureNow(yard.server.app.context, {
        organization_id,
        source: screenOf(tom),
        job: { job_id: index < 2 ? 7 : 0, name },
      }),
    )
    await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor', 'Queue at the till', 'Untitled', 'Boxes'])
    const { upload } = await desktop.answer(1)
    for (const frame of await Promise.all(shown)) expect(frame.id).toBe(upload.id)
    const [own] = await tom.call(listOwnFrames, { limit: 1 })
    expect(own?.seen_by.map(viewer => viewer.name)).toContain('Queue at the till')
    expect(own?.seen_by).toHaveLength(3)
  })

  test('is requested again after ten seconds without an answer', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const first = await desktop.client.untilCount('screenshot', 1)
    yard.server.clock.advance(10 * second - 1)
    await desktop.client.ping()
    expect(desktop.asked).toHaveLength(1)
    yard.server.clock.advance(1)
    await desktop.client.untilCount('screenshot', 2)

    await desktop.upload(first.upload, pictureOf('too late'))
    desktop.client.say({ event: 'screenshot', id: first.id, url: first.upload.key })
    const { upload } = await desktop.answer(2)
    await viewer.until('frame')
    expect(viewer.heard('frame').map(frame => frame.id)).toEqual([upload.id])
  })

  test('accepts an answer with the key, the URL, or a redirected URL, with or without a query', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const spellings = [
      (key: string, url: string) => url.split('?')[0] ?? key,
      (_key: string, url: string) => url,
      (_key: string, url: string) => new URL(url, yard.server.url).href,
    ]
    for (const [index, spell] of spellings.entries()) {
      const { id, upload } = await desktop.client.untilCount('screenshot', index + 1)
      await desktop.upload(upload, pictureOf('any'))
      desktop.client.say({ event: 'screenshot', id, url: spell(upload.key, upload.url) })
      expect((await viewer.untilCount('frame', index + 1)).id).toBe(id)
      yard.server.clock.advance(second)
    }
  })

  test('accepts an answer with a permission that was requested for the exact length', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const { id } = await desktop.client.untilCount('screenshot', 1)
    const bytes = pictureOf('of this length')
    const exact = await tom.call(grantUpload, { kind: 'screenshot', content_length: bytes.length })
    expect((await desktop.upload(exact, Buffer.concat([bytes, bytes]))).status).toBe(400)
    expect((await desktop.upload(exact, bytes)).status).toBe(200)
    desktop.client.say({ event: 'screenshot', id, url: exact.key })
    expect(await picture((await viewer.until('frame')).url)).toEqual(bytes)
  })
})

describe('Invalid answers show nothing to anybody [D33]', () => {
  /** Tom shares, Maya watches, and the test determines what Tom’s computer answers; then it answers correctly. */
  async function answeredWith(answer: (desktop: Desktop, asked: Awaited<ReturnType<typeof ask>>) => Promise<unknown>) {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const asked = await ask(desktop)
    await answer(desktop, asked)
    await allSettled()
    yard.server.clock.advance(10 * second)
    const again = await desktop.answer(2)
    const frame = await viewer.until('frame')
    expect(viewer.heard('frame')).toHaveLength(1)
    expect(frame.id).toBe(again.upload.id)
    const kept = await yard.server.asOwner('select id from frames where id = $1', [asked.upload.id])
    expect(kept).toEqual([])
  }
  /** Everything that was started on the server is done after a few calls. */
  const allSettled = async () => {
    for (let calls = 0; calls < 5; calls += 1) await tom.call(readFeed, {})
  }
  const ask = (desktop: Desktop) => desktop.client.untilCount('screenshot', 1)

  test.each([
    ['another key', (key: string) => key.replace(/[0-9a-f]{8}-/, '00000000-')],
    ['a key of another day', (key: string) => key.replace(/\/\d\d\//, '/99/')],
    ['nothing like a key', () => 'https://pictures.example/cat.jpg'],
    ['a way out of the folder', (key: string) => key.replace(/\/(\d{4})\//, '/../any/$1/')],
    ['a key of somebody else', (key: string) => key.replace(/^(frames\/\d+\/)\d+/, `$1${maya.user_id}`)],
  ])('%s', async (_what, spelled) => {
    await answeredWith(async (desktop, { id, upload }) => {
      await desktop.upload(upload, pictureOf('any'))
      const url = spelled(upload.key)
      expect(url).not.toBe(upload.key)
      desktop.client.say({ event: 'screenshot', id, url })
    })
  })

  test('a picture that was never uploaded', async () => {
    await answeredWith(async (desktop, { id, upload }) =>
      desktop.client.say({ event: 'screenshot', id, url: upload.key }),
    )
  })

  test('a file that is no JPEG, whatever its name', async () => {
    await answeredWith(async (desktop, { id, upload }) => {
      expect((await desktop.upload(upload, Buffer.from('<script>alert(1)</script>'))).status).toBe(200)
      desktop.client.say({ event: 'screenshot', id, url: upload.key })
    })
  })

  test('a picture that is too large, which is refused during the upload', async () => {
    await answeredWith(async (desktop, { id, upload }) => {
      expect((await desktop.upload(upload, pictureOf('x'.repeat(frames.bytes)))).status).toBe(413)
      desktop.client.say({ event: 'screenshot', id, url: upload.key })
    })
  })

  test('an unknown id, and a known one from another computer of theirs', async () => {
    await answeredWith(async (desktop, { id, upload }) => {
      await desktop.upload(upload, pictureOf('any'))
      desktop.client.say({ event: 'screenshot', id: '00000000-0000-4000-8000-000000000000', url: upload.key })
      const other = await FeedClient.of(tom)
      other.say({ event: 'screenshot', id, url: upload.key })
      await other.ping()
    })
  })

  test('a permission of somebody else, or one for an earlier picture', async () => {
    const before = await tom.call(grantUpload, { kind: 'screenshot', content_length: 20 })
    yard.server.clock.advance(1)
    await answeredWith(async (desktop, { id }) => {
      const theirs = await maya.call(grantUpload, { kind: 'screenshot', content_length: 20 })
      for (const upload of [theirs, before]) {
        expect((await desktop.upload(upload, pictureOf('x'.repeat(14)))).status).toBe(200)
        desktop.client.say({ event: 'screenshot', id, url: upload.key })
        await allSettled()
      }
    })
  })

  test('the same permission a second time: a picture is stored once', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const first = await desktop.answer(1)
    await viewer.untilCount('frame', 1)
    yard.server.clock.advance(second)
    const { id } = await desktop.client.untilCount('screenshot', 2)
    expect((await desktop.upload(first.upload, pictureOf('another'))).status).toBe(404)
    desktop.client.say({ event: 'screenshot', id, url: first.upload.key })
    await allSettled()
    yard.server.clock.advance(10 * second)
    await desktop.answer(3)
    await viewer.untilCount('frame', 2)
    expect(new Set(viewer.heard('frame').map(frame => frame.id)).size).toBe(2)
  })

  test('permissions are for members, for a picture that is not too large [7.25]', async () => {
    const params = { kind: 'screenshot', content_length: frames.bytes + 1 } as const
    await expect(tom.call(grantUpload, params)).rejects.toMatchObject({ status: 400 })
    await expect(tom.call(grantUpload, { ...params, content_length: 0 })).rejects.toMatchObject({ status: 400 })
    const { key } = await tom.call(grantUpload, { ...params, content_length: frames.bytes })
    expect(key).toMatch(`frames/${tom.organization_id}/${tom.user_id}/`)
  })
})

describe('A picture for a job', () => {
  const pictureFor = (whose: Actor) =>
    captureNow(yard.server.app.context, {
      organization_id: whose.organization_id,
      source: screenOf(whose),
      job: { job_id: 8, name: 'Night watch' },
    })

  test('is the last one if that is less than a second old, and the job counts as viewer', async () => {
    const desktop = await Desktop.sharing(tom)
    const viewer = await watching(maya, tom)
    const { upload } = await desktop.answer(1)
    await viewer.until('frame')
    yard.server.clock.advance(500)
    expect(await pictureFor(tom)).toMatchObject({ id: upload.id })
    expect(desktop.asked).toHaveLength(1)
    const [own] = await tom.call(listOwnFrames, { limit: 1 })
    expect(own?.seen_by.map(seen => seen.name)).toEqual(['Maya Okafor', 'Night watch'])
  })

  test('is requested although nobody else watches, and the sharer is told who does', async () => {
    const desktop = await Desktop.sharing(tom)
    await desktop.client.ping()
    const wished = pictureFor(tom)
    await desktop.client.untilViewers(screenOf(tom), ['Night watch'])
    const { upload } = await desktop.answer(1)
    expect(await wished).toMatchObject({ id: upload.id })
    await desktop.client.untilViewers(screenOf(tom), [])
    yard.server.clock.advance(60 * second)
    await desktop.client.ping()
    expect(desktop.asked).toHaveLength(1)
  })

  test('is missing if nobody shares, or nobody answers', async () => {
    await expect(pictureFor(tom)).rejects.toMatchObject({ name: 'NoPicture', why: 'not_shared' })
    const desktop = await Desktop.sharing(tom)
    await desktop.client.ping()
    const wished = pictureFor(tom)
    await desktop.client.until('screenshot')
    yard.server.clock.advance(10 * second)
    await expect(wished).rejects.toMatchObject({ why: 'no_answer' })
  })
})
