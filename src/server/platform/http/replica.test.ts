import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { readAudit } from '#shared/contract/audit/endpoints'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { changesSomething } from '#shared/contract/endpoint'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, deleteBranch, listBranches } from '#shared/contract/organisations/branches'
import { listOrganisations } from '#shared/contract/organisations/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { addComment, deleteComment, fetchComments } from '#shared/contract/tasks/comments'
import {
  countBranchTasks,
  createTask,
  listBranchTasks,
  listMyTasks,
  listTaskHistory,
  TaskGrouping,
  tasksByIds,
  updateTasks,
} from '#shared/contract/tasks/endpoints'
import { createFromItems, listOpenItems, tickItem } from '#shared/contract/tasks/origins'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let doc_id: number
/** What the replica was asked. */
let asked: string[]

beforeAll(async () => {
  server = await openTestServer({ withReplica: true })
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  ;({ doc_id } = await maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' }))
  listenTo(server.replica as pg.Pool)
})
beforeEach(() => {
  asked = []
})

function listenTo(replica: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>()
  replica.on('acquire', client => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown
    Object.assign(client, {
      query: (statement: { text: string } | string, ...rest: unknown[]) => {
        asked.push((typeof statement === 'string' ? statement : statement.text).trim())
        return query(statement, ...rest)
      },
    })
  })
}

/** Queries of a call, without those that every transaction sends. */
const questions = () =>
  asked.filter(text => !/^(begin|commit|rollback)|set_config|event_counters|pg_is_in_recovery/.test(text))
const found = async (who: Actor, query: string) => (await who.call(search, { query })).hits.length

async function primary(): Promise<number> {
  const branches = await maya.call(listBranches, {})
  return branches.find(branch => branch.is_primary_branch)?.id ?? 0
}

/** Each list of tasks, as text: one's own, and those of a space by role, person and status. */
const listsOf = (branch_id: number) =>
  [
    async () => JSON.stringify(await maya.call(listMyTasks, {})),
    ...TaskGrouping.options.map(
      group_by => async () => JSON.stringify(await maya.call(listBranchTasks, { branch_id, group_by })),
    ),
  ] as const

const everyList = async (branch_id: number) => [
  ...(await Promise.all(listsOf(branch_id).map(list => list()))),
  JSON.stringify(await maya.call(countBranchTasks, {})),
  JSON.stringify(await maya.call(listOpenItems, {})),
]

/** The number of the last event of the organisation. */
async function newest(): Promise<number> {
  const [row] = await server.asOwner<{ seq: string }>('select seq from event_counters where organization_id = $1', [
    maya.organization_id,
  ])
  return Number(row?.seq)
}

describe('A replica of the database', () => {
  test('answers what reads much, and nothing else', async () => {
    await maya.call(readDashboard, {})
    expect(questions().length).toBeGreaterThan(0)
    expect(asked.filter(text => text.startsWith('begin'))).toEqual(['begin read only'])
    asked = []
    await maya.call(readAudit, {})
    expect(questions().some(text => text.includes('audit'))).toBe(true)
    asked = []
    await maya.call(readLogs, { doc_id })
    await maya.call(listOrganisations, {})
    await maya.call(writeLog, { doc_id, content: 'The tandem is back.' })
    expect(asked).toEqual([])
  })

  test('is never written to: all that it answers is declared as reading', async () => {
    const many = endpoints.map(({ endpoint }) => endpoint).filter(({ readsMuch }) => readsMuch)
    expect(many.length).toBeGreaterThan(5)
    expect(many.filter(changesSomething)).toEqual([])
    await expect((server.replica as pg.Pool).query('insert into product_events default values')).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('shows only what the person may see there [D6]', async () => {
    const stella = await server.person({ name: 'Stella' })
    await stella.createOrganisation('Tidewater')
    await maya.call(writeLog, { doc_id, content: 'The nightingale sings.' })
    asked = []
    expect(await found(maya, 'nightingale')).toBe(1)
    expect(await found(stella, 'nightingale')).toBe(0)
    expect(questions().length).toBeGreaterThan(0)
  })

  test('that has not caught up is not believed: who writes sees it at once, and rights end at once [D41]', async () => {
    await server.asOwner('update behind.lag set events = 1')
    const dev = await server.person({ name: 'Dev' })
    await maya.invites(dev)
    await maya.call(writeLog, { doc_id, content: 'The kingfisher dives.' })
    asked = []
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(questions()).toEqual([])
    await maya.call(removeUser, { user_to_be_removed: dev.user_id })
    await expect(dev.call(readDashboard, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    await server.asOwner('update behind.lag set events = 0')
    await expect(dev.call(readDashboard, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    asked = []
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(questions().length).toBeGreaterThan(0)
  })

  test('lists the tasks of oneself, of a space and of the others in it, and counts them', async () => {
    const branch_id = await primary()
    const task = { branch_id, assignees: [maya.user_id] }
    const { task_id } = await maya.call(createTask, { title: 'True the wheel', ...task })
    const tasks = listsOf(branch_id)
    for (const list of tasks) {
      asked = []
      expect(await list()).toContain('True the wheel')
      expect(questions().length).toBeGreaterThan(0)
    }
    asked = []
    expect(await maya.call(countBranchTasks, {})).toEqual([{ branch_id, open_count: 1 }])
    expect(questions().length).toBeGreaterThan(0)
    asked = []
    expect(await maya.call(listOpenItems, {})).toEqual([])
    expect(questions().length).toBeGreaterThan(0)
    asked = []
    await maya.call(tasksByIds, { task_ids: [task_id] })
    await maya.call(listTaskHistory, { task_id })
    await maya.call(fetchComments, { task_id })
    expect(asked).toEqual([])
  })

  test('lists no task that the person may not see [D3, D6]', async () => {
    const leon = await server.person({ name: 'Leon' })
    await maya.invites(leon)
    const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Canal yard', is_open_branch: false })
    await maya.call(createTask, { title: 'Lock the gate', branch_id, assignees: [maya.user_id] })
    asked = []
    expect(await listsOf(branch_id)[0]()).toContain('Lock the gate')
    await expect(leon.call(listBranchTasks, { branch_id })).rejects.toMatchObject({ code: 'branch.not_found' })
    expect(await leon.call(listMyTasks, {})).toEqual([])
    expect((await leon.call(countBranchTasks, {})).map(count => count.branch_id)).not.toContain(branch_id)
    expect(questions().length).toBeGreaterThan(0)
  })

  test('cannot list old tasks: whatever changes in a list of them is an event of the organisation', async () => {
    const branch_id = await primary()
    const mine = { branch_id, assignees: [maya.user_id] }
    const ursa = await server.person({ name: 'Ursa' })
    await maya.invites(ursa)
    const { task_id } = await maya.call(createTask, { title: 'Grease the hub', ...mine })
    const daily = { every: 1, unit: 'day', timezone: 'Europe/London' } as const
    const again = await maya.call(createTask, { title: 'Sweep', ...mine, repeat: daily })
    await maya.call(createTask, { title: 'Bleed the brakes', branch_id, assignees: [ursa.user_id] })
    const { id: log_id } = await maya.call(writeLog, { doc_id, content: '- [ ] Order spokes\n- [ ] Clean the bench' })
    const page = await maya.call(createDocument, { document_name: 'Plan', document_type: 'document' })
    const yard = await maya.call(addBranch, { branch_name: 'Old yard' })
    await maya.call(createTask, { title: 'Clear the shed', branch_id: yard.id })
    let comment_id = 0
    const changes: (() => Promise<unknown>)[] = [
      () => maya.call(createTask, { title: 'Wax the chain', ...mine }),
      () => maya.call(updateTasks, { task_id, title: 'Grease both hubs', priority: 'urgent', labels: ['wheel'] }),
      () => maya.call(updateTasks, { task_id, checklist: [{ id: 'one', text: 'Front', is_done: true }] }),
      () => maya.call(updateTasks, { task_id, status: 'in_progress' }),
      () => maya.call(updateTasks, { task_id, assignees: [maya.user_id, ursa.user_id] }),
      () => maya.call(updateTasks, { task_id: again.task_id, status: 'done' }),
      () => maya.call(updateTasks, { task_id: again.task_id, status: 'todo' }),
      async () => {
        const comment = await maya.call(addComment, { task_id, comment: 'The grease is green.' })
        comment_id = comment.comment_id
      },
      () => maya.call(deleteComment, { comment_id }),
      () => maya.call(createFromItems, { doc_id, log_id, items: [{ item: 'Order spokes', title: 'Order', ...mine }] }),
      () => maya.call(tickItem, { doc_id, log_id, item: 'Clean the bench', is_done: true }),
      () => maya.call(replaceContent, { doc_id: page.doc_id, content: '- [ ] Ask the council', version: 0 }),
      () => maya.call(updateTasks, { task_id, archived: true }),
      () => maya.call(updateTasks, { task_id, archived: false }),
      () => ursa.call(updateProfile, { user_displayname: 'Ursa Lind' }),
      () => maya.call(deleteBranch, { branch_id: yard.id }),
      () => maya.call(removeUser, { user_to_be_removed: ursa.user_id, handed_to: maya.user_id }),
    ]
    let shown = await everyList(branch_id)
    for (const change of changes) {
      const before = await newest()
      await change()
      expect(await newest(), String(change)).toBeGreaterThan(before)
      const after = await everyList(branch_id)
      expect(after, String(change)).not.toEqual(shown)
      shown = after
    }
    await server.asOwner('update behind.lag set events = 1')
    asked = []
    await everyList(branch_id)
    expect(questions()).toEqual([])
    await server.asOwner('update behind.lag set events = 0')
  })

  test('that is away costs nothing but time: the database answers', async () => {
    const replica = server.replica as pg.Pool
    const connect = replica.connect
    Object.assign(replica, { connect: () => Promise.reject(new Error('connection refused')) })
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(server.logLines.some(line => line.includes('The replica is away'))).toBe(true)
    Object.assign(replica, { connect })
  })
})
