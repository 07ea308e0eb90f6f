import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteDocument,
  fetchDocument,
  listDocuments,
  openedDocument,
  pinDocument,
  undeleteDocument,
} from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { removeUser } from '#shared/contract/organisations/people'
import type { Actor } from '../../../../test/actor'
import { notFound, openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

beforeEach(() => workshop.server.clock.advance(1_000))

const now = () => new Date(workshop.server.clock.now()).toISOString()
const names = async (who: Actor, params: Input<typeof listDocuments>) =>
  (await who.call(listDocuments, params)).map(document => document.doc_name)
const open = (name: string) => workshop.logbook(name, { access: 'organisation' })
const pins = (who: Actor, doc_id: number, is_pinned = true) => who.call(pinDocument, { doc_id, is_pinned })

async function opens(who: Actor, doc_id: number) {
  workshop.server.clock.advance(1_000)
  expect(await who.call(openedDocument, { doc_id })).toBeNull()
}

/** Everything that anybody else could notice. */
async function noticed() {
  const { server, maya } = workshop
  const { organization_id } = maya
  const [events] = await server.asOwner('select seq from event_counters where organization_id = $1', [organization_id])
  const writes = await server.asOwner('select * from last_writes where organization_id = $1 order by doc_id', [
    organization_id,
  ])
  return { events, writes }
}

describe('Pins of documents [3.6b]', () => {
  test('are personal, and listed with the last written first', async () => {
    const { ana, lena } = workshop
    const [first, second] = [await open('Pinned first'), await open('Pinned second')]
    await open('Not pinned')
    for (const doc_id of [second, first]) expect(await pins(ana, doc_id)).toBeNull()
    workshop.server.clock.advance(1_000)
    await workshop.writes(lena, first, 'Hello')
    expect(await names(ana, { only: 'pinned' })).toEqual(['Pinned first', 'Pinned second'])
    expect(await names(ana, { only: 'pinned', query: 'second' })).toEqual(['Pinned second'])
    expect(await names(ana, { only: 'pinned', type: 'document' })).toEqual([])
    expect(await names(lena, { only: 'pinned' })).toEqual([])
    expect(await ana.call(fetchDocument, { doc_id: first })).toMatchObject({ is_pinned: true })
    expect(await lena.call(fetchDocument, { doc_id: first })).toMatchObject({ is_pinned: false })
    const [listed] = await ana.call(listDocuments, { query: 'pinned first' })
    expect(listed).toMatchObject({ is_pinned: true, opened_at: null })
    await pins(ana, first, false)
    await pins(ana, first, false)
    expect(await names(ana, { only: 'pinned' })).toEqual(['Pinned second'])
  })

  test('change nothing that others see', async () => {
    const { ana } = workshop
    const doc_id = await open('Quiet')
    const before = await noticed()
    await pins(ana, doc_id)
    await opens(ana, doc_id)
    expect(await noticed()).toEqual(before)
  })

  test('only list documents that the person may read', async () => {
    const { tom, ana, lena, zoe } = workshop
    const doc_id = await workshop.logbook('For Lena')
    for (const who of [ana, zoe]) {
      expect(await who.reply(pinDocument, { doc_id, is_pinned: true })).toMatchObject(notFound)
      expect(await who.reply(openedDocument, { doc_id })).toMatchObject(notFound)
    }
    await workshop.gives(doc_id, lena, 'viewer', new Date(workshop.server.clock.now() + 60_000).toISOString())
    await pins(lena, doc_id)
    await opens(lena, doc_id)
    expect(await names(lena, { only: 'pinned' })).toEqual(['For Lena'])
    workshop.server.clock.advance(60_000)
    expect([await names(lena, { only: 'pinned' }), await names(lena, { only: 'opened' })]).toEqual([[], []])
    await pins(tom, doc_id)
    await tom.call(deleteDocument, { doc_id })
    expect(await tom.reply(pinDocument, { doc_id, is_pinned: false })).toMatchObject(notFound)
    expect(await names(tom, { only: 'pinned' })).toEqual([])
    await tom.call(undeleteDocument, { doc_id })
    expect(await names(tom, { only: 'pinned' })).toEqual(['For Lena'])
  })

  test('end with the membership', async () => {
    const { server, maya } = workshop
    const noor = await server.person({ name: 'Noor Ali' })
    await maya.invites(noor)
    await pins(noor, await open('Noor’s pin'))
    await maya.call(removeUser, { user_to_be_removed: noor.user_id })
    await maya.invites(noor)
    expect(await names(noor, { only: 'pinned' })).toEqual([])
  })
})

describe('Recent documents [3.6b]', () => {
  test('lists what the person opened, last opened first, page by page', async () => {
    const { dev, maya } = workshop
    const ids = [await open('One'), await open('Two'), await open('Three')]
    await open('Never opened')
    for (const doc_id of ids) await opens(dev, doc_id)
    await opens(dev, ids[0] ?? 0)
    const at = now()
    await opens(maya, ids[1] ?? 0)
    expect(await names(dev, { only: 'opened' })).toEqual(['One', 'Three', 'Two'])
    expect((await dev.call(listDocuments, { only: 'opened' }))[0]).toMatchObject({ opened_at: at })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await dev.reply(listDocuments, { only: 'opened', limit: 1, ...(cursor && { cursor }) })
      seen.push(...page.data.map(document => document.doc_name))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['One', 'Three', 'Two'])
    expect(await names(maya, { only: 'opened' })).toEqual(['Two'])
  })

  test('does not change when somebody writes in a document', async () => {
    const { lena } = workshop
    const [older, newer] = [await open('Older'), await open('Newer')]
    await opens(lena, older)
    await opens(lena, newer)
    await workshop.writes(lena, older, 'Hello')
    expect((await names(lena, { only: 'opened' })).slice(0, 2)).toEqual(['Newer', 'Older'])
  })
})

test('Somebody who is removed while they pin is told that they are no member [7.1c]', async () => {
  const { server, maya } = workshop
  const ida = await server.person({ name: 'Ida Berg' })
  await maya.invites(ida)
  const doc_id = await open('Bay log')
  // The caller's membership is cached for a second.
  await pins(ida, await open('Yard log'))
  await server.asOwner('delete from memberships where user_id = $1', [ida.user_id])
  await expect(pins(ida, doc_id)).rejects.toMatchObject({ status: 403, code: 'organization.not_member' })
})
