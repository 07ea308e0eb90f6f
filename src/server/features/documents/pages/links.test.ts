import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument, updateDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { listLinkedFrom } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import type { Actor } from '../../../../../test/actor'
import { jobsOf } from '../../../platform/jobs/jobs'
import { eventReader } from '../../notifications/feature'
import { notFound, openWorkshop, type Workshop } from '../test-workshop'
import { PageClient } from './test-page-client'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

async function page(document_name: string, content: string, access: 'organisation' | 'private' = 'organisation') {
  const { tom } = workshop
  const { doc_id } = await tom.call(createDocument, { document_name, document_type: 'document', access })
  await tom.call(replaceContent, { doc_id, content, version: 0 })
  return doc_id
}

async function mentionsOf(who: Actor, doc_id: number) {
  await eventReader(workshop.server.app.context).settled()
  const all = await who.call(listNotifications, {})
  return all.filter(
    ({ kind, subject }) => kind === 'mention' && subject.kind === 'document' && subject.doc_id === doc_id,
  )
}

const names = async (who: Actor, doc_id: number) =>
  (await who.call(listLinkedFrom, { doc_id })).map(({ doc_name }) => doc_name)

describe('What a page names [D46]', () => {
  test('people are notified once, although they are named twice, taken out and named again', async () => {
    const { tom, lena, ana } = workshop
    const named = `Ask [@Lena Fuchs](#/people/${lena.user_id}), then [@Lena Fuchs](#/people/${lena.user_id}) again.`
    const doc_id = await page('Rota', named)
    expect(await mentionsOf(lena, doc_id)).toMatchObject([
      { actor: { user_id: tom.user_id }, data: { title: 'Rota' }, subject: { comment_id: null } },
    ])
    await tom.call(replaceContent, { doc_id, content: 'Nobody.', version: 1 })
    await tom.call(replaceContent, { doc_id, content: named, version: 2 })
    expect(await mentionsOf(lena, doc_id)).toHaveLength(1)
    expect(await mentionsOf(ana, doc_id)).toEqual([])
  })

  test('what is written together counts when the writers pause', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await page('Shifts', `Early: [@Tom](#/people/${tom.user_id}) on Monday`)
    const writer = await PageClient.open(tom, doc_id)
    await writer.types('on Monday', ' and Tuesday')
    server.clock.advance(limits.pause + 1)
    await jobsOf(server.app.context).whenIdle()
    expect(writer.text).toContain(`[@Tom](#/people/${tom.user_id}) on Monday and Tuesday`)
    // Nobody is notified of what they write themselves.
    expect(await mentionsOf(tom, doc_id)).toEqual([])
    expect(await mentionsOf(lena, doc_id)).toEqual([])
  })

  test('somebody who may not read the page is not notified', async () => {
    const { ana, zoe } = workshop
    const doc_id = await page(
      'Pay',
      `For [@Ana](#/people/${ana.user_id}) and [@Zoe](#/people/${zoe.user_id})`,
      'private',
    )
    expect(await mentionsOf(ana, doc_id)).toEqual([])
    expect((await workshop.events('page.mentioned')).filter(({ payload }) => payload.doc_id === doc_id)).toEqual([])
  })

  test('a document lists the pages that name it or a log of it, as far as the reader may read them', async () => {
    const { tom, lena, zoe } = workshop
    const target = await page('Keys', 'Where they hang')
    const logbook = await workshop.logbook('Bay log', { access: 'organisation' })
    await page('Closing', `See [Keys](#/docs/${target}) and [the bay](#/docs/${logbook}?log=1)`)
    const secret = await page('Alarm', `See [Keys](#/docs/${target})`, 'private')
    expect(await names(tom, target)).toEqual(['Alarm', 'Closing'])
    expect(await names(lena, target)).toEqual(['Closing'])
    expect(await names(lena, logbook)).toEqual(['Closing'])
    await expect(names(zoe, target)).rejects.toMatchObject(notFound)
    await expect(names(lena, secret)).rejects.toMatchObject(notFound)
    await tom.call(replaceContent, { doc_id: secret, content: 'Moved.', version: 1 })
    expect(await names(tom, target)).toEqual(['Closing'])
    await tom.call(updateDocument, { doc_id: target, access: 'private' })
    await expect(names(lena, target)).rejects.toMatchObject(notFound)
  })
})
