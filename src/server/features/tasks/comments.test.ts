import { beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import {
  addComment,
  deleteComment,
  editComment,
  fetchComments,
  listComments,
  reactToComment,
} from '#shared/contract/tasks/comments'
import { tasksByIds } from '#shared/contract/tasks/endpoints'
import { hour } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { sends, text } from '../attachments/test-files'
import { allRefused, noTask, openTeam, refused, type Team } from './test-tasks'

let team: Team
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor
let task_id: number
let hidden: number

const noComment = refused(404, 'comment.not_found')

beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom, ana, lena, zoe } = team)
  task_id = (await team.task('Saturday rota')).id
  hidden = (await team.task('Wages', { branch_id: team.yard }, maya)).id
})

describe('Comments on a task [D14]', () => {
  test('are written by everybody who sees it, mention people, and are listed newest first [7.6]', async () => {
    const first = await tom.call(addComment, { task_id, comment: 'I can do **9 to 1**.' })
    expect(first).toMatchObject({
      id: first.comment_id,
      task_id,
      author: { user_id: tom.user_id, user_displayname: 'Tom Reyes' },
      edited_at: null,
      mentions: [],
      attachments: [],
      reactions: [],
    })
    const mentions = [maya.user_id, maya.user_id]
    const second = await lena.call(addComment, { task_id, comment: '@Maya two people before noon please.', mentions })
    expect(second.mentions).toEqual([maya.user_id])
    expect(await maya.call(listComments, { task_id })).toEqual([second, first])
    const page = await maya.reply(fetchComments, { task_id, limit: 1 })
    expect(page.data).toEqual([second])
    expect(await maya.call(fetchComments, { task_id, cursor: page.next_cursor ?? '' })).toEqual([first])
    expect(await maya.call(tasksByIds, { task_ids: [task_id] })).toMatchObject([{ comment_count: 2 }])
  })

  test('do not exist for those who may not see the task, who cannot be mentioned there either', async () => {
    const comment = await ana.call(addComment, { task_id: hidden, comment: 'Raise them' })
    const { comment_id } = comment
    await allRefused(noTask, [
      tom.call(listComments, { task_id: hidden }),
      tom.call(fetchComments, { task_id: hidden }),
      tom.call(addComment, { task_id: hidden, comment: 'Mine too' }),
      zoe.call(listComments, { task_id }),
      zoe.call(addComment, { task_id, comment: 'Hello' }),
    ])
    await allRefused(noComment, [
      tom.call(editComment, { comment_id, comment: 'Lower them' }),
      tom.call(deleteComment, { comment_id }),
      tom.call(reactToComment, { comment_id, emoji: '👍' }),
      zoe.call(deleteComment, { comment_id }),
    ])
    const mention = ana.call(addComment, { task_id: hidden, comment: '@Tom', mentions: [tom.user_id] })
    await expect(mention).rejects.toMatchObject(refused(400, 'comment.mention_blind'))
    const stranger = ana.call(addComment, { task_id: hidden, comment: '@Zoe', mentions: [zoe.user_id] })
    await expect(stranger).rejects.toMatchObject(refused(404, 'person.not_found'))
    const nobody = team.server.stranger()
    await allRefused({ status: 401 }, [
      nobody.call(listComments, { task_id }),
      nobody.call(fetchComments, { task_id }),
      nobody.call(addComment, { task_id, comment: 'Hello' }),
      nobody.call(editComment, { comment_id, comment: 'Hello' }),
      nobody.call(deleteComment, { comment_id }),
      nobody.call(reactToComment, { comment_id, emoji: '👍' }),
    ])
  })

  test('are changed by their author within 24 hours, which readers see', async () => {
    const { comment_id } = await tom.call(addComment, { task_id, comment: 'At 9' })
    team.server.clock.advance(hour)
    const edited = await tom.call(editComment, { comment_id, comment: 'At 10', mentions: [lena.user_id] })
    expect(edited).toMatchObject({ comment: 'At 10', mentions: [lena.user_id] })
    expect(edited.edited_at).toBe(new Date(team.server.clock.now()).toISOString())
    const others = maya.call(editComment, { comment_id, comment: 'At 11' })
    await expect(others).rejects.toMatchObject(refused(403, 'comment.not_yours'))
    await team.server.asOwner(
      `update task_comments set created_at = created_at - interval '23 hours 1 second' where id = $1`,
      [comment_id],
    )
    const late = tom.call(editComment, { comment_id, comment: 'At 12' })
    await expect(late).rejects.toMatchObject(refused(409, 'comment.too_late'))
  })

  test('are deleted by their author and by admins', async () => {
    const own = await tom.call(addComment, { task_id, comment: 'Never mind' })
    const rude = await tom.call(addComment, { task_id, comment: 'Rude' })
    const by = (who: Actor, { comment_id }: { comment_id: number }) => who.call(deleteComment, { comment_id })
    await expect(by(lena, rude)).rejects.toMatchObject(refused(403, 'comment.not_yours'))
    const { length } = await tom.call(listComments, { task_id })
    await by(tom, own)
    await by(maya, rude)
    expect(await tom.call(listComments, { task_id })).toHaveLength(length - 2)
    await expect(by(tom, own)).rejects.toMatchObject(noComment)
  })

  test('carry files, which go with them', async () => {
    const { file_id } = await sends(tom, text('rota.txt', 'Saturday'))
    const comment = await tom.call(addComment, { task_id, comment: 'The rota', file_ids: [file_id] })
    expect(comment.attachments).toEqual([file_id])
    expect(await lena.call(downloadFiles, { file_ids: [file_id] })).toHaveLength(1)
    await tom.call(deleteComment, { comment_id: comment.comment_id })
    expect(await lena.call(downloadFiles, { file_ids: [file_id] })).toEqual([])
    const missing = tom.call(addComment, { task_id, comment: 'No', file_ids: ['99999999-9999-4999-8999-999999999999'] })
    await expect(missing).rejects.toMatchObject(refused(404, 'attachment.not_found'))
  })

  test('get reactions of a small set, each of a person once', async () => {
    const { comment_id } = await tom.call(addComment, { task_id, comment: 'Done!' })
    await lena.call(reactToComment, { comment_id, emoji: '🎉' })
    await lena.call(reactToComment, { comment_id, emoji: '🎉' })
    team.server.clock.advance(1_000)
    const both = await maya.call(reactToComment, { comment_id, emoji: '🎉' })
    expect(both.reactions).toEqual([{ emoji: '🎉', user_ids: [lena.user_id, maya.user_id] }])
    await lena.call(reactToComment, { comment_id, emoji: '🎉', is_on: false })
    const [comment] = await tom.call(listComments, { task_id })
    expect(comment?.reactions).toEqual([{ emoji: '🎉', user_ids: [maya.user_id] }])
    const other = tom.call(reactToComment, { comment_id, emoji: '💣' as never })
    await expect(other).rejects.toMatchObject(refused(400, 'request.invalid'))
  })
})
