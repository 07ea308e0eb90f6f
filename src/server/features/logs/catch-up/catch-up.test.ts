import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchUp, type UnreadDocument } from '#shared/contract/documents/catch-up'
import { deleteDocument, listUnread, openedDocument } from '#shared/contract/documents/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../../test/actor'
import { openWorkshop, type Workshop } from '../../documents/test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
beforeEach(() => workshop.server.clock.advance(1_000))

const missedBy = async (who: Actor, doc_id: number): Promise<UnreadDocument | undefined> =>
  (await who.call(catchUp, {})).find(part => part.doc_id === doc_id)

describe('Since somebody was away', () => {
  test('the newest logs of others are shown by logbook, with the number of all of them', async () => {
    const { ana, lena, tom } = workshop
    const doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
    await workshop.writes(lena, doc_id, 'Before')
    workshop.server.clock.advance(1_000)
    await ana.call(openedDocument, { doc_id })
    await workshop.writes(lena, doc_id, 'One', 'Two', 'Three')
    await workshop.writes(ana, doc_id, 'My own')
    await workshop.writes(tom, doc_id, 'Four', 'Five')
    const part = await missedBy(ana, doc_id)
    expect(part).toMatchObject({
      ...{ doc_name: 'Bay log', document_type: 'logbook', count: 5 },
      written_by: { user_displayname: 'Tom Reyes' },
    })
    expect(part?.logs.map(log => log.content)).toEqual(['Five', 'Four', 'Three', 'Two'])
    expect(part?.logs[2]?.created_by).toMatchObject({ user_id: lena.user_id })
  })

  test('a logbook is left out once it was opened, and reading the list does not open it', async () => {
    const { ana, lena } = workshop
    const doc_id = await workshop.logbook('Yard log', { access: 'organisation' })
    await workshop.writes(lena, doc_id, 'The gate squeaks.')
    expect((await missedBy(ana, doc_id))?.count).toBe(1)
    expect(await ana.call(listUnread, {})).toContain(doc_id)
    workshop.server.clock.advance(1_000)
    await ana.call(openedDocument, { doc_id })
    expect(await missedBy(ana, doc_id)).toBeUndefined()
  })

  test('a page is named with who changed it', async () => {
    const { ana } = workshop
    const doc_id = await workshop.logbook('Opening list', { access: 'organisation', document_type: 'document' })
    expect(await missedBy(ana, doc_id)).toMatchObject({
      ...{ document_type: 'document', count: 0, logs: [] },
      written_by: { user_displayname: 'Tom Reyes' },
    })
  })

  test('nothing is shown of documents that cannot be read or were deleted, nor of other workspaces', async () => {
    const { ana, lena, tom, zoe } = workshop
    const hidden = await workshop.logbook('Payroll log')
    await workshop.writes(tom, hidden, 'Secret')
    const deleted = await workshop.logbook('Old log', { access: 'organisation' })
    await workshop.writes(lena, deleted, 'Gone')
    await tom.call(deleteDocument, { doc_id: deleted })
    const ids = (await ana.call(catchUp, {})).map(part => part.doc_id)
    expect(ids).not.toContain(hidden)
    expect(ids).not.toContain(deleted)
    expect(await zoe.call(catchUp, {})).toEqual([])
    await expect(workshop.server.stranger().call(catchUp, {})).rejects.toMatchObject({ status: 401 })
  })

  test('what is older than 30 days is not new', async () => {
    const { ana } = workshop
    expect(await ana.call(catchUp, {})).not.toEqual([])
    workshop.server.clock.advance(31 * day)
    await ana.signIn(ana.address)
    expect(await ana.call(catchUp, {})).toEqual([])
  })
})
