import { beforeAll, describe, expect, test } from 'vitest'
import {
  addLogComment,
  deleteLogComment,
  editLogComment,
  listLogComments,
  reactToLog,
} from '#shared/contract/logs/discussion'
import { logsByIds, writeLog } from '#shared/contract/logs/endpoints'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import type { Actor } from '../../../../../test/actor'
import { notFound, openWorkshop } from '../../documents/test-workshop'
import { eventReader } from '../../notifications/feature'

type Workshop = Awaited<ReturnType<typeof openWorkshop>>
let workshop: Workshop
let tom: Actor
let ana: Actor
let maya: Actor
let zoe: Actor
let doc_id: number
let log_id: number

beforeAll(async () => {
  workshop = await openWorkshop()
  ;({ tom, ana, maya, zoe } = workshop)
  doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
  log_id = (await tom.call(writeLog, { doc_id, content: 'Belt changed.' })).id
})

const logOf = async (who: Actor) => (await who.call(logsByIds, { doc_log_ids: [log_id] }))[0]
const mentionsOf = async (who: Actor) => {
  await eventReader(workshop.server.app.context).settled()
  return (await who.call(listNotifications, {})).filter(({ kind }) => kind === 'mention')
}

describe('Comments on a log', () => {
  test('are written by everybody who may read it, and counted', async () => {
    const first = await ana.call(addLogComment, { doc_id, log_id, comment: 'Which **size**?' })
    expect(first).toMatchObject({ comment: 'Which **size**?', author: { user_id: ana.user_id }, log_id, doc_id })
    await tom.call(addLogComment, { doc_id, log_id, comment: '32 mm.' })
    expect((await maya.call(listLogComments, { doc_id, log_id })).map(({ comment }) => comment)).toEqual([
      '32 mm.',
      'Which **size**?',
    ])
    expect(await logOf(maya)).toMatchObject({ comment_count: 2 })
  })

  test('are changed by their author within 24 hours, which readers see', async () => {
    const { comment_id, edited_at } = await ana.call(addLogComment, { doc_id, log_id, comment: 'At 9' })
    expect(edited_at).toBeNull()
    workshop.server.clock.advance(1_000)
    const edited = await ana.call(editLogComment, { comment_id, comment: 'At 10' })
    expect(edited).toMatchObject({ comment: 'At 10', edited_at: new Date(workshop.server.clock.now()).toISOString() })
    expect((await tom.call(listLogComments, { doc_id, log_id }))[0]).toEqual(edited)
    const editedBy = (who: Actor) => who.call(editLogComment, { comment_id, comment: 'At 11' })
    await expect(editedBy(maya)).rejects.toMatchObject({ status: 403, code: 'comment.not_yours' })
    await expect(editedBy(zoe)).rejects.toMatchObject({ status: 404, code: 'comment.not_found' })
    await expect(editedBy(workshop.server.stranger())).rejects.toMatchObject({ status: 401 })
    await workshop.server.asOwner(
      `update log_comments set created_at = created_at - interval '24 hours' where id = $1`,
      [comment_id],
    )
    await expect(editedBy(ana)).rejects.toMatchObject({ status: 409, code: 'comment.too_late' })
    await ana.call(deleteLogComment, { comment_id })
    await expect(editedBy(ana)).rejects.toMatchObject({ code: 'comment.not_found' })
  })

  test('are deleted by their author, owners and admins', async () => {
    const { comment_id } = await ana.call(addLogComment, { doc_id, log_id, comment: 'Never mind.' })
    await expect(tom.call(deleteLogComment, { comment_id })).rejects.toMatchObject({
      status: 403,
      code: 'comment.not_yours',
    })
    await expect(zoe.call(deleteLogComment, { comment_id })).rejects.toMatchObject({
      status: 404,
      code: 'comment.not_found',
    })
    await maya.call(deleteLogComment, { comment_id })
    await expect(ana.call(deleteLogComment, { comment_id })).rejects.toMatchObject({ code: 'comment.not_found' })
    expect(await logOf(maya)).toMatchObject({ comment_count: 2 })
  })

  test('do not exist for those who may not read the log, or look in another logbook', async () => {
    const hidden = await workshop.logbook('Till log')
    const secret = (await tom.call(writeLog, { doc_id: hidden, content: 'The code is 4182.' })).id
    for (const who of [ana, zoe])
      for (const calling of [
        () => who.call(listLogComments, { doc_id: hidden, log_id: secret }),
        () => who.call(addLogComment, { doc_id: hidden, log_id: secret, comment: 'Ah' }),
        () => who.call(reactToLog, { doc_id: hidden, log_id: secret, emoji: '👍' }),
      ])
        await expect(calling()).rejects.toMatchObject(notFound)
    for (const calling of [
      () => ana.call(listLogComments, { doc_id, log_id: secret }),
      () => ana.call(addLogComment, { doc_id, log_id: secret, comment: 'Ah' }),
      () => ana.call(reactToLog, { doc_id, log_id: secret, emoji: '👍' }),
    ])
      await expect(calling()).rejects.toMatchObject({ status: 404, code: 'log.not_found' })
    await expect(
      workshop.server.stranger().call(addLogComment, { doc_id, log_id, comment: 'Ah' }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      tom.call(addLogComment, { doc_id: hidden, log_id: secret, comment: '@Ana', mentions: [ana.user_id] }),
    ).rejects.toMatchObject({ status: 400, code: 'log.mention_blind' })
  })
})

describe('Reactions to a log', () => {
  test('count each person once for each emoji, and can be taken back', async () => {
    await ana.call(reactToLog, { doc_id, log_id, emoji: '👍' })
    await ana.call(reactToLog, { doc_id, log_id, emoji: '👍' })
    workshop.server.clock.advance(1_000)
    expect(await tom.call(reactToLog, { doc_id, log_id, emoji: '👍' })).toMatchObject({
      reactions: [{ emoji: '👍', user_ids: [ana.user_id, tom.user_id] }],
    })
    await ana.call(reactToLog, { doc_id, log_id, emoji: '👍', is_on: false })
    expect((await logOf(maya))?.reactions).toEqual([{ emoji: '👍', user_ids: [tom.user_id] }])
  })
})

describe('A mention [D38]', () => {
  test('in a comment notifies once, and leads to the log', async () => {
    await tom.call(addLogComment, {
      ...{ doc_id, log_id, comment: 'See here, @Ana Lima' },
      mentions: [ana.user_id, ana.user_id, tom.user_id],
    })
    expect(await mentionsOf(ana)).toMatchObject([
      { subject: { kind: 'log', doc_id, log_id }, actor: { user_id: tom.user_id }, data: { title: 'Bay log' } },
    ])
    expect(await mentionsOf(tom)).toEqual([])
  })

  test('that is written into a comment later notifies too, and goes with the comment', async () => {
    const before = await mentionsOf(ana)
    const { comment_id } = await tom.call(addLogComment, { doc_id, log_id, comment: 'Who knows?' })
    await tom.call(editLogComment, { comment_id, comment: 'Who knows? @Ana Lima', mentions: [ana.user_id] })
    await tom.call(editLogComment, { comment_id, comment: 'Who knows, @Ana Lima', mentions: [ana.user_id] })
    expect(await mentionsOf(ana)).toHaveLength(before.length + 1)
    await tom.call(deleteLogComment, { comment_id })
    expect(await mentionsOf(ana)).toEqual(before)
    const hidden = await workshop.logbook('Till log 2')
    const secret = (await tom.call(writeLog, { doc_id: hidden, content: 'The code is 4182.' })).id
    const own = await tom.call(addLogComment, { doc_id: hidden, log_id: secret, comment: 'Changed' })
    await expect(
      tom.call(editLogComment, { comment_id: own.comment_id, comment: '@Ana', mentions: [ana.user_id] }),
    ).rejects.toMatchObject({ status: 400, code: 'log.mention_blind' })
  })

  test('in a log notifies those who may read it', async () => {
    const hidden = await workshop.logbook('Safe log')
    await tom.call(writeLog, {
      doc_id: hidden,
      content: '@Ana Lima @Maya Okafor',
      mentions: [ana.user_id, maya.user_id],
    })
    expect(await mentionsOf(maya)).toHaveLength(1)
    expect(await mentionsOf(ana)).toHaveLength(1)
  })
})
