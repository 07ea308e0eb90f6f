import { beforeAll, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { createDocument, openedDocument } from '#shared/contract/documents/endpoints'
import { changesSomething, type Endpoint } from '#shared/contract/endpoint'
import { listSpaceGraphs, pinToSpace } from '#shared/contract/graphs/spaces'
import { writeLog } from '#shared/contract/logs/endpoints'
import { eventually } from '#shared/testing/eventually'
import { allEndpoints, nameOf, neededFields } from '../../../../test/access-matrix'
import { type Company, companyOf } from '../../../../test/company'
import { pageWith } from '../../../../test/company-programs'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import type { MemberContext } from '../../platform/request-context'
import { runAsPerson } from '../../platform/run-as'
import { sends } from '../attachments/test-files'
import { pageTool } from '../documents/tools'
import { graphTool } from '../graphs/tools'
import { logsTool } from '../mate/tools'
import { newMeetings } from '../meetings/service'
import { transcriptTool } from '../meetings/tools'

const hour = 60 * 60_000

/** Fields by which calls name a document, a log or a file in it, or a graph of it. */
const naming = ['doc_id', 'doc_ids', 'logbook_id', 'doc_log_ids', 'graph_id', 'file_ids']

/** Calls that name a document and show nothing of what is in it, and what they show. */
const showingNothing: Readonly<Record<string, string>> = {
  'POST /notes/access/readers': 'who may read it',
  'POST /notes/access/list_access': 'who may read it',
  'POST /notes/linked_from': 'what leads to it',
  'POST /notes/versions': 'when it was changed, and by whom',
  'GET /graph': 'names of graphs and labels',
  'POST /graph/proposals': 'numbers of logs and labels',
  'POST /graph/spaces': 'spaces',
  'POST /graph/thresholds/list': 'numbers that somebody watches for',
  'POST /diarization/status_info': 'how far it is transcribed',
  'POST /future_instructions/list': 'jobs',
  'POST /future_instructions/of_logbook': 'jobs',
  'POST /future_instructions/try_out': 'what a job would do',
}

let server: TestServer
let company: Company
/** What calls need besides the fields of other tests. */
let more: Readonly<Record<string, object>>

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  company = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
  const { doc_id } = await pageWith(company.owner, 'heron')
  const { colleague } = company
  const yard = await colleague.call(createDocument, {
    document_name: 'Yard',
    document_type: 'logbook',
    access: 'organisation',
  })
  // Seeing a file of one's own is no view.
  const { file_id } = await sends(colleague, { name: 'nest.txt', bytes: Buffer.from('A nest') })
  await colleague.call(writeLog, { doc_id: yard.doc_id, content: 'A nest', file_ids: [file_id] })
  more = {
    'POST /attachments/download': { file_ids: [file_id] },
    'POST /notes/page/threads': { doc_id },
    'POST /notes/versions/compare': { from: 0, to: 0 },
  }
})

/** For each of these works, what the owner views during it: by which way each document. Each is an hour after the last. */
async function viewsOf(works: readonly (() => Promise<unknown>)[]): Promise<unknown[][]> {
  const { owner, colleague } = company
  const { doc_id } = await colleague.call(createDocument, { document_name: 'Last', document_type: 'logbook' })
  const times: string[] = []
  for (const [index, work] of works.entries()) {
    server.clock.advance(hour)
    // No session lasts as long as all of them.
    if (index % 10 === 0) await owner.signIn(owner.address)
    times.push(new Date(server.clock.now()).toISOString())
    await work()
  }
  // All views are written in order.
  await colleague.signIn(colleague.address)
  await colleague.call(openedDocument, { doc_id })
  await eventually(async () => {
    server.clock.advance(2_000)
    const entries = await owner.call(readAudit, { kind: 'document.viewed', actor: colleague.user_id })
    expect(entries.map(entry => entry.subject)).toContain(`document:${doc_id}`)
  })
  const entries = await owner.call(readAudit, { kind: 'document.viewed', actor: owner.user_id, limit: 100 })
  return times.map(time =>
    entries.filter(({ at }) => at === time).map(({ subject, details }) => ({ subject, ...details })),
  )
}

const ask = async (endpoint: Endpoint) => {
  const fields = { ...neededFields(endpoint, company), ...more[nameOf(endpoint)] }
  expect(await company.owner.reply(endpoint, fields as never), nameOf(endpoint)).toMatchObject({ status: 200 })
}

test('Whatever call names a document and shows something of it is a view of it, and no other [D41]', async () => {
  const reading = allEndpoints.filter(
    endpoint => !changesSomething(endpoint) && Object.keys(endpoint.body.shape).some(name => naming.includes(name)),
  )
  expect(reading.length).toBeGreaterThan(25)
  const views = await viewsOf(reading.map(endpoint => () => ask(endpoint)))
  const unseen = reading.filter((_, index) => views[index]?.length === 0).map(nameOf)
  expect(unseen.sort()).toEqual(Object.keys(showingNothing).sort())
  for (const view of views.flat()) expect(view).toEqual({ subject: expect.stringMatching(/^document:\d+$/) })
})

test('The graphs of a space are views of their logbooks [D41]', async () => {
  const { owner, fields } = company
  const [graph_id, branch_id] = [Number(fields.graph_id), Number(fields.branch_id)]
  await owner.call(pinToSpace, { graph_id, branch_id, is_pinned: true })
  const [views] = await viewsOf([() => owner.call(listSpaceGraphs, { branch_id })])
  expect(views).toEqual([{ subject: `document:${fields.doc_id}` }])
})

test('Whatever Mate and jobs read for somebody is a view by Mate, and none by the person [D41]', async () => {
  const { owner, fields } = company
  const [doc_id, recording] = [Number(fields.doc_id), Number(fields.recording_id)]
  const asOwner = (work: (ctx: MemberContext) => Promise<unknown>) => () => runAsPerson(server.app.context, owner, work)
  const views = await viewsOf([
    asOwner(ctx => logsTool.run(ctx, { doc_ids: [doc_id], limit: 5 })),
    asOwner(ctx => pageTool.run(ctx, { doc_id, from: 0 })),
    asOwner(ctx => graphTool.run(ctx, { logbook_id: doc_id })),
    asOwner(ctx => transcriptTool.run(ctx, { doc_id: recording, from: 0 })),
    asOwner(ctx => newMeetings(ctx, { since: '2020-01-01T00:00:00Z', limit: 5 })),
  ])
  const [logs, meeting] = [doc_id, recording].map(id => [{ subject: `document:${id}`, via: 'mate' }])
  expect(views).toEqual([logs, logs, logs, meeting, meeting])
})
