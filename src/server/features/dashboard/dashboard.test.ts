import { beforeAll, describe, expect, test } from 'vitest'
import { requestAccess } from '#shared/contract/access/endpoints'
import { listDashboard, readDashboard } from '#shared/contract/dashboard/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { createJob } from '#shared/contract/jobs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, listBranches, manageBranchUsers } from '#shared/contract/organisations/branches'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import { hour } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { statementsOf } from '../../../../test/statements'
import { openYard, type Yard } from '../sources/test-yard'
import { Desktop } from '../sources/testing/desktop'
import { closeAllFeedClients } from '../sources/testing/feed-client'

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

const read = (who: Actor, params: Input<typeof readDashboard> = {}) => who.call(readDashboard, params)
const instant = (shift = 0) => new Date(yard.server.clock.now() + shift).toISOString()

async function tile(who: Actor, name: string, params: Input<typeof readDashboard> = {}) {
  return (await read(who, params)).tiles.find(candidate => candidate.name === name)
}
async function now(who: Actor, name: string, params: Input<typeof readDashboard> = {}) {
  return (await read(who, params)).lists.find(candidate => candidate.name === name)
}
const titles = (entries: readonly { title: string }[] = []) => entries.map(entry => entry.title)

async function logbook(
  document_name: string,
  by: Actor,
  access: 'private' | 'organisation' | 'branch' = 'organisation',
) {
  const branch = access === 'branch' ? { branch_id: yard.yard } : {}
  return (await by.call(createDocument, { document_name, document_type: 'logbook', access, ...branch })).doc_id
}

describe('The numbers of a period [1.9]', () => {
  test('count logs by hour, branch and logbook, as far as the caller may read them', async () => {
    const from = instant()
    const open = await logbook('Bay log', tom)
    const canal = await logbook('Canal log', ana, 'branch')
    const wages = await logbook('Wages', maya, 'private')
    for (const [by, doc_id] of [
      [tom, open],
      [tom, open],
      [ana, canal],
      [maya, wages],
    ] as const)
      await by.call(writeLog, { doc_id, title: 'Something', content: 'Something happened.' })
    const period = { from, to: instant(2 * hour) }
    const seen = async (who: Actor) => {
      const found = await tile(who, 'logs_written', period)
      return {
        total: found?.total,
        branches: found?.branches.map(({ branch_id, counts }) => [branch_id, counts[0]]),
        logbooks: found?.parents.map(({ name, counts }) => [name, counts[0]]),
      }
    }
    expect(await seen(lena)).toEqual({ total: 2, branches: [[null, 2]], logbooks: [['Bay log', 2]] })
    expect((await seen(ana)).total).toBe(3)
    expect(await seen(maya)).toEqual({
      total: 4,
      branches: [
        [null, 3],
        [yard.yard, 1],
      ],
      logbooks: [
        ['Bay log', 2],
        ['Canal log', 1],
        ['Wages', 1],
      ],
    })
    const ofCanal = await tile(ana, 'logs_written', { ...period, branch_ids: [yard.yard] })
    expect(ofCanal).toMatchObject({ total: 1, branches: [{ branch_id: yard.yard }] })
    const listed = await lena.call(listDashboard, { ...period, name: 'logs_written' })
    expect(listed.map(entry => [entry.parent_id, entry.detail])).toEqual([
      [open, 'Bay log'],
      [open, 'Bay log'],
    ])
    expect(await maya.call(listDashboard, { ...period, name: 'logs_written', parent_id: wages })).toHaveLength(1)
    expect(await lena.call(listDashboard, { ...period, name: 'logs_written', parent_id: wages })).toEqual([])
  })

  test('count tasks, and those of the period before by the same time', async () => {
    yard.server.clock.advance(3 * hour)
    const period = { from: instant(-hour), to: instant(hour) }
    const made = await tom.call(createTask, { title: 'Sweep', branch_id })
    await maya.call(createTask, { title: 'Hidden', branch_id: yard.yard })
    await tom.call(updateTasks, { task_id: made.id, status: 'done' })
    expect(await tile(lena, 'tasks_created', period)).toMatchObject({ total: 1, before: 0 })
    expect(await tile(maya, 'tasks_created', period)).toMatchObject({ total: 2, before: 0 })
    const next = { from: instant(hour), to: instant(3 * hour) }
    yard.server.clock.advance(1.5 * hour)
    expect(await tile(lena, 'tasks_created', next)).toMatchObject({ total: 0, before: 0 })
    yard.server.clock.advance(hour)
    expect(await tile(lena, 'tasks_created', next)).toMatchObject({ total: 0, before: 1 })
    expect(await tile(lena, 'tasks_done', next)).toMatchObject({ total: 0, before: 1, branches: [] })
    // The number of the period before opens its list, too.
    const { before } = await read(lena, next)
    expect(before).toEqual({ from: instant(-3.5 * hour), to: instant(-2 * hour) })
    const listed = await lena.call(listDashboard, { name: 'tasks_created', ...before })
    expect(listed.map(entry => entry.title)).toEqual(['Sweep'])
  })

  test('have one part an hour for up to two days, then one a day of the caller’s zone', async () => {
    const hours = await read(maya, { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })
    expect(hours.starts).toHaveLength(24)
    const days = await read(maya, { from: '2026-11-14T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })
    expect(days.starts).toEqual([14, 15, 16, 17, 18, 19, 20].map(date => `2026-11-${date}T00:00:00.000Z`))
    for (const params of [
      { from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:00:00Z' },
      { from: '2026-01-01T00:00:00Z', to: '2026-11-20T00:00:00Z' },
    ])
      await expect(read(maya, params)).rejects.toMatchObject({ status: 400 })
  })
})

describe('What needs attention now [1.9]', () => {
  test('are late tasks that the caller may see', async () => {
    await tom.call(createTask, { title: 'Refund', branch_id, deadline: instant(-hour) })
    await maya.call(createTask, { title: 'Wages', branch_id: yard.yard, deadline: instant(-2 * hour) })
    await tom.call(createTask, { title: 'Not yet', branch_id, deadline: instant(hour) })
    expect(await now(lena, 'tasks_late')).toMatchObject({ total: 1, needs_attention: true })
    expect(titles((await now(lena, 'tasks_late'))?.entries)).toEqual(['Refund'])
    expect(titles((await now(maya, 'tasks_late'))?.entries)).toEqual(['Wages', 'Refund'])
    expect(await now(maya, 'tasks_late', { branch_ids: [branch_id] })).toMatchObject({ total: 1 })
    expect(titles(await lena.call(listDashboard, { name: 'tasks_late' }))).toEqual(['Refund'])
  })

  test('are failing jobs for those who may see them, and their silent logbooks for readers', async () => {
    const doc_id = await logbook('Gate log', maya)
    const secret = await logbook('Vault log', maya, 'private')
    const camera_id = await yard.camera('Rear yard', {}, maya)
    for (const [name, id] of [
      ['Gate', doc_id],
      ['Vault', secret],
    ] as const) {
      const { instruction_id } = await maya.call(createJob, {
        instruction_text: name,
        minute_interval: 60,
        timezone: 'UTC',
        source: { feed_ids: [camera_id] },
        destination: { logbook_ids: [id] },
      })
      await yard.server.asOwner('update jobs set failures = 2 where id = $1', [instruction_id])
      await yard.server.asOwner(
        `insert into job_runs (organization_id, job_id, kind, status, reason, created_at, started_at, ended_at)
         values ($1, $2, 'adhoc', 'failed', 'no_picture', $3, $3, $3)`,
        [maya.organization_id, instruction_id, instant()],
      )
    }
    expect(titles((await now(maya, 'jobs_failing'))?.entries).sort()).toEqual(['Gate', 'Vault'])
    expect((await now(maya, 'jobs_failing'))?.entries[0]).toMatchObject({ detail: 'no_picture' })
    expect((await now(lena, 'jobs_failing'))?.total).toBe(0)
    expect(titles((await now(lena, 'logbooks_silent'))?.entries)).toEqual(['Gate log'])
    expect((await now(maya, 'logbooks_silent'))?.total).toBe(2)
    expect((await now(maya, 'next_jobs'))?.entries).toHaveLength(2)
    expect((await now(lena, 'next_jobs'))?.entries).toEqual([])
    const period = { from: instant(-hour), to: instant(hour) }
    expect(await tile(maya, 'runs_failed', period)).toMatchObject({ total: 2 })
    expect(await tile(lena, 'runs_failed', period)).toMatchObject({ total: 0 })
  })

  test('are cameras without pictures that the caller may see', async () => {
    const camera_id = await yard.camera('Front door')
    await yard.server.asOwner("update cameras set trouble = 'unreachable', trouble_since = $2 where id = $1", [
      camera_id,
      instant(),
    ])
    expect((await now(maya, 'cameras_failing'))?.entries).toMatchObject([{ id: camera_id, title: 'Front door' }])
    expect((await now(lena, 'cameras_failing'))?.total).toBe(0)
  })

  test('has who shares their screen beside it, for those who may see the screen', async () => {
    const desktop = await Desktop.sharing(tom, 'The till')
    await eventually(async () =>
      expect((await now(maya, 'sharing'))?.entries).toMatchObject([{ id: tom.user_id, title: 'Tom Reyes' }]),
    )
    expect(await now(maya, 'sharing')).toMatchObject({ total: 1, needs_attention: false })
    expect(await now(lena, 'sharing')).toMatchObject({ total: 0, entries: [] })
    desktop.client.say({ event: 'sharing', state: 'off' })
    await eventually(async () => expect((await now(maya, 'sharing'))?.total).toBe(0))
    await closeAllFeedClients()
    await yard.untilNobodyShares()
  })

  test('are requests for access that the caller can answer', async () => {
    const id = await logbook('Reviews', tom, 'private')
    await lena.call(requestAccess, { kind: 'document', id })
    expect((await now(tom, 'access_requested_document'))?.entries).toMatchObject([
      { id, title: 'Lena Fuchs', detail: 'Reviews' },
    ])
    expect((await now(lena, 'access_requested_document'))?.total).toBe(0)
    expect((await now(ana, 'access_requested_document'))?.total).toBe(0)
  })
})

describe('The dashboard', () => {
  test('is refused to strangers, guests and people of other organisations, and a hidden branch does not exist', async () => {
    await expect(read(yard.server.stranger())).rejects.toMatchObject({ status: 401 })
    await expect(read(await yard.server.guest())).rejects.toMatchObject({ status: 403 })
    const outsider = await yard.server.person({ name: 'Una Ray' })
    outsider.organization_id = maya.organization_id
    await expect(read(outsider)).rejects.toMatchObject({ status: 403 })
    const hidden = { branch_ids: [yard.yard] }
    const noBranch = { status: 404, code: 'branch.not_found' }
    await expect(read(tom, hidden)).rejects.toMatchObject(noBranch)
    await expect(tom.call(listDashboard, { name: 'tasks_late', ...hidden })).rejects.toMatchObject(noBranch)
    await expect(tom.call(listDashboard, { name: 'nothing' })).rejects.toMatchObject({ status: 400 })
    const theirs = await read(zoe)
    expect([...theirs.tiles, ...theirs.lists].every(({ total }) => total === 0)).toBe(true)
  })

  test('counts only their own branches, and what is in none, for those without `dashboard.see_all` [D2]', async () => {
    const shed = (await maya.call(addBranch, { branch_name: 'Paint shed' })).id
    const kai = await yard.server.person({ name: 'Kai Moor' })
    await maya.invites(kai)
    await maya.call(manageBranchUsers, { branch_id: shed, users_to_be_added: [kai.user_id] })
    for (const [title, id] of [
      ['In the shed', shed],
      ['At the counter', branch_id],
    ] as const)
      await maya.call(createTask, { title, branch_id: id, deadline: instant(-hour) })
    const late = async (who: Actor) => titles(await who.call(listDashboard, { name: 'tasks_late' }))
    expect(await late(kai)).toEqual(['In the shed'])
    expect((await now(kai, 'tasks_late'))?.total).toBe(1)
    expect((await tile(kai, 'tasks_created', { from: instant(-hour), to: instant(hour) }))?.branches).toMatchObject([
      { branch_id: shed },
    ])
    const period = { from: instant(-24 * hour), to: instant(hour) }
    expect((await tile(kai, 'logs_written', period))?.total).toBe((await tile(lena, 'logs_written', period))?.total)
    // Somebody in no branch belongs to the primary one.
    expect(await late(lena)).toContain('At the counter')
    expect(await late(lena)).not.toContain('In the shed')
    const denied = { status: 403, code: 'permission.missing' }
    await expect(read(kai, { branch_ids: [branch_id] })).rejects.toMatchObject(denied)
    await expect(kai.call(listDashboard, { name: 'tasks_late', branch_ids: [branch_id] })).rejects.toMatchObject(denied)
    expect((await now(kai, 'tasks_late', { branch_ids: [shed] }))?.total).toBe(1)
    await yard.role('Planner', ['dashboard.see_all'], kai)
    expect(await late(kai)).toEqual(expect.arrayContaining(['In the shed', 'At the counter']))
    expect((await now(kai, 'tasks_late', { branch_ids: [branch_id] }))?.total).toBeGreaterThan(0)
  })

  test('asks one query for each number, however much there is', async () => {
    await read(lena)
    const { tiles, lists } = await read(lena)
    const sent = await statementsOf(() => read(lena))
    expect(sent.filter(({ sql }) => /\bfrom\b/.test(sql)).length).toBeLessThanOrEqual(tiles.length + lists.length + 2)
  })
})
