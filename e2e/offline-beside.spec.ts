import { expect, type Locator, type Page } from '@playwright/test'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { addAnnotation } from '#shared/contract/graphs/annotations'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import { addThreshold } from '#shared/contract/graphs/thresholds'
import { listBranches } from '#shared/contract/organisations/branches'
import { addCamera, deleteCamera } from '#shared/contract/sources/cameras'
import { createTask } from '#shared/contract/tasks/endpoints'
import { openComposer, savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { pictureOf, StillCamera } from './support/camera'
import { networkErrors, serveAlone, test, withoutPlans } from './support/fixtures'
import { copiesOn, kept, strip, workerReady } from './support/offline'
import { Person } from './support/person'

test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow', viewport: { width: 1440, height: 900 } })
const server = serveAlone(withoutPlans)
const camera = new StillCamera()

test.beforeAll(async ({ browser }) => {
  camera.picture = await pictureOf(browser, 'green')
  await camera.start()
})
test.afterAll(() => camera.stop())

/** A logbook with a labelled log, a graph with what people added to it, a task and a camera. */
async function workshop(priya: Person) {
  const { doc_id } = await priya.createLogbook('Counter log')
  const { id: log_id, created_at } = await priya.write(doc_id, 'Six are waiting.', 'Six waiting')
  const { graph_id } = await priya.call(createGraph, { logbook_id: doc_id, name: 'Queue', labels: { 1: 'Long queue' } })
  await priya.call(labelLog, { doc_id, log_id, graph_id, labels: [1] })
  await priya.call(addAnnotation, { graph_id, text: 'The second till was shut', from: created_at })
  await priya.call(addThreshold, { graph_id, label: 1, side: 'above', value: 7, unit: 'hour' })
  const [branch] = await priya.call(listBranches, {})
  const { task_id } = await priya.call(createTask, { branch_id: branch?.id ?? 0, title: 'Call the plumber' })
  const { camera_id } = await priya.call(addCamera, {
    ...{ name: 'Yard', description: 'Above the gate', url: camera.address },
  })
  return { doc_id, graph_id, task_id, camera_id }
}

async function attachHours(page: Page): Promise<void> {
  await (await openComposer(page)).fill('The hours of the week.')
  const file = { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from('day,hours\nMonday,8\n') }
  await page.locator('input[type=file]').first().setInputFiles([file])
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(savedLog(page, 'The hours of the week.')).toBeVisible()
}

/** Where something is read, and what shows that it can be. */
const placesOf = ({ doc_id, graph_id, camera_id }: Awaited<ReturnType<typeof workshop>>) => [
  {
    path: `/docs/${doc_id}`,
    reads: (page: Page) => page.getByRole('region', { name: 'Files' }).getByText('hours.csv'),
  },
  {
    path: `/docs/${doc_id}/${graph_id}`,
    reads: (page: Page) => listed(page, 'Annotations', 'The second till was shut'),
  },
  { path: `/docs/${doc_id}/${graph_id}`, reads: (page: Page) => listed(page, 'Thresholds', '7') },
  { path: `/feed?source=camera.${camera_id}`, reads: (page: Page) => page.getByText('Above the gate') },
  { path: '/activity', reads: (page: Page) => page.getByRole('region', { name: 'Updates per hour' }) },
]

const listed = (page: Page, list: string, text: string): Locator =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

async function readHistory(page: Page, task_id: number): Promise<void> {
  await page.goto(`${server.url}/#/tasks/${task_id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByText('Created the task')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
}

/** Signs Priya in, and reads everything. */
async function readAll(page: Page, priya: Person, read: Awaited<ReturnType<typeof workshop>>): Promise<void> {
  await openAs(page, priya, `/docs/${read.doc_id}`)
  await expect(savedLog(page, 'Six waiting')).toBeVisible()
  await attachHours(page)
  await workerReady(page)
  // What loaded before the worker is reported to it.
  await page.reload()
  for (const { path, reads } of placesOf(read)) {
    await page.goto(`${server.url}/#${path}`)
    await expect(reads(page), path).toBeVisible()
  }
  await readHistory(page, read.task_id)
  const { doc_id, graph_id, task_id } = read
  await expect
    .poll(() => kept(page))
    .toEqual(
      expect.arrayContaining([
        ...['annotations', 'thresholds'].map(part => `document.${doc_id}.plot.${graph_id}.${part}`),
        ...[`document.${doc_id}.files`, 'sources', `task.${task_id}.history`],
        expect.stringMatching(/^activity\.day\./),
      ]),
    )
}

test('the files beside a logbook, what people added to a graph, the sources, the history of a task and the day beside the activity stay readable without a network; no picture and no address of a camera is kept [4.7a]', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const read = await workshop(priya)
  await readAll(page, priya, read)
  const sources = (await copiesOn(page))?.find(({ name }) => name === 'sources')?.json ?? ''
  expect(sources).toContain('Above the gate')
  expect(sources).not.toMatch(/127\.0\.0\.1|\/objects\//)

  await context.setOffline(true)
  for (const { path, reads } of placesOf(read)) {
    await page.goto(`${server.url}/#${path}`)
    await page.reload()
    await expect(strip(page), path).toContainText('saved copy')
    await expect(reads(page), path).toBeVisible()
    await expectAccessible(page, `${path} without a network`)
  }
  await page.reload()
  await readHistory(page, read.task_id)

  await context.setOffline(false)
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
})

test('a logbook and a camera that are deleted leave the device with all of this at the next contact, whatever page is opened', async ({
  page,
}) => {
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const read = await workshop(priya)
  await readAll(page, priya, read)
  await page.goto('about:blank')
  await priya.call(deleteDocument, { doc_id: read.doc_id })
  await priya.call(deleteCamera, { feedId: read.camera_id })
  await page.goto(`${server.url}/#/profile`)
  const ofDocument = async () => (await kept(page))?.filter(name => name.startsWith(`document.${read.doc_id}`))
  await expect.poll(ofDocument).toEqual([])
  await expect
    .poll(async () => (await copiesOn(page))?.find(({ name }) => name === 'sources')?.json)
    .not.toContain('Above the gate')
})

test('a page that was never read says that it did not load, and why, instead of loading for ever', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await workshop(priya)
  const [branch] = await priya.call(listBranches, {})
  await openAs(page, priya, '/intro')
  await expect(navigation(page)).toBeVisible()
  await workerReady(page)
  await page.reload()
  await expect(navigation(page)).toBeVisible()
  await context.setOffline(true)
  const failed = page.getByRole('main').getByText('The server cannot be reached. Check the connection and try again.')
  for (const path of [
    ...[`/docs/${doc_id}`, '/mytasks', '/activity', '/home/schedule', `/home/spaces/${branch?.id}`],
    ...['/jobs/1', '/feed/mine', '/search?q=till', '/plans', '/organisation/people', '/organisation/audit'],
  ]) {
    await page.goto(`${server.url}/#${path}`)
    await page.reload()
    await expect(strip(page), path).toContainText('You are offline.')
    await expect(failed.first(), path).toBeVisible()
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
  }
})

test('a page whose code this device never needed says without a network that it needs the server, and opens once that is back', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  const { doc_id, graph_id } = await workshop(priya)
  await openAs(page, priya, '/intro')
  await workerReady(page)
  await page.reload()
  await expect(navigation(page)).toBeVisible()
  await context.setOffline(true)
  await page.goto(`${server.url}/#/docs/${doc_id}/${graph_id}`)
  await expect(page.getByRole('main')).toHaveText('This needs a connection to the server.')
  await expectAccessible(page, 'a page without its code')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
})
