import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { writeLog } from '#shared/contract/logs/endpoints'
import { createTask, tasksByIds } from '#shared/contract/tasks/endpoints'
import { createFromItems, listMadeItems, listOpenItems, tasksFrom, tickItem } from '#shared/contract/tasks/origins'
import type { Actor } from '../../../../test/actor'
import { hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { over, records, sentence } from '../meetings/test-meeting'
import { allRefused, openTeam, refused, type Team } from './test-tasks'

let loopback: LoopbackSpeech
let team: Team
let tom: Actor
let lena: Actor
let ana: Actor
let doc_id: number

const frame_id = '7b0c9f5e-6f0e-4a53-9f2b-2f6f2a0d9a11'

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  team = await openTeam({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
  ;({ tom, lena, ana } = team)
  const logbook = { document_name: 'Bay 2', document_type: 'logbook', access: 'organisation' } as const
  doc_id = (await tom.call(createDocument, logbook)).doc_id
})
afterAll(() => loopback.close())

describe('Tasks from somewhere [D13]', () => {
  test('are found by their log, frame, message and document, the oldest first', async () => {
    const ofLog = await team.task('From the log', { origin: { kind: 'log', doc_id, log_id: 41 } })
    const ofFrame = await team.task('From the picture', { origin: { kind: 'frame', frame_id } })
    const again = await team.task('Once more', { origin: { kind: 'frame', frame_id } })
    const ofMessage = await team.task('From the message', { origin: { kind: 'message', message_id: 9, chat_id: 2 } })
    const ofMeeting = await team.task('From the meeting', { origin: { kind: 'meeting', doc_id } })
    await team.task('Of another log', { origin: { kind: 'log', doc_id, log_id: 42 } })
    const origins = ['log:41', `frame:${frame_id}`, 'message:9', `document:${doc_id}`, 'job:41']
    const found = await lena.call(tasksFrom, { origins })
    expect(found.map(task => task.id)).toEqual([ofLog, ofFrame, again, ofMessage, ofMeeting].map(task => task.id))
    expect(await lena.call(tasksFrom, { origins: ['frame:99999999-9999-4999-8999-999999999999'] })).toEqual([])
  })

  test('are left out for those who may not see them, and refused to strangers', async () => {
    const origin = { kind: 'message', message_id: 77 } as const
    await ana.call(createTask, { title: 'In the yard', branch_id: team.yard, origin })
    expect(await ana.call(tasksFrom, { origins: ['message:77'] })).toHaveLength(1)
    expect(await tom.call(tasksFrom, { origins: ['message:77'] })).toEqual([])
    expect(await team.zoe.call(tasksFrom, { origins: ['message:77'] })).toEqual([])
    await allRefused({ status: 401 }, [team.server.stranger().call(tasksFrom, { origins: ['message:77'] })])
    await allRefused(refused(400, 'request.invalid'), [
      tom.call(tasksFrom, { origins: ['message:x'] }),
      tom.call(tasksFrom, { origins: [] }),
    ])
  })
})

describe('Action items of a summary', () => {
  const make = (who: Actor, ...items: { item: string; title: string; assignees?: number[] }[]) =>
    who.call(createFromItems, { doc_id, items: items.map(item => ({ branch_id: team.branch_id, ...item })) })

  test('become tasks that lead back to their document, each exactly once', async () => {
    const first = await make(
      tom,
      { item: 'Call Halden about the rims.', title: 'Call Halden', assignees: [tom.user_id] },
      { item: 'Order pads', title: 'Order pads' },
    )
    expect(first.map(({ item, is_new }) => [item, is_new])).toEqual([
      ['call halden about the rims', true],
      ['order pads', true],
    ])
    const [task] = await tom.call(tasksByIds, { task_ids: [first[0]?.task_id ?? 0] })
    expect(task).toMatchObject({ title: 'Call Halden', assignees: [tom.user_id], source: 'log', reporter: tom.user_id })
    expect(task?.origin).toEqual({ kind: 'summary', doc_id, item: 'call halden about the rims' })

    // Somebody else confirms one of them again, written a little differently, beside a new one.
    const second = await make(
      lena,
      { item: 'ORDER  PADS.', title: 'Pads!' },
      { item: 'Sweep bay 2', title: 'Sweep' },
      { item: 'sweep bay 2', title: 'Sweep again' },
    )
    expect(second.map(({ is_new }) => is_new)).toEqual([false, true, false])
    expect(second[0]?.task_id).toBe(first[1]?.task_id)
    expect(second[2]?.task_id).toBe(second[1]?.task_id)
    expect((await lena.call(listMadeItems, { doc_id })).map(({ item }) => item)).toEqual([
      'call halden about the rims',
      'order pads',
      'sweep bay 2',
    ])
    await allRefused(refused(409, 'task.already_made'), [
      team.task('Once more', { origin: { kind: 'summary', doc_id, item: 'Order pads' } }),
    ])
  })

  test('become one task, however many confirm them at once', async () => {
    const item = { item: 'Lock the gate', title: 'Lock the gate' }
    const answers = await Promise.all([make(tom, item), make(lena, item), make(ana, item), make(tom, item)])
    expect(answers.filter(([made]) => made?.is_new)).toHaveLength(1)
    expect(new Set(answers.map(([made]) => made?.task_id)).size).toBe(1)
  })

  test('say that they are made, but not where, to those who may not see the task', async () => {
    const items = [{ item: 'Check the yard', title: 'Check', branch_id: team.yard }]
    const [made] = await ana.call(createFromItems, { doc_id, items })
    expect(made?.task_id).toEqual(expect.any(Number))
    expect(await tom.call(listMadeItems, { doc_id })).toContainEqual({ item: 'check the yard', task_id: null })
    expect(await make(tom, { item: 'Check the yard', title: 'Check' })).toEqual([
      { item: 'check the yard', task_id: null, is_new: false },
    ])
  })

  test('are made all or none, with the rights on tasks', async () => {
    await allRefused(refused(403, 'task.assign_missing'), [
      make(tom, { item: 'One', title: 'One' }, { item: 'Two', title: 'Two', assignees: [lena.user_id] }),
    ])
    expect((await tom.call(listMadeItems, { doc_id })).map(({ item }) => item)).not.toContain('one')
    const items = [{ item: 'One', title: 'One', branch_id: team.yard }]
    await allRefused(refused(404, 'branch.not_found'), [tom.call(createFromItems, { doc_id, items })])
  })

  test('are closed to those who may not read the document', async () => {
    const note = { document_name: 'Mine', document_type: 'document', access: 'private' } as const
    const mine = await tom.call(createDocument, note)
    const items = [{ item: 'One', title: 'One', branch_id: team.branch_id }]
    const origin = { kind: 'summary', doc_id: mine.doc_id, item: 'One' } as const
    await allRefused(refused(404, 'document.not_found'), [
      lena.call(listMadeItems, { doc_id: mine.doc_id }),
      lena.call(createFromItems, { doc_id: mine.doc_id, items }),
      lena.call(createTask, { title: 'One', branch_id: team.branch_id, origin }),
      team.zoe.call(listMadeItems, { doc_id }),
      team.zoe.call(createFromItems, { doc_id, items }),
    ])
    await allRefused({ status: 401 }, [
      team.server.stranger().call(listMadeItems, { doc_id }),
      team.server.stranger().call(createFromItems, { doc_id, items }),
    ])
  })
})

describe('What is still to be done in texts', () => {
  async function saves(who: Actor, doc_id: number, content: string): Promise<void> {
    // Texts that are written at the same instant have no order.
    await team.server.clock.advance(1_000)
    const { version } = await who.call(fetchDocument, { doc_id })
    await who.call(replaceContent, { doc_id, content, version })
  }
  const writes = async (content: string, title?: string) => {
    await team.server.clock.advance(1_000)
    return tom.call(writeLog, { doc_id, content, title })
  }
  const listed = async (who: Actor) =>
    (await who.call(listOpenItems, {})).map(({ document_name, title, items }) => [title || document_name, ...items])

  test('is listed by text until it is ticked or becomes a task, the text written last first', async () => {
    const note = { document_name: 'Stock', document_type: 'document', access: 'organisation' } as const
    const page = (await lena.call(createDocument, note)).doc_id
    const content = '- [ ] Order **pads**\n- [x] Count tyres\n- [ ] Call Halden'
    await saves(lena, page, content)
    const log = await writes('Oil on the floor.\n\n- [ ] Sweep bay 2\n- [ ] Order pads', 'Bay 2 closed')
    expect(await listed(tom)).toEqual([
      ['Bay 2 closed', 'Sweep bay 2', 'Order pads'],
      ['Stock', 'Order pads', 'Call Halden'],
    ])

    const asTask = { branch_id: team.branch_id, title: 'Pads' }
    const ofLog = { doc_id, log_id: log.id, items: [{ item: 'Order pads', ...asTask }] }
    expect(await tom.call(createFromItems, ofLog)).toMatchObject([{ item: 'order pads', is_new: true }])
    expect(await lena.call(createFromItems, ofLog)).toMatchObject([{ item: 'order pads', is_new: false }])
    expect(await tom.call(listMadeItems, { doc_id, log_id: log.id })).toMatchObject([{ item: 'order pads' }])
    const [task] = await tom.call(tasksFrom, { origins: [`log:${log.id}`] })
    expect(task?.title).toBe('Pads')
    expect(await listed(tom)).toEqual([
      ['Bay 2 closed', 'Sweep bay 2'],
      ['Stock', 'Order pads', 'Call Halden'],
    ])
    await saves(lena, page, content.replaceAll('[ ]', '[x]'))
    expect(await listed(tom)).toEqual([['Bay 2 closed', 'Sweep bay 2']])
  })

  test('is ticked in its text by who may change it, and comes back with the same call', async () => {
    const note = { document_name: 'Stand', document_type: 'document', access: 'organisation' } as const
    const page = (await lena.call(createDocument, note)).doc_id
    await saves(lena, page, 'Today:\n\n- [ ] Oil **chains**\n- [ ] Call Halden')
    const log = await writes('- [ ] Lock up', 'Closing')
    const of = async (who: Actor, name: string) =>
      (await who.call(listOpenItems, {})).find(({ document_name, title }) => (title || document_name) === name)
    expect([(await of(tom, 'Closing'))?.is_editable, (await of(lena, 'Closing'))?.is_editable]).toEqual([true, false])
    expect([(await of(tom, 'Stand'))?.is_editable, (await of(lena, 'Stand'))?.is_editable]).toEqual([true, true])

    const chains = { doc_id: page, item: 'Oil chains' }
    await tom.call(tickItem, { ...chains, is_done: true })
    expect((await of(lena, 'Stand'))?.items).toEqual(['Call Halden'])
    const text = async () => (await lena.call(fetchDocument, { doc_id: page })).content
    expect(await text()).toContain('- [x] Oil **chains**')
    await tom.call(tickItem, { ...chains, is_done: false })
    expect(await text()).toContain('- [ ] Oil **chains**')

    const lockUp = { doc_id, log_id: log.id, item: 'Lock up', is_done: true }
    await allRefused(refused(403, 'log.not_yours'), [lena.call(tickItem, lockUp)])
    await tom.call(tickItem, lockUp)
    expect(await of(tom, 'Closing')).toBeUndefined()
    await tom.call(tickItem, { ...lockUp, is_done: false })
    await allRefused(refused(409, 'task.item_gone'), [
      tom.call(tickItem, { ...lockUp, item: 'Lock down' }),
      tom.call(tickItem, { doc_id: page, item: 'Nothing like it', is_done: true }),
    ])
    const mine = (await tom.call(createDocument, { ...note, document_name: 'Own', access: 'private' })).doc_id
    await saves(tom, mine, '- [ ] Rest')
    const rest = { doc_id: mine, item: 'Rest', is_done: true }
    await allRefused(refused(404, 'document.not_found'), [lena.call(tickItem, rest), team.zoe.call(tickItem, rest)])
    await allRefused({ status: 401 }, [team.server.stranger().call(tickItem, rest)])
    for (const [who, item] of [
      [tom, rest] as const,
      [tom, { ...lockUp }] as const,
      [lena, { ...chains, is_done: true }] as const,
    ])
      await who.call(tickItem, item)
    await tom.call(tickItem, { doc_id: page, item: 'Call Halden', is_done: true })
  })

  test('continues after a page of the list', async () => {
    for (const item of ['One', 'Two', 'Three']) await writes(`- [ ] ${item}`)
    const first = await tom.reply(listOpenItems, { limit: 2 })
    const then = await tom.reply(listOpenItems, { limit: 2, cursor: first.next_cursor ?? '' })
    expect([...first.data, ...then.data].map(({ items }) => items[0])).toEqual(['Three', 'Two', 'One', 'Sweep bay 2'])
  })

  test('is hidden from those who may not read the text', async () => {
    const note = { document_name: 'Mine', document_type: 'document', access: 'private' } as const
    const mine = (await tom.call(createDocument, note)).doc_id
    await saves(tom, mine, '- [ ] Ask for a raise')
    expect(await listed(tom)).toContainEqual(['Mine', 'Ask for a raise'])
    expect(await listed(lena)).not.toContainEqual(['Mine', 'Ask for a raise'])
    expect(await listed(team.zoe)).toEqual([])
    const log = await writes('- [ ] Here')
    const items = [{ item: 'Here', title: 'Here', branch_id: team.branch_id }]
    await allRefused(refused(404, 'log.not_found'), [
      tom.call(listMadeItems, { doc_id: mine, log_id: log.id }),
      tom.call(createFromItems, { doc_id: mine, log_id: log.id, items }),
    ])
    await allRefused({ status: 401 }, [team.server.stranger().call(listOpenItems, {})])
  })

  /** The items of the summary of one document; logs have titles. */
  const itemsIn = async (who: Actor, name: string) =>
    (await who.call(listOpenItems, {}))
      .filter(({ document_name, title }) => document_name === name && title === '')
      .flatMap(({ items }) => items)

  test('of a meeting is listed below its heading or with a box, and becomes a task once', async () => {
    const said = 'Please send me the figures for ticket 4182 before noon.'
    loopback.will(hears({ start: 0.2, end: 1, text: said, speaker: 'A' }))
    const params = { document_name: 'Stand-up', access: 'organisation' } as const
    const meeting = (await records(tom, await sentence(), params)).doc_id
    expect(await over(tom, meeting)).toMatchObject({ stage: 'done' })
    // Mate's own summary has a heading and no boxes.
    expect((await tom.call(fetchDocument, { doc_id: meeting })).content).not.toContain('[ ]')
    expect(await itemsIn(lena, 'Stand-up')).toEqual([said])
    expect(await itemsIn(team.zoe, 'Stand-up')).toEqual([])

    await saves(
      tom,
      meeting,
      `## Next steps\n\n- ${said}\n\n## Said\n\n- A remark\n- [ ] Order pads\n- [x] Count tyres`,
    )
    expect(await itemsIn(lena, 'Stand-up')).toEqual([said, 'Order pads'])
    const items = [{ item: said, title: 'Figures', branch_id: team.branch_id }]
    expect(await lena.call(createFromItems, { doc_id: meeting, items })).toMatchObject([{ is_new: true }])
    expect(await itemsIn(tom, 'Stand-up')).toEqual(['Order pads'])
    await tom.call(tickItem, { doc_id: meeting, item: 'Order pads', is_done: true })
    expect(await itemsIn(tom, 'Stand-up')).toEqual([])
  })

  test('of a logbook is listed from its summary below the heading or with a box', async () => {
    await saves(
      tom,
      doc_id,
      'A calm day.\n\n- No rain\n- [ ] Wash the van\n\n## Action items\n\n- Ring Halden\n- [x] Lock up',
    )
    expect(await itemsIn(lena, 'Bay 2')).toEqual(['Wash the van', 'Ring Halden'])
    await tom.call(tickItem, { doc_id, item: 'Ring Halden', is_done: true })
    expect(await itemsIn(lena, 'Bay 2')).toEqual(['Wash the van'])
    await saves(tom, doc_id, '')
    expect(await itemsIn(lena, 'Bay 2')).toEqual([])
  })
})
