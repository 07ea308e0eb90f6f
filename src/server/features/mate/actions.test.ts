import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument, grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { listVersions, replaceContent } from '#shared/contract/documents/versions'
import { readLogs } from '#shared/contract/logs/endpoints'
import { BotMessage, confirmOption, fetchMate, type MateMessage } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'
import { calls, says } from '../../platform/model/testing/loopback-model'
import { PageClient } from '../documents/pages/test-page-client'
import { ask, openModelServer } from './test-model-server'

let room: Awaited<ReturnType<typeof openModelServer>>
let maya: Actor
let tom: Actor
let ana: Actor
let desk: number

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

const logs = async (doc_id = desk) => (await maya.call(readLogs, { doc_id })).logs.map(log => log.content)
const detailsOf = ({ message_text }: MateMessage) => BotMessage.parse(JSON.parse(message_text)).details

/** Tom asks, and the model proposes a log. */
async function proposed(content: string, doc_id = desk): Promise<number> {
  room.model.will(calls({ name: 'propose_log', arguments: { doc_id, content } }), says('Shall I?'))
  const { message } = await room.answered(tom, 'Please log that.')
  return message.id
}

describe('Actions of Mate are performed when the person confirms them, and not before [D26, 9.8b]', () => {
  test('with a model: the option is part of the answer, survives a reload, writes once, and reports the outcome', async () => {
    const message_id = await proposed('Printer jammed again')
    expect(await logs()).not.toContain('Printer jammed again')
    const [stored] = await tom.call(fetchMate, {})
    expect(stored && detailsOf(stored)).toMatchObject({
      options: ['Add to Front desk'],
      actions: [{ option: 0, kind: 'write_log', doc_id: desk, content: 'Printer jammed again', state: 'open' }],
    })
    room.model.will(says('Printer trouble'))
    const done = await tom.call(confirmOption, { message_id, option: 0 }, { key: 'press' })
    expect(await logs()).toContain('Printer jammed again')
    expect(detailsOf(done).actions).toMatchObject([{ state: 'done', log_id: expect.any(Number) }])
    expect(await tom.call(confirmOption, { message_id, option: 0 }, { key: 'press' })).toEqual(done)
    await expect(tom.call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject({
      status: 409,
      code: 'mate.option_done',
    })
    expect((await logs()).filter(log => log === 'Printer jammed again')).toHaveLength(1)
    expect((await tom.call(fetchMate, {}))[0]).toEqual(done)
  })

  test('pressed many times at once writes once', async () => {
    const message_id = await proposed('Pressed by many fingers')
    const pressed = await Promise.allSettled(
      Array.from({ length: 6 }, () => tom.call(confirmOption, { message_id, option: 0 })),
    )
    expect(pressed.filter(promiseSettledResult => promiseSettledResult.status === 'fulfilled')).toHaveLength(1)
    expect((await logs()).filter(log => log === 'Pressed by many fingers')).toHaveLength(1)
  })

  test('nobody can confirm what was offered to another person, or not offered at all', async () => {
    const message_id = await proposed('Only for Tom')
    const none = { status: 404, code: 'mate.option_not_found' }
    await expect(maya.call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject(none)
    await expect(ana.call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject(none)
    await expect(tom.call(confirmOption, { message_id, option: 1 })).rejects.toMatchObject(none)
    await expect(tom.call(confirmOption, { message_id: message_id - 1, option: 0 })).rejects.toMatchObject(none)
    await expect(room.server.stranger().call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject({
      status: 401,
    })
    expect(await logs()).not.toContain('Only for Tom')
  })

  test('an offer is open for a day', async () => {
    const message_id = await proposed('Too late')
    await room.server.asOwner("update mate_messages set created_at = created_at - $1 * interval '1 ms' where id = $2", [
      mate.proposed + 1,
      message_id,
    ])
    await expect(tom.call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject({
      status: 409,
      code: 'mate.option_expired',
    })
    const stored = (await tom.call(fetchMate, {})).find(message => message.id === message_id)
    expect(stored && detailsOf(stored).actions).toMatchObject([{ state: 'expired' }])
    expect(await logs()).not.toContain('Too late')
  })

  test('rights lost meanwhile apply, and hide the name of the logbook; each call is in the audit log', async () => {
    const board = await room.logbook(maya, 'Quicksilver board', 'private')
    const toTom = { doc_id: board, grantee_kind: 'user', grantee_id: tom.user_id } as const
    await maya.call(grantAccess, { ...toTom, level: 'editor' })
    const message_id = await proposed('After the board', board)
    await maya.call(revokeAccess, toTom)
    await expect(tom.call(confirmOption, { message_id, option: 0 })).rejects.toMatchObject({
      status: 404,
      code: 'document.not_found',
    })
    expect(await logs(board)).toEqual([])
    expect(JSON.stringify(await tom.call(fetchMate, {}))).not.toContain('Quicksilver')
    const audited = await room.server.asOwner<{ subject: string; details: unknown }>(
      "select subject, details from audit where kind = 'mate.tool' and (details->'input'->>'doc_id')::int = $1 order by id",
      [board],
    )
    const input = { doc_id: board, content: 'After the board' }
    expect(audited).toEqual([
      { subject: 'propose_log', details: { input } },
      { subject: 'write_log', details: { input, refused: 'document.not_found' } },
    ])
  })

  test('a model can only propose what the person may write', async () => {
    const payroll = await room.logbook(maya, 'Payroll', 'private')
    room.model.will(calls({ name: 'propose_log', arguments: { doc_id: payroll, content: 'Mine' } }), says('No.'))
    const { said } = await room.answered(tom, 'Log it there.')
    expect(room.toolResultsIn()[0]).toContain('Refused')
    expect(said.details).toMatchObject({ options: [], actions: [] })
  })

  test('nor for a page that the person may only read', async () => {
    const { doc_id } = await maya.call(createDocument, {
      ...{ document_name: 'House rules', document_type: 'document', access: 'private' },
    })
    await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.user_id, level: 'viewer' })
    room.model.will(calls({ name: 'propose_page_text', arguments: { doc_id, content: 'Mine' } }), says('No.'))
    const { said } = await room.answered(tom, 'Add it there.')
    expect(room.toolResultsIn()[0]).toContain('Refused')
    expect(said.details).toMatchObject({ options: [], actions: [] })
  })
})

describe('Built-in Mate proposes a log', () => {
  test.each([
    ['en', 'Log in Front desk: printer jammed', 'Add to Front desk'],
    ['de', 'Schreibe in Front desk: Drucker klemmt', 'In Front desk eintragen'],
    ['es', 'Anota en Front desk: impresora atascada', 'Anotar en Front desk'],
    ['hi', 'Front desk में लिखें: प्रिंटर अटका', 'Front desk में लिखें'],
  ] as const)('in %s, when asked “%s”', async (user_language, question, option) => {
    const { own, doc_id } = await alone()
    await own.call(updateProfile, { user_language })
    const { message, said } = await (await ask(own, question)).end()
    const content = question.split(': ')[1]
    expect(said.details).toMatchObject({ options: [option], actions: [{ doc_id, content, state: 'open' }] })
    const done = await own.call(confirmOption, { message_id: message.id, option: 0 })
    const [log] = (await own.call(readLogs, { doc_id })).logs
    expect(log).toMatchObject({ content })
    expect(detailsOf(done).actions).toMatchObject([{ state: 'done', log_id: log?.id }])
  })

  test('and a text for a page, which everybody who has it open gets once the person confirms it [D46]', async () => {
    const { own } = await alone()
    await own.call(updateProfile, { user_language: 'en' })
    const page = { document_name: 'Closing list', document_type: 'document' } as const
    const { doc_id } = await own.call(createDocument, page)
    await own.call(replaceContent, { doc_id, content: 'Lights off.', version: 0 })
    const open = await PageClient.open(own, doc_id)
    await open.types('Lights', ' all')
    const { message, said } = await (await ask(own, 'Add to Closing list: lock the gate')).end()
    expect(said.details).toMatchObject({
      options: ['Add to Closing list'],
      actions: [{ kind: 'write_page', doc_id, content: 'lock the gate', state: 'open' }],
    })
    await open.sync()
    expect(open.text).toBe('Lights all off.')
    const done = await own.call(confirmOption, { message_id: message.id, option: 0 })
    expect(detailsOf(done).actions).toMatchObject([{ state: 'done', log_id: null }])
    await open.sync()
    expect(open.text).toBe('Lights all off.\n\nlock the gate')
    const [newest] = await own.call(listVersions, { doc_id })
    expect(newest).toMatchObject({ origin: 'mate', authors: [{ user_id: own.user_id }] })
  })

  test('only in a logbook that the person may write in', async () => {
    const { own } = await alone()
    await own.call(updateProfile, { user_language: 'en' })
    const { said } = await (await ask(own, 'Log in Payroll: nothing')).end()
    expect(said).toMatchObject({ details: { options: [], actions: [] } })
    expect(said.message).toContain('no logbook of that name')
  })
})

let known: Promise<{ own: Actor; doc_id: number }> | undefined

/** A person whose Mate has no model. */
function alone() {
  known ??= (async () => {
    const server = await openTestServer()
    const own = await server.person({ name: 'Lone Ranger' })
    await own.createOrganisation('Alone')
    return { own, doc_id: await room.logbook(own, 'Front desk') }
  })()
  return known
}
