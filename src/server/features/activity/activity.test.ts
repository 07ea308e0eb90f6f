import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ActivityItem,
  type ActivityKind,
  listActivity,
  readActivityDay,
} from '#shared/contract/activity/endpoints'
import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { createJob } from '#shared/contract/jobs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { changePermission } from '#shared/contract/sources/endpoints'
import { addComment } from '#shared/contract/tasks/comments'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { rowsRead, statementsOf } from '../../../../test/statements'
import { openYard, type Yard } from '../sources/test-yard'

let yard: Yard
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor
let branch_id: number

beforeAll(async () => {
  yard = await openYard({ BILLING: 'off', TOKEN_SECONDS: '86400' })
  ;({ maya, tom, ana, lena, zoe } = yard)
  const [primary] = await maya.call(listBranches, {})
  branch_id = primary?.id ?? 0
})

const feed = (who: Actor, params: Input<typeof listActivity> = {}) => who.call(listActivity, params)

/** The newest item of a kind that somebody sees. */
async function newest<K extends ActivityKind>(who: Actor, kind: K) {
  const [item] = await feed(who, { kinds: [kind], limit: 1 })
  return item as Extract<ActivityItem, { kind: K }> | undefined
}

const keys = (items: readonly ActivityItem[]) => items.map(item => item.key)

async function logbook(
  document_name: string,
  by: Actor,
  access: 'private' | 'organisation' | 'branch' = 'organisation',
) {
  yard.server.clock.advance(1_000)
  const branch = access === 'branch' ? { branch_id: yard.yard } : {}
  return (await by.call(createDocument, { document_name, document_type: 'logbook', access, ...branch })).doc_id
}

async function log(doc_id: number, by: Actor, title: string) {
  yard.server.clock.advance(1_000)
  return by.call(writeLog, { doc_id, title, content: `${title}.` })
}

async function task(title: string, by: Actor, where = branch_id) {
  yard.server.clock.advance(1_000)
  return by.call(createTask, { title, branch_id: where })
}

async function entry(kind: string, subject: string, actor_id: number, details: object = {}) {
  yard.server.clock.advance(1_000)
  await yard.server.asOwner(
    'insert into audit (organization_id, actor_id, kind, subject, details, at) values ($1, $2, $3, $4, $5, $6)',
    [maya.organization_id, actor_id, kind, subject, details, new Date(yard.server.clock.now()).toISOString()],
  )
}

describe('The feed of activity [D16, 4.9]', () => {
  test('shows new tasks and changed statuses to those who may see the task', async () => {
    const open = await task('Sweep the yard', tom)
    expect(await newest(lena, 'task')).toMatchObject({
      id: open.task_id,
      task_id: open.task_id,
      title: 'Sweep the yard',
      actor: { user_id: tom.user_id, user_displayname: 'Tom Reyes', user_email: null },
      branch_id,
      from: null,
      to: null,
    })
    yard.server.clock.advance(1_000)
    await lena.call(updateTasks, { task_id: open.task_id, status: 'in_progress' })
    expect(await newest(tom, 'task')).toMatchObject({
      task_id: open.task_id,
      from: 'todo',
      to: 'in_progress',
      actor: { user_id: lena.user_id },
    })
    const hidden = await task('Wages', maya, yard.yard)
    expect(await newest(ana, 'task')).toMatchObject({ task_id: hidden.task_id })
    for (const who of [tom, lena]) expect((await newest(who, 'task'))?.task_id).toBe(open.task_id)
  })

  test('shows comments with their `comment_id`, but not those of hidden tasks [3.11b]', async () => {
    const open = await task('Saturday rota', tom)
    const seen = await lena.call(addComment, { task_id: open.task_id, comment: 'I can do **9 to 1**.' })
    const hidden = await task('Raises', maya, yard.yard)
    yard.server.clock.advance(1_000)
    const unseen = await ana.call(addComment, { task_id: hidden.task_id, comment: 'Raise them' })
    expect(await newest(tom, 'comment')).toMatchObject({
      comment_id: seen.comment_id,
      task_id: open.task_id,
      title: 'Saturday rota',
      comment: 'I can do **9 to 1**.',
    })
    expect(await newest(maya, 'comment')).toMatchObject({ comment_id: unseen.comment_id })
  })

  test('shows logs to those who may read the logbook, until they may no more', async () => {
    const open = await logbook('Bay log', tom)
    const seen = await log(open, tom, 'Bay 2 is free')
    const wages = await logbook('Wages', tom, 'private')
    const secret = await log(wages, tom, 'A raise')
    expect(await newest(lena, 'log')).toMatchObject({
      id: seen.id,
      doc_id: open,
      doc_name: 'Bay log',
      title: 'Bay 2 is free',
    })
    expect(await newest(tom, 'log')).toMatchObject({ id: secret.id })
    await tom.call(grantAccess, { doc_id: wages, grantee_kind: 'user', grantee_id: lena.user_id, level: 'viewer' })
    expect(await newest(lena, 'log')).toMatchObject({ id: secret.id })
    expect(await newest(ana, 'log')).toMatchObject({ id: seen.id })
  })

  test('shows ended runs to those who may see the job', async () => {
    const job = await maya.call(createJob, {
      instruction_text: 'Yard gate, evenings',
      minute_interval: 60,
      timezone: 'UTC',
      source: { feed_ids: [await yard.camera('Rear yard', {}, maya)] },
      destination: { logbook_ids: [await logbook('Gate log', maya)] },
    })
    yard.server.clock.advance(1_000)
    const now = new Date(yard.server.clock.now()).toISOString()
    await yard.server.asOwner(
      `insert into job_runs (organization_id, job_id, kind, status, reason, created_at, started_at, ended_at)
       values ($1, $2, 'adhoc', 'failed', 'no_picture', $3, $3, $3)`,
      [maya.organization_id, job.instruction_id, now],
    )
    expect(await newest(maya, 'run')).toMatchObject({
      instruction_id: job.instruction_id,
      name: 'Yard gate, evenings',
      status: 'failed',
      reason: 'no_picture',
      at: now,
    })
    expect(await newest(lena, 'run')).toBeUndefined()
    // Readers of its logbook learn that a job wrote there, but not which.
    await yard.server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_at, future_instructions_id)
       values ($1, $2, 'Gate open', '', $3, $4)`,
      [maya.organization_id, job.destination.logbook_ids[0], now, job.instruction_id],
    )
    expect(await newest(maya, 'log')).toMatchObject({
      title: 'Gate open',
      actor: null,
      job_name: 'Yard gate, evenings',
    })
    expect(await newest(lena, 'log')).toMatchObject({ title: 'Gate open', job_name: null })
  })

  test('shows who joined and left to every member', async () => {
    const max = await yard.server.person({ name: 'Max Orr' })
    yard.server.clock.advance(1_000)
    await maya.invites(max)
    expect(await newest(lena, 'membership')).toMatchObject({
      change: 'joined',
      person: { user_displayname: 'Max Orr' },
    })
    yard.server.clock.advance(1_000)
    await maya.call(removeUser, { user_to_be_removed: max.user_id })
    expect(await newest(lena, 'membership')).toMatchObject({
      change: 'removed',
      person: { user_id: max.user_id },
      actor: { user_id: maya.user_id },
    })
    expect(await newest(zoe, 'membership')).toBeUndefined()
  })

  test('shows the sharing of a screen to those who may see the screen', async () => {
    await entry('screen.sharing_started', `screen:${tom.user_id}`, tom.user_id, { what: 'Wages.xlsx' })
    expect(await newest(maya, 'capture')).toMatchObject({ user_id: tom.user_id, is_start: true })
    expect(JSON.stringify(await newest(maya, 'capture'))).not.toContain('Wages')
    expect(await newest(tom, 'capture')).toMatchObject({ user_id: tom.user_id })
    expect(await newest(lena, 'capture')).toBeUndefined()
  })

  test('shows changes of access to those who may see the subject, without branches that are hidden from them', async () => {
    const doc_id = await logbook('Loan bikes', tom)
    const secret = await logbook('Reviews', tom, 'private')
    yard.server.clock.advance(1_000)
    await maya.call(grantAccess, { doc_id, grantee_kind: 'branch', grantee_id: yard.yard, level: 'editor' })
    expect(await newest(ana, 'access')).toMatchObject({
      change: 'granted',
      subject: { kind: 'document', id: doc_id },
      name: 'Loan bikes',
      grantee: 'Canal yard',
      level: 'editor',
      actor: { user_id: maya.user_id },
    })
    expect(await newest(lena, 'access')).toMatchObject({ name: 'Loan bikes', grantee: null })
    yard.server.clock.advance(1_000)
    await tom.call(grantAccess, { doc_id: secret, grantee_kind: 'user', grantee_id: ana.user_id, level: 'viewer' })
    expect(await newest(ana, 'access')).toMatchObject({ name: 'Reviews', grantee: 'Ana Lima' })
    expect(await newest(lena, 'access')).toMatchObject({ name: 'Loan bikes' })
    const camera_id = await yard.camera('Back door')
    yard.server.clock.advance(1_000)
    await yard.dev.call(changePermission, { camera_id, user_ids: [lena.user_id] })
    expect(await newest(lena, 'access')).toMatchObject({
      subject: { kind: 'camera', id: camera_id },
      change: 'changed',
    })
    expect(await newest(tom, 'access')).toMatchObject({ name: 'Reviews' })
  })

  test('is filtered by kind, person, branch and time', async () => {
    const doc_id = await logbook('Canal log', ana, 'branch')
    const from = new Date(yard.server.clock.now()).toISOString()
    const written = await log(doc_id, ana, 'Lock gates oiled')
    const made = await task('Oil the lock', ana, yard.yard)
    const other = await task('Sweep', tom)
    expect(keys(await feed(ana, { from, kinds: ['log', 'task'] }))).toEqual([
      `task.${other.id}`,
      `task.${made.id}`,
      `log.${written.id}`,
    ])
    expect(keys(await feed(ana, { from, by_user_id: tom.user_id }))).toEqual([`task.${other.id}`])
    expect(keys(await feed(ana, { from, branch_id: yard.yard }))).toEqual([`task.${made.id}`, `log.${written.id}`])
    expect(keys(await feed(ana, { from, to: written.created_at }))).toEqual([])
    await expect(feed(tom, { branch_id: yard.yard })).rejects.toMatchObject({ status: 404, code: 'branch.not_found' })
  })

  test('is counted for a day, by kind and hour, as far as the caller may see it', async () => {
    const from = new Date(yard.server.clock.now() + 1).toISOString()
    const open = await logbook('Counted log', tom)
    await log(open, tom, 'One')
    await log(open, tom, 'Two')
    await task('Count', tom)
    await log(await logbook('Uncounted log', tom, 'private'), tom, 'Three')
    const period = { from, to: new Date(yard.server.clock.now() + 1).toISOString() }
    const countsOf = async (who: Actor) => {
      const { kinds, hours } = await who.call(readActivityDay, period)
      const total = hours.reduce((sum, { count }) => sum + count, 0)
      return [Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])), total]
    }
    expect(await countsOf(lena)).toEqual([{ log: 2, task: 1 }, 3])
    expect(await countsOf(tom)).toEqual([{ log: 3, task: 1 }, 4])
    const twoDays = { from, to: new Date(Date.parse(from) + 2 * 24 * 60 * 60_000).toISOString() }
    await expect(lena.call(readActivityDay, twoDays)).rejects.toMatchObject({ status: 400 })
    await expect(yard.server.stranger().call(readActivityDay, period)).rejects.toMatchObject({ status: 401 })
  })

  test('is counted by person and by branch, each as if no other of its list was chosen', async () => {
    const from = new Date(yard.server.clock.now() + 1).toISOString()
    const counted = await logbook('Counter log', tom)
    await log(counted, tom, 'One')
    await task('Count the till', tom)
    await task('Count the keys', lena)
    await task('Count the locks', ana, yard.yard)
    const period = { from, to: new Date(yard.server.clock.now() + 1).toISOString() }
    const day = async (who: Actor, filter: { by_user_id?: number; branch_id?: number } = {}) => {
      const { people, branches, hours } = await who.call(readActivityDay, { ...period, ...filter })
      return {
        people: Object.fromEntries(people.map(({ user_id, count }) => [user_id, count])),
        branches: Object.fromEntries(branches.map(({ branch_id, count }) => [branch_id, count])),
        total: hours.reduce((sum, { count }) => sum + count, 0),
      }
    }
    const [toms, lenas, anas] = [tom.user_id, lena.user_id, ana.user_id]
    expect(await day(tom)).toEqual({ people: { [toms]: 2, [lenas]: 1 }, branches: { [branch_id]: 2 }, total: 3 })
    expect(await day(ana)).toEqual({
      people: { [toms]: 2, [lenas]: 1, [anas]: 1 },
      branches: { [branch_id]: 2, [yard.yard]: 1 },
      total: 4,
    })
    expect(await day(ana, { by_user_id: anas, branch_id: yard.yard })).toEqual({
      people: { [anas]: 1 },
      branches: { [yard.yard]: 1 },
      total: 1,
    })
    expect(await day(ana, { by_user_id: toms })).toMatchObject({
      people: { [toms]: 2, [lenas]: 1, [anas]: 1 },
      branches: { [branch_id]: 1 },
    })
    await expect(day(tom, { branch_id: yard.yard })).rejects.toMatchObject({ status: 404, code: 'branch.not_found' })
    expect((await day(yard.zoe)).total).toBe(0)
  })

  test('is refused to strangers and guests, and needs a paid plan on a server with plans [D17, 402]', async () => {
    await expect(feed(yard.server.stranger())).rejects.toMatchObject({ status: 401 })
    await expect(feed(await yard.server.guest())).rejects.toMatchObject({ status: 403 })
    const paid = await openYard({ BILLING: 'sandbox' })
    const day = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    const unpaid = { status: 402, code: 'plan.required' }
    await expect(feed(paid.maya)).rejects.toMatchObject(unpaid)
    await expect(paid.maya.call(readActivityDay, day)).rejects.toMatchObject(unpaid)
  })

  test('of another organisation is another one', async () => {
    const doc_id = await logbook('Open log', maya)
    await log(doc_id, maya, 'For all of us')
    expect(await feed(zoe)).toEqual([])
    const outsider = await yard.server.person({ name: 'Una Ray' })
    outsider.organization_id = maya.organization_id
    await expect(feed(outsider)).rejects.toMatchObject({ status: 403 })
  })
})

describe('Pages of the feed [4.9]', () => {
  test('have 50 items, by number or by cursor, and hold each item once although several have the same time', async () => {
    const doc_id = await logbook('Long log', maya)
    const at = new Date(yard.server.clock.now() + 1_000).toISOString()
    await yard.server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
       select $1, $2, 'Log ' || nr, '', $3, timestamptz '${at}' from generate_series(1, 120) nr`,
      [maya.organization_id, doc_id, maya.user_id],
    )
    await yard.server.asOwner(
      `insert into task_comments (organization_id, task_id, author_id, comment, mentions, file_ids, created_at)
       select $1, (select min(id) from tasks where organization_id = $1), $2, 'Yes', '{}', '{}', timestamptz '${at}' from generate_series(1, 40)`,
      [maya.organization_id, maya.user_id],
    )
    const byNumber = [
      ...(await feed(maya, { page_id: 0 })),
      ...(await feed(maya, { page_id: 1 })),
      ...(await feed(maya, { page_id: 2 })),
    ]
    expect(new Set(keys(byNumber)).size).toBe(150)
    const byCursor: string[] = []
    let cursor: string | undefined
    for (const page_id of [0, 1, 2]) {
      const page = await maya.reply(listActivity, { page_id, ...(cursor && { cursor }) })
      byCursor.push(...keys(page.data))
      cursor = page.next_cursor ?? undefined
    }
    expect(byCursor).toEqual(keys(byNumber))
    await expect(feed(maya, { cursor: 'bm90aGluZw' })).rejects.toMatchObject({ status: 400 })
  })

  test('read no more of 100,000 logs however deep they are', async () => {
    const doc_id = await logbook('Endless log', maya)
    await yard.server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
       select $1, $2, 'Log ' || nr, '', $3, timestamptz '2020-01-01' + nr * interval '1 minute' from generate_series(1, 100000) nr`,
      [maya.organization_id, doc_id, maya.user_id],
    )
    await yard.server.asOwner(
      `insert into audit (organization_id, actor_id, kind, subject, at)
       select $1, $2, 'document.viewed', 'document:1', timestamptz '2020-01-01' + nr * interval '1 minute' from generate_series(1, 30000) nr`,
      [maya.organization_id, maya.user_id],
    )
    await yard.server.asOwner('vacuum analyze logs')
    await yard.server.asOwner('vacuum analyze audit')
    const [deep] = await feed(lena, { page_id: 1_900, kinds: ['log'] })
    expect(deep?.at).toMatch(/^2020/)
    const middle = await lena.reply(listActivity, { to: '2020-01-20T00:00:00Z' })
    const cursor = middle.next_cursor ?? ''
    for (const who of [lena, maya]) {
      await feed(who, { cursor })
      const sent = await statementsOf(() => feed(who, { cursor }))
      const { organization_id } = who
      expect(await rowsRead(yard.server, { organization_id, table: 'logs' }, sent)).toBeLessThan(1_000)
      expect(await rowsRead(yard.server, { organization_id, table: 'audit' }, sent)).toBeLessThan(1_000)
      // However many kinds there are: the places, and one query for each kind on the page.
      expect(sent.filter(({ sql }) => /\bfrom\b/.test(sql)).length).toBeLessThan(12)
    }
  })
})
