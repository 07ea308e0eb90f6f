import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { listNotifications, type Notification } from '#shared/contract/notifications/endpoints'
import type { Actor } from '../../../../test/actor'
import { type JobsYard, openJobsYard } from '../jobs/test-jobs'
import { Desktop } from '../sources/testing/desktop'
import { closeAllFeedClients, FeedClient } from '../sources/testing/feed-client'
import { eventReader } from './feature'

let yard: JobsYard
beforeAll(async () => {
  yard = await openJobsYard()
})
afterEach(closeAllFeedClients)

const noticesOf = async (who: Actor): Promise<Notification[]> => {
  await eventReader(yard.server.app.context).settled()
  return who.call(listNotifications, {})
}

describe('Notifications of jobs [D38]', () => {
  test('all failures in a row are one for the owner of the job, and one for the owner of its logbook', async () => {
    const { maya, dev, camera_id } = yard
    const { doc_id } = await dev.call(createDocument, {
      ...{ document_name: 'Gate log', document_type: 'logbook', access: 'organisation' },
    })
    const job = await yard.job({
      ...{ instruction_text: 'Gate watch', source: { feed_ids: [camera_id] }, destination: { logbook_ids: [doc_id] } },
    })
    yard.device.answer = response => void response.writeHead(503).end()
    for (const count of [1, 2]) await yard.untilEnded(job.instruction_id, count)
    expect(await noticesOf(maya)).toMatchObject([
      {
        ...{ kind: 'job_failed', actor: null, data: { title: 'Gate watch' } },
        subject: { kind: 'job', instruction_id: job.instruction_id },
      },
    ])
    expect(await noticesOf(dev)).toMatchObject([
      { kind: 'logbook_silent', data: { title: 'Gate log' }, subject: { kind: 'document', doc_id, comment_id: null } },
    ])
  })
})

describe('Notifications of screens [D38, D34]', () => {
  test('somebody starts looking at a screen: its person hears of it once an hour, and the viewer does not', async () => {
    const { maya, tom } = yard
    const before = (await noticesOf(maya)).length
    const desktop = await Desktop.sharing(tom)
    const screen = { kind: 'screen', user_id: tom.user_id } as const
    const page = await FeedClient.of(maya)
    for (let pass = 1; pass <= 2; pass += 1) {
      page.watch(screen)
      await desktop.client.untilViewers(screen, ['Maya Okafor'])
      page.unwatch(screen)
      await desktop.client.untilViewers(screen, [])
    }
    const own = await FeedClient.of(tom)
    own.watch(screen)
    await desktop.client.untilViewers(screen, ['Tom Reyes'])
    expect(await noticesOf(tom)).toMatchObject([
      { kind: 'screen_viewed', actor: { user_displayname: 'Maya Okafor' }, subject: screen },
    ])
    expect(await noticesOf(maya)).toHaveLength(before)
  })
})
