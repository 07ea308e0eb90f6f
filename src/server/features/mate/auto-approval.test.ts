import { beforeAll, describe, expect, test } from 'vitest'
import { grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { readLogs } from '#shared/contract/logs/endpoints'
import {
  type AutoApprovable,
  BotMessage,
  changeAutoApprovals,
  fetchMate,
  type MateMessage,
  readAutoApprovals,
} from '#shared/contract/mate/endpoints'
import { tasksByIds } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'
import { calls, says } from '../../platform/model/testing/loopback-model'
import { ask, openModelServer } from './test-model-server'

const detailsOf = ({ message_text }: MateMessage) => BotMessage.parse(JSON.parse(message_text)).details

describe('What Mate may do without a confirmation [D26]', () => {
  let maya: Actor
  let tom: Actor
  let ana: Actor
  let desk: number
  let room: Awaited<ReturnType<typeof openModelServer>>

  beforeAll(async () => {
    room = await openModelServer()
    maya = await room.server.person({ name: 'Maya Okafor' })
    tom = await room.server.person({ name: 'Tom Reyes' })
    ana = await room.server.person({ name: 'Ana Brandt' })
    await maya.createOrganisation('Ridgeway Cycles')
    await ana.createOrganisation('Lakeside Physio Clinic')
    await maya.invites(tom)
    desk = await room.logbook(maya, 'Front desk')
  })

  const logs = async () => (await maya.call(readLogs, { doc_id: desk })).logs.map(log => log.content)

  async function proposed(who: Actor, ...contents: string[]) {
    const proposals = contents.map(content => ({ name: 'propose_log', arguments: { doc_id: desk, content } }))
    // The last ones are the titles of the logs.
    room.model.will(calls(...proposals), says('Here you are.'), says('A title'), says('Another title'))
    return room.answered(who, 'Please log that.')
  }

  test('is nothing at first, belongs to the person and the workspace, and is in the audit log', async () => {
    expect(await tom.call(readAutoApprovals, {})).toEqual({ kinds: [] })
    const kinds = ['write_log', 'create_task'] as const
    expect(await tom.call(changeAutoApprovals, { kinds: [...kinds, 'write_log'] })).toEqual({ kinds })
    expect(await tom.call(readAutoApprovals, {})).toEqual({ kinds })
    expect(await maya.call(readAutoApprovals, {})).toEqual({ kinds: [] })
    const audited = await room.server.asOwner("select details from audit where kind = 'mate.auto_approvals_changed'")
    expect(audited).toEqual([{ details: { kinds } }])
    await tom.call(changeAutoApprovals, { kinds: [] })
  })

  test('is refused to strangers, to people of other workspaces, and for what cannot be undone', async () => {
    const kinds: AutoApprovable[] = ['write_log']
    await expect(room.server.stranger().call(readAutoApprovals, {})).rejects.toMatchObject({ status: 401 })
    await expect(room.server.stranger().call(changeAutoApprovals, { kinds })).rejects.toMatchObject({ status: 401 })
    ana.organization_id = maya.organization_id
    await expect(ana.call(readAutoApprovals, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    await expect(ana.call(changeAutoApprovals, { kinds })).rejects.toMatchObject({ code: 'organization.not_member' })
    const run = { kinds: ['run_job'] as string[] as AutoApprovable[] }
    await expect(tom.call(changeAutoApprovals, run)).rejects.toMatchObject({ status: 400 })
  })

  test('is done as soon as the answer ends, once, and the model knows', async () => {
    await tom.call(changeAutoApprovals, { kinds: ['write_log'] })
    const { message } = await proposed(tom, 'Pads of the tandem changed')
    expect(detailsOf(message).actions).toMatchObject([
      { state: 'done', is_auto_approved: true, log_id: expect.any(Number) },
    ])
    expect((await logs()).filter(log => log === 'Pads of the tandem changed')).toHaveLength(1)
    const told = room.model.received.flatMap(({ request }) => request.messages).filter(({ role }) => role === 'tool')
    expect(told.some(({ content }) => content?.includes('lets you do this without asking'))).toBe(true)
    expect((await tom.call(fetchMate, {}))[0]).toEqual(message)
  })

  test('is not done for another kind, for another person, or if the answer proposes more than one thing', async () => {
    await tom.call(changeAutoApprovals, { kinds: ['create_task'] })
    await proposed(tom, 'Not allowed')
    await tom.call(changeAutoApprovals, { kinds: ['write_log'] })
    await proposed(maya, 'Not hers')
    const { message } = await proposed(tom, 'The first of two', 'The second of two')
    expect(detailsOf(message).actions).toMatchObject([{ state: 'open' }, { state: 'open' }])
    for (const content of ['Not allowed', 'Not hers', 'The first of two', 'The second of two'])
      expect(await logs()).not.toContain(content)
  })

  test('stays a button if it is refused, and the answer says so', async () => {
    const board = await room.logbook(maya, 'Quicksilver board', 'private')
    const toTom = { doc_id: board, grantee_kind: 'user', grantee_id: tom.user_id } as const
    await maya.call(grantAccess, { ...toTom, level: 'editor' })
    await tom.call(changeAutoApprovals, { kinds: ['write_log'] })
    room.model.will(
      calls({ name: 'propose_log', arguments: { doc_id: board, content: 'After the board' } }),
      async (response, request) => {
        await maya.call(revokeAccess, toTom)
        await says('It is written.')(response, request)
      },
    )
    const { message, said } = await room.answered(tom, 'Please log that.')
    expect(said.message).toMatch(/^It is written\.\n\nI tried to do this at once, .* but it was refused\./)
    expect(detailsOf(message).actions).toMatchObject([{ state: 'open', is_auto_approved: false }])
    expect((await maya.call(readLogs, { doc_id: board })).logs).toEqual([])
  })
})

test('Mate without a model creates the reminder that was asked for, and says so in the language of the question [D25, D26]', async () => {
  const server = await openTestServer({ settings: { BILLING: 'off' } })
  const maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.call(changeAutoApprovals, { kinds: ['create_task'] })
  const { said } = await (await ask(maya, 'Remind me to call the supplier tomorrow at 3pm')).end()
  expect(said.message).toMatch(/^Done, as you let me: .*call the supplier/i)
  expect(said.details.actions).toMatchObject([
    { state: 'done', is_auto_approved: true, task: { id: expect.any(Number) } },
  ])
  const task_ids = said.details.actions.flatMap(({ task }) => task?.id ?? [])
  expect(await maya.call(tasksByIds, { task_ids })).toMatchObject([{ title: 'Call the supplier', source: 'mate' }])
  const german = await (await ask(maya, 'Erinnere mich morgen um 15 Uhr an den Lieferanten')).end()
  expect(german.said.message).toMatch(/^Erledigt/)
})
