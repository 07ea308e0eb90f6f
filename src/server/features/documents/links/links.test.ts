import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import {
  createDocument,
  deleteDocument,
  fetchDocument,
  undeleteDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { listLinkedFrom } from '#shared/contract/documents/links'
import { addPageThread, deletePageComment, editPageComment } from '#shared/contract/documents/page-comments'
import { replaceContent } from '#shared/contract/documents/versions'
import { correctLog } from '#shared/contract/logs/corrections'
import { addLogComment, deleteLogComment, editLogComment } from '#shared/contract/logs/discussion'
import { writeLog } from '#shared/contract/logs/endpoints'
import { deleteMessage, editMessage, initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { addComment, deleteComment, editComment } from '#shared/contract/tasks/comments'
import { createTask } from '#shared/contract/tasks/endpoints'
import { textOf } from '#shared/page/document'
import type { Actor } from '../../../../../test/actor'
import { jobsOf } from '../../../platform/jobs/jobs'
import { download } from '../../logs/export/testing/download'
import { eventReader } from '../../notifications/feature'
import { PageClient } from '../pages/test-page-client'
import { notFound, openWorkshop, type Workshop } from '../test-workshop'

let workshop: Workshop
/** A place in a text, as a client encodes it. */
const somewhere = Buffer.from(
  Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(textOf(new Y.Doc()), 0)),
).toString('base64')

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

const names = async (who: Actor, doc_id: number) => (await who.call(listLinkedFrom, { doc_id })).map(({ name }) => name)

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

describe('Logs and comments link to documents [D46]', () => {
  const link = (doc_id: number) => `[Keys](#/docs/${doc_id})`
  const kinds = async (who: Actor, doc_id: number) =>
    (await who.call(listLinkedFrom, { doc_id })).map(({ kind, name }) => `${kind} ${name}`)

  test('a log shows with its logbook, title, writer and time to those who may read it', async () => {
    const { tom, lena, zoe, server } = workshop
    const target = await page('Spare keys', 'In the safe')
    const open = await workshop.logbook('Bay log', { access: 'organisation' })
    const hidden = await workshop.logbook('Night log')
    const { id: log_id, created_at } = await tom.call(writeLog, {
      ...{ doc_id: open, title: 'Lost a key', content: `Twice named: ${link(target)}, ${link(target)}` },
    })
    server.clock.advance(1_000)
    await tom.call(writeLog, {
      doc_id: hidden,
      content: `See ${link(target)} and [a log](#/docs/${open}?log=${log_id})`,
    })
    const seen = await lena.call(listLinkedFrom, { doc_id: target })
    expect(seen).toMatchObject([
      {
        ...{ kind: 'log', doc_id: open, document_type: 'logbook', name: 'Bay log', log_id, log_title: 'Lost a key' },
        ...{ task_id: null, author: { user_id: tom.user_id }, written_at: created_at },
      },
    ])
    expect(await kinds(tom, target)).toEqual(['log Night log', 'log Bay log'])
    expect(await kinds(tom, open)).toEqual(['log Night log'])
    expect(await kinds(lena, open)).toEqual([])
    await expect(kinds(zoe, target)).rejects.toMatchObject(notFound)
    await expect(server.stranger().call(listLinkedFrom, { doc_id: target })).rejects.toMatchObject({ status: 401 })
  })

  test('a link goes with the correction, the deletion and the access of the text, and returns with it', async () => {
    const { tom, lena, server } = workshop
    const target = await page('Alarm code', 'Nobody knows')
    const doc_id = await workshop.logbook('Yard log', { access: 'organisation' })
    const log = await tom.call(writeLog, { doc_id, content: 'No link yet' })
    const correct = (content: string, revision: number) =>
      tom.call(correctLog, { doc_id, log_id: log.id, content, revision })
    await correct(`Now ${link(target)}`, 0)
    expect(await kinds(lena, target)).toEqual(['log Yard log'])
    await correct('Moved', 1)
    expect(await kinds(lena, target)).toEqual([])
    await correct(`Again ${link(target)}`, 2)
    await tom.call(deleteDocument, { doc_id })
    expect(await kinds(tom, target)).toEqual([])
    await tom.call(undeleteDocument, { doc_id })
    expect(await kinds(lena, target)).toEqual(['log Yard log'])
    await tom.call(updateDocument, { doc_id, access: 'private' })
    expect(await kinds(lena, target)).toEqual([])
    // Retention deletes logs for good, and their links with them.
    await server.asOwner('delete from logs where id = $1', [log.id])
    expect(await kinds(tom, target)).toEqual([])
    expect(await server.asOwner('select from text_links where log_id = $1', [log.id])).toEqual([])
  })

  test('comments on logs, pages and tasks count while they are there, for those who may see them', async () => {
    const { maya, tom, lena } = workshop
    const target = await page('Handbook', 'Read it')
    const doc_id = await workshop.logbook('Till log')
    const { id: log_id } = await tom.call(writeLog, { doc_id, content: 'Till counted' })
    const onLog = await tom.call(addLogComment, { doc_id, log_id, comment: `By ${link(target)}` })
    const secret = await page('Plan', 'Quietly', 'private')
    const passage = { begins_at: somewhere, ends_at: somewhere }
    const thread = await tom.call(addPageThread, { doc_id: secret, passage, quote: 'Quietly', content: link(target) })
    const [onPage] = thread.comments
    const branch_id = (await maya.call(addBranch, { branch_name: 'Office', is_open_branch: false })).id
    const { id: task_id } = await maya.call(createTask, { title: 'Copy it', branch_id })
    const onTask = await maya.call(addComment, { task_id, comment: `Copy ${link(target)}` })
    expect(await kinds(tom, target)).toEqual(['page_comment Plan', 'log_comment Till log'])
    expect(await kinds(maya, target)).toEqual([
      ...['task_comment Copy it', 'page_comment Plan', 'log_comment Till log'],
    ])
    expect((await maya.call(listLinkedFrom, { doc_id: target }))[0]).toMatchObject({
      ...{ task_id, doc_id: null, comment_id: onTask.comment_id },
    })
    expect(await kinds(lena, target)).toEqual([])
    const comment_id = onPage?.comment_id ?? 0
    await tom.call(editLogComment, { comment_id: onLog.comment_id, comment: 'By heart' })
    await tom.call(editPageComment, { comment_id, content: 'Loudly' })
    await maya.call(editComment, { comment_id: onTask.comment_id, comment: 'Leave it' })
    expect(await kinds(maya, target)).toEqual([])
    await tom.call(editLogComment, { comment_id: onLog.comment_id, comment: link(target) })
    await tom.call(editPageComment, { comment_id, content: link(target) })
    await maya.call(editComment, { comment_id: onTask.comment_id, comment: link(target) })
    expect(await kinds(maya, target)).toHaveLength(3)
    await tom.call(deleteLogComment, { comment_id: onLog.comment_id })
    await tom.call(deletePageComment, { comment_id })
    await maya.call(deleteComment, { comment_id: onTask.comment_id })
    expect(await kinds(maya, target)).toEqual([])
  })

  test('a message counts for those who are in its chat, until it is edited or deleted', async () => {
    const { tom, lena, maya, zoe } = workshop
    const target = await page('Spare parts', 'In the shed')
    const { chat_id } = await tom.call(initiateChat, { connection_id: lena.user_id })
    const sent = { chat_id, chat_message: `Look at ${link(target)}`, client_id: randomUUID() }
    const { id: message_id } = await tom.call(sendMessage, { sender_id: tom.user_id, ...sent })
    const [found, ...others] = await lena.call(listLinkedFrom, { doc_id: target })
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ kind: 'message', chat_id, message_id, doc_id: null, task_id: null, comment_id: null },
      ...{ name: expect.stringContaining('Tom'), author: { user_id: tom.user_id } },
    })
    expect(await kinds(maya, target)).toEqual([])
    await expect(kinds(zoe, target)).rejects.toMatchObject(notFound)
    const edit = (chat_message: string) => tom.call(editMessage, { chat_id, message_id, chat_message })
    await edit('Never mind')
    expect(await kinds(lena, target)).toEqual([])
    await edit(`Do look at ${link(target)}`)
    expect(await kinds(lena, target)).toHaveLength(1)
    await tom.call(deleteMessage, { chat_id, message_id })
    expect(await kinds(lena, target)).toEqual([])
  })

  test('are listed page by page', async () => {
    const { tom } = workshop
    const target = await page('Rules', 'Few')
    const doc_id = await workshop.logbook('Long log', { access: 'organisation' })
    await workshop.writes(tom, doc_id, ...[1, 2, 3].map(number => `${number} ${link(target)}`))
    const first = await tom.reply(listLinkedFrom, { doc_id: target, limit: 2 })
    const rest = await tom.reply(listLinkedFrom, { doc_id: target, limit: 2, cursor: first.next_cursor ?? '' })
    const ids = [...first.data, ...rest.data].map(({ log_id }) => log_id ?? 0)
    expect(ids).toHaveLength(3)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(rest.next_cursor).toBeNull()
  })
})

describe('The name of what a text links to is told to those alone who may see it [D6, D46]', () => {
  const period = { start_time: '2026-11-01T00:00:00.000Z', end_time: '2026-12-01T00:00:00.000Z' }
  const exported = async (who: Actor, doc_id: number) => (await download(who, { doc_id, type: 'csv', ...period })).text

  test('in a page, a log, a comment and a message, as the API delivers them', async () => {
    const { tom, lena, server } = workshop
    const secret = await page('Redundancies', 'Quietly', 'private')
    const link = `Read [Redundancies](#/docs/${secret})`
    const stored = `Read […](#/docs/${secret})`
    const doc_id = await page('Agenda', link)
    expect(await lena.call(fetchDocument, { doc_id })).toMatchObject({ content: stored })
    const logbook = await workshop.logbook('Desk log', { access: 'organisation' })
    const log = await tom.call(writeLog, { doc_id: logbook, content: link })
    expect(log.content).toBe(stored)
    await tom.call(correctLog, { doc_id: logbook, log_id: log.id, content: `${link} twice`, revision: 0 })
    const comment = await tom.call(addLogComment, { doc_id: logbook, log_id: log.id, comment: link })
    expect(comment.comment).toBe(stored)
    const chat = await tom.call(initiateChat, { connection_id: lena.user_id })
    const sent = { sender_id: tom.user_id, chat_id: chat.chat_id, chat_message: link, client_id: randomUUID() }
    expect((await tom.call(sendMessage, sent)).message).toBe(stored)
    expect(await exported(tom, logbook)).toContain(`Read [Redundancies](#/docs/${secret}) twice`)
    expect(await exported(lena, logbook)).toContain(`${stored} twice`)
    const found = await server.asOwner(
      `select 1 from logs where content like '%Redundancies%' union all
       select 1 from documents where content like '%Redundancies%' union all
       select 1 from log_comments where comment like '%Redundancies%'`,
    )
    expect(found).toEqual([])
  })
})
