import { beforeAll, expect, test, vi } from 'vitest'
import { fetchMate, sendToMate } from '#shared/contract/mate/endpoints'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import * as answer from './answer'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})

test('An answer that is read before it begins does not look as if nobody writes it [8.11]', async () => {
  const maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  // The question is committed, and its answer has not begun.
  const begun = vi.spyOn(answer, 'writeAnswer').mockResolvedValue()
  const { message_id } = await maya.call(sendToMate, { message: 'Who is here?', client_id: crypto.randomUUID() })
  const states = async () =>
    (await maya.call(fetchMate, {})).flatMap(message => (message.id === message_id ? [message.state] : []))
  expect(await states()).toEqual(['writing'])
  // A server that never begins it is as good as gone.
  server.clock.advance(30_000)
  expect(await states()).toEqual(['failed'])
  begun.mockRestore()
})
