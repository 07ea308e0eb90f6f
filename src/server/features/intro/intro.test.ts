import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument, fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { listGraphs, readGraph } from '#shared/contract/graphs/endpoints'
import { addSamples, readFirstSteps, removeSamples } from '#shared/contract/intro/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { sendToMate } from '#shared/contract/mate/endpoints'
import { addRole } from '#shared/contract/organisations/roles'
import { refreshSummary } from '#shared/contract/summaries/endpoints'
import { addComment } from '#shared/contract/tasks/comments'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { ask } from '../mate/test-model-server'

let server: TestServer
let maya: Actor
let tom: Actor
let ana: Actor
let nobody: Actor

beforeAll(async () => {
  server = await openTestServer({ settings: { BILLING: 'off' } })
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  ana = await server.person({ name: 'Ana Brandt', language: 'de' })
  nobody = server.stranger()
  await maya.createOrganisation('Ridgeway Cycles')
  await ana.createOrganisation('Lakeside Physio Clinic')
})

const steps = (who: Actor) => who.call(readFirstSteps, {})
const documentsOf = async (who: Actor) => (await who.call(listDocuments, {})).map(item => item.doc_name)
const tasksOf = async (who: Actor) => (await who.call(listMyTasks, {})).map(task => task.title)

describe('The first steps in a workspace', () => {
  test('are those that were really done, in this workspace', async () => {
    expect(await steps(maya)).toEqual({
      ...{ logbook: false, log: false, camera: false, teammate: false, mate: false },
      samples: null,
    })
    await maya.invites(tom)
    await maya.call(sendToMate, { message: 'What happened today?', client_id: 'a' })
    expect(await steps(maya)).toMatchObject({ teammate: true, mate: true, logbook: false })
    expect(await steps(ana)).toMatchObject({ teammate: false, mate: false })
  })

  test('are refused to those outside the workspace', async () => {
    await expect(nobody.call(readFirstSteps, {})).rejects.toMatchObject({ status: 401 })
    const outside = await server.person({ name: 'Zoe Hart' })
    await expect(outside.call(readFirstSteps, {})).rejects.toMatchObject({ status: 400, code: 'organization.required' })
  })
})

describe('Sample content', () => {
  test('needs the right to create logbooks', async () => {
    const { role_id } = await maya.call(addRole, { role_name: 'Reader', capabilities: [] })
    const lena = await server.person({ name: 'Lena Fuchs' })
    await maya.invites(lena, 'Reader')
    expect(role_id).toBeGreaterThan(0)
    for (const endpoint of [addSamples, removeSamples])
      await expect(lena.call(endpoint, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
  })

  test('is a week of logs with labels and a graph, a page and tasks, and no first step', async () => {
    const { samples, logbook, log } = await maya.call(addSamples, {})
    expect({ logbook, log }).toEqual({ logbook: false, log: false })
    const doc_id = samples?.doc_id ?? 0
    const { logs } = await tom.call(readLogs, { doc_id })
    expect(new Set(logs.map(({ created_at }) => created_at.slice(0, 10))).size).toBe(7)
    expect(logs.every(({ created_at }) => created_at < new Date(server.clock.now()).toISOString())).toBe(true)
    expect(logs.every(({ labels }) => labels.length > 0)).toBe(true)
    const [graph] = await tom.call(listGraphs, { logbook_id: doc_id })
    expect((await tom.call(readGraph, { graph_id: graph?.graph_id ?? 0 })).totals[0]).toBeDefined()
    expect(await documentsOf(tom)).toEqual(expect.arrayContaining(['Sample: bay 2', 'Sample: opening checklist']))
    const due = (await maya.call(listMyTasks, {})).map(({ deadline }) => deadline)
    expect(due).toEqual([21, 22, 23].map(day => `2026-11-${day}T17:00:00.000Z`))
    await expect(maya.call(addSamples, {})).rejects.toMatchObject({ status: 409, code: 'samples.present' })
    expect((await steps(ana)).samples).toBeNull()
  })

  test('is removed by whoever added it, or may manage all of it', async () => {
    await expect(tom.call(removeSamples, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    expect(await documentsOf(tom)).toContain('Sample: bay 2')
    await expect(ana.call(removeSamples, {})).rejects.toMatchObject({ status: 404, code: 'samples.missing' })
    expect(await maya.call(removeSamples, {})).toMatchObject({ samples: null, kept: 0 })
    expect(await documentsOf(tom)).toEqual([])
    expect(await tasksOf(maya)).toEqual([])
  })

  test('of which only a page is left that was changed is not removed by others either', async () => {
    await maya.call(deleteDocument, { doc_id: (await maya.call(addSamples, {})).samples?.doc_id ?? 0 })
    const page = (await maya.call(listDocuments, {})).find(({ doc_name }) => doc_name === 'Sample: opening checklist')
    const { doc_id, version } = await tom.call(fetchDocument, { doc_id: page?.doc_id ?? 0 })
    await tom.call(replaceContent, { doc_id, version, content: 'Ours.' })
    await expect(tom.call(removeSamples, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    expect(await maya.call(removeSamples, {})).toMatchObject({ samples: null, kept: 1 })
    await maya.call(deleteDocument, { doc_id })
  })

  test('of which only a logbook is left in which people wrote is not changed by others either', async () => {
    const doc_id = (await maya.call(addSamples, {})).samples?.doc_id ?? 0
    const page = (await maya.call(listDocuments, {})).find(({ doc_name }) => doc_name === 'Sample: opening checklist')
    await maya.call(deleteDocument, { doc_id: page?.doc_id ?? 0 })
    await tom.call(writeLog, { doc_id, content: 'A real one.' })
    const before = (await tom.call(readLogs, { doc_id })).logs.length
    await expect(tom.call(removeSamples, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    expect((await tom.call(readLogs, { doc_id })).logs).toHaveLength(before)
    expect(await maya.call(removeSamples, {})).toMatchObject({ samples: null, kept: 1 })
    await maya.call(deleteDocument, { doc_id })
  })

  test('leaves what people wrote into it', async () => {
    const doc_id = (await maya.call(addSamples, {})).samples?.doc_id ?? 0
    const real = await tom.call(writeLog, { doc_id, content: 'A real one.' })
    const [task] = await maya.call(listMyTasks, {})
    await maya.call(addComment, { task_id: task?.id ?? 0, comment: 'Is that so?' })
    expect(await maya.call(removeSamples, {})).toMatchObject({ samples: null, kept: 2, logbook: true })
    expect((await tom.call(readLogs, { doc_id })).logs.map(({ id }) => id)).toEqual([real.id])
    expect(await tasksOf(maya)).toEqual([task?.title])
    expect(await steps(tom)).toMatchObject({ logbook: true, log: true })
    expect((await maya.call(fetchDocument, { doc_id })).document_name).toBe('Sample: bay 2')
  })

  test('has something to say in its summary, and to Mate, each with its logs', async () => {
    const lena = await server.person({ name: 'Lena Brandt' })
    await lena.createOrganisation('Brandt Bikes')
    const doc_id = (await lena.call(addSamples, {})).samples?.doc_id ?? 0
    const source = `](#/docs/${doc_id}?log=`
    expect(await lena.call(refreshSummary, { doc_id, range: 'all' })).toContain(source)
    const { said } = await (await ask(lena, 'What happened in the logbook “Sample: bay 2” this week?')).end()
    expect(JSON.stringify(said)).toContain(source)
    expect(await lena.call(removeSamples, {})).toMatchObject({ samples: null, kept: 0 })
  })

  test('speaks the language of whoever adds it', async () => {
    const doc_id = (await ana.call(addSamples, {})).samples?.doc_id ?? 0
    expect((await ana.call(fetchDocument, { doc_id })).document_name).toBe('Beispiel: Platz 2')
  })
})
