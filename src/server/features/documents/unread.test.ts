import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteDocument, listUnread, openedDocument } from '#shared/contract/documents/endpoints'
import { openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
beforeEach(() => workshop.server.clock.advance(1_000))

test('Writes of others are new to a person until they open the document, on every device', async () => {
  const { ana, lena, maya } = workshop
  const doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
  for (const who of [ana, lena]) await who.call(openedDocument, { doc_id })
  expect(await ana.call(listUnread, {})).not.toContain(doc_id)
  workshop.server.clock.advance(1_000)
  await workshop.writes(lena, doc_id, 'The brake bleed took longer.')
  expect(await ana.call(listUnread, {})).toContain(doc_id)
  expect(await lena.call(listUnread, {})).not.toContain(doc_id)
  workshop.server.clock.advance(1_000)
  await ana.call(openedDocument, { doc_id })
  expect(await ana.call(listUnread, {})).not.toContain(doc_id)
  expect(await maya.call(listUnread, {})).toContain(doc_id)
})

test('Documents that cannot be read, deleted documents and writes of a month ago are not new', async () => {
  const { ana, maya } = workshop
  const [hidden, deleted, old] = [
    await workshop.logbook('Payroll log', { access: 'private' }),
    await workshop.logbook('Old log', { access: 'organisation' }),
    await workshop.logbook('Spring log', { access: 'organisation' }),
  ]
  const news = await ana.call(listUnread, {})
  expect(news).toEqual(expect.arrayContaining([deleted, old]))
  expect(news).not.toContain(hidden)
  await maya.call(deleteDocument, { doc_id: deleted })
  expect(await ana.call(listUnread, {})).not.toContain(deleted)
})
