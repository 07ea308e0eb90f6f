import { afterEach, describe, expect, test } from 'vitest'
import type { LiveFrame } from '#shared/contract/live'
import { logsByIds, writeLog } from '#shared/contract/logs/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { day } from '#shared/limits'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { openWorkshop } from '../documents/test-workshop'

afterEach(closeAllClients)

describe('A log event that reaches a client two days later [D23]', () => {
  test('contains no expired URL of a picture; calls return a valid one', async () => {
    const workshop = await openWorkshop()
    const { ana, tom, server } = workshop
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
    await ana.call(updateProfile, { user_image: `data:image/png;base64,${png.toString('base64')}` })
    const doc_id = await workshop.logbook('Seen later', { access: 'organisation' })
    const client = await LiveClient.listening(tom)
    const log = await ana.call(writeLog, { doc_id, content: 'Hello' })
    const isIt = (frame: LiveFrame) => frame.event === 'event' && frame.change.kind === 'log.added'
    const live = await client.until(isIt)
    await client.leave()
    const load = async (address: string | null | undefined) =>
      (await fetch(new URL(address ?? '/no-address', server.url))).status
    const first = log.created_by?.user_image
    expect(await load(first)).toBe(200)

    server.clock.advance(2 * day)
    expect(await load(first)).toBe(404)
    await tom.signIn(tom.address)
    const back = await LiveClient.listening(tom, live.event === 'event' ? live.seq - 1 : 0)
    expect(await back.until(isIt)).toEqual(live)
    await back.leave()
    expect(live).toMatchObject({
      change: { log: { id: log.id, created_by: { user_id: ana.user_id, user_image: null } } },
    })
    expect(JSON.stringify(await workshop.events('log.added'))).not.toContain('/objects/')
    const [again] = await tom.call(logsByIds, { doc_log_ids: [log.id] })
    expect(await load(again?.created_by?.user_image)).toBe(200)
  })
})
