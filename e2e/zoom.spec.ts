import { expect } from '@playwright/test'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { addSamples } from '#shared/contract/intro/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { addCamera } from '#shared/contract/sources/cameras'
import { createTask } from '#shared/contract/tasks/endpoints'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { StillCamera } from './support/camera'
import { expectFitsEnlarged } from './support/fits'
import { serveAlone, test } from './support/fixtures'
import { Person } from './support/person'

const server = serveAlone({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
const wall = new StillCamera()
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

test('every screen fits a window whose content is enlarged to 200 and to 400 % [2.15]', async ({ page }) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Ridgeway Cycles of the northern harbour')
  await lena.call(addSamples, {})
  const documents = await lena.call(listDocuments, {})
  const logbook_id = documents.find(({ document_type }) => document_type === 'logbook')?.doc_id ?? -1
  const [graph] = await lena.call(listGraphs, { logbook_id })
  const [branch] = await lena.call(listBranches, {})
  const branch_id = branch?.id ?? -1
  const long = 'Check the brakes, the gears and the wheels of every hired bicycle at the canal yard'
  const task = await lena.call(createTask, { title: long, branch_id, assignees: [lena.userId] })
  const tom = await Person.signUp(server, 'Tom')
  await lena.takesIn(tom)
  const { chat_id } = await lena.call(initiateChat, { self_id: lena.userId, connection_id: tom.userId })
  await tom.call(sendMessage, {
    chat_id,
    chat_message: `${long}: https://example.com/${'yard-'.repeat(12)}`,
    client_id: 'one',
  })
  const { camera_id } = await lena.call(addCamera, { name: 'Canal yard', url: wall.address })
  const { instruction_id } = await lena.call(createJob, {
    instruction_text: long,
    minute_interval: 60,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [logbook_id] },
  })
  await openAs(page, lena)
  for (const path of [
    '/chat',
    '/docs',
    ...documents.map(({ doc_id }) => `/docs/${doc_id}`),
    `/docs/${logbook_id}/${graph?.graph_id}`,
    '/docs#org',
    '/docs#payment',
    '/feed',
    '/feed/mine',
    `/feed/timeline/camera.${camera_id}`,
    '/jobs',
    '/jobs/new',
    `/jobs/${instruction_id}`,
    '/mytasks',
    `/tasks/${task.id}`,
    '/activity',
    '/notifications',
    '/requests',
    '/home/schedule',
    '/home/messages',
    `/home/messages/${chat_id}`,
    '/home/spaces',
    '/home/spaces/1',
    '/dashboard',
    '/search',
    '/search?q=brakes',
    `/search?q=brakes&open=%2Ftasks%2F${task.id}`,
    '/plans',
    '/profile',
    '/intro',
    '/meeting',
    ...['general', 'people', 'branches', 'owners', 'invites', 'sharing', 'plan', 'audit'].map(
      part => `/organisation/${part}`,
    ),
  ]) {
    await page.goto(`${server.url}/#${path}`)
    await expectRoute(page, path)
    await expect(page.getByRole('heading').first()).toBeAttached()
    await expectFitsEnlarged(page)
  }
})
