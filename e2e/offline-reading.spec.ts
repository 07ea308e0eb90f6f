import { expect, type Locator, type Page } from '@playwright/test'
import { listActivity, readActivityDay } from '#shared/contract/activity/endpoints'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { deleteDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { createGraph, labelLog, listGraphs, readGraph } from '#shared/contract/graphs/endpoints'
import { addLogComment } from '#shared/contract/logs/discussion'
import { readLogs } from '#shared/contract/logs/endpoints'
import { fetchMate, getSuggestions, resetMate } from '#shared/contract/mate/endpoints'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { savedLog } from './pages/logbook'
import { answers, answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { networkErrors, test } from './support/fixtures'
import { copiesOn, hold, kept, strip, workerReady } from './support/offline'
import { Person } from './support/person'
import { Server } from './support/server'
import { expectUnmoved, layoutOf } from './support/shifts'

test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow', viewport: { width: 1440, height: 900 } })
let server: Server
let priya: Person

test.beforeAll(async () => {
  server = new Server({ BILLING: 'off' })
  await server.start()
})
test.beforeEach(async () => {
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
})
test.afterAll(() => server.stop())

/** A logbook with a log that Tom comments on, mentioning Priya, and a graph of its labels. */
async function workshop() {
  const tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
  const { doc_id } = await priya.createLogbook('Counter log')
  const { id: log_id, created_at } = await priya.write(doc_id, 'Six are waiting.', 'Six waiting')
  await tom.call(addLogComment, { doc_id, log_id, comment: '@Priya, at which till?', mentions: [priya.userId] })
  const { graph_id } = await priya.call(createGraph, {
    ...{ logbook_id: doc_id, name: 'Queue', labels: { 0: 'Clear', 1: 'Long queue' } },
  })
  await priya.call(labelLog, { doc_id, log_id, graph_id, labels: [1] })
  return { doc_id, graph_id, log_id, created_at }
}

const comments = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

/** Where something is read, and what shows that it can be. */
interface Place {
  path: string
  reads: (page: Page) => Locator
}

const placesOf = ({ doc_id, graph_id }: { doc_id: number; graph_id: number }): Place[] => [
  { path: '/chat', reads: page => answers(page).first().getByText('Priya').first() },
  { path: '/notifications', reads: page => page.getByRole('listitem').filter({ hasText: 'Tom mentioned you' }) },
  { path: `/docs/${doc_id}/${graph_id}`, reads: page => page.getByText('Labels from 1 log', { exact: true }) },
  { path: '/dashboard', reads: page => page.getByRole('button', { name: /^Logs written 1/ }) },
  { path: '/activity', reads: page => page.getByRole('article').filter({ hasText: 'Six waiting' }).first() },
]

/** The planned day, and the logs of a point in a graph. */
const furtherPlacesOf = ({ doc_id, graph_id, created_at }: Awaited<ReturnType<typeof workshop>>): Place[] => [
  {
    path: '/dashboard?span=today',
    reads: page => page.getByRole('region', { name: 'Who is in' }).getByRole('button', { name: /^Priya/ }),
  },
  { path: '/home/schedule', reads: page => page.getByRole('heading', { level: 2, name: 'Priya' }) },
  {
    path: `/docs/${doc_id}/${graph_id}?at=${created_at}&unit=hour`,
    reads: page => page.getByRole('article', { name: 'Six waiting' }),
  },
]

async function readComments(page: Page, doc_id: number): Promise<void> {
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  const row = page.getByRole('article', { name: /Six waiting/ })
  await row.getByRole('button', { name: /^1 comment on/ }).click()
  await expect(comments(page).getByRole('article', { name: 'Tom' })).toContainText('at which till?')
}

test('Mate, notifications, comments, graphs with the logs of a point, numbers, planned days and activity that were read stay readable without the server [4.7a]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
  const read = await workshop()
  const days = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '23:59', breaks: [] }))
  await priya.call(setWorkingHours, { timezone: 'UTC', days })
  await openAs(page, priya, '/chat')
  await answerTo(page, 'Who is here?')
  const places = [...placesOf(read), ...furtherPlacesOf(read)]
  for (const { path, reads } of places) {
    await page.goto(`${server.url}/#${path}`)
    await expect(reads(page), path).toBeVisible()
  }
  await expect(savedLog(page, 'Six waiting')).toBeHidden()
  await readComments(page, read.doc_id)
  const { doc_id, graph_id, log_id } = read
  await expect
    .poll(() => kept(page))
    .toEqual(
      expect.arrayContaining([
        ...['activity', 'dashboard.1', 'dashboard.team', 'mate', 'notifications'],
        ...[expect.stringMatching(/^schedule\./), expect.stringMatching(/\.plot\.\d+\.chosen\./)],
        ...[`document.${doc_id}.comments.${log_id}`, `document.${doc_id}.plot.${graph_id}`],
      ]),
    )
  await workerReady(page)
  await page.reload()
  // Pages that loaded before the worker are reported to it.
  for (const { path, reads } of places) {
    await page.goto(`${server.url}/#${path}`)
    await expect(reads(page), path).toBeVisible()
  }
  await readComments(page, doc_id)

  await server.kill()
  for (const { path, reads } of places) {
    await page.goto(`${server.url}/#${path}`)
    await page.reload()
    await expect(strip(page), path).toContainText('saved copy')
    await expect(reads(page), path).toBeVisible()
    await expectAccessible(page, `${path} without its server`)
  }
  await page.reload()
  await readComments(page, doc_id)

  await server.start()
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
})

test('Mate, a graph, the dashboard and the activity that were read are shown from the device while their answers are on the way, and nothing moves when these come [4.7a, 2.23a]', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const read = await workshop()
  await openAs(page, priya, '/chat')
  await answerTo(page, 'Who is here?')
  await answerTo(page, 'What can you do?')
  // The times of what was asked are those of this device until they are read.
  const isRead = page.waitForResponse(answer => answer.url().includes(fetchMate.path))
  await page.reload()
  await isRead
  // A graph is reached from its logbook.
  await page.goto(`${server.url}/#/docs/${read.doc_id}`)
  await expect(savedLog(page, 'Six waiting')).toBeVisible()
  await expect.poll(() => kept(page)).toContain(`document.${read.doc_id}`)
  await workerReady(page)
  const graph = `/docs/${read.doc_id}/${read.graph_id}`
  const held = {
    '/chat': [fetchMate, getSuggestions],
    [graph]: [{ path: readGraph.path.replace('{graph_id}', String(read.graph_id)) }, listGraphs, fetchDocument],
    '/dashboard': [readDashboard],
    '/activity': [listActivity, readActivityDay],
  }
  const copies = ['mate', `document.${read.doc_id}.plot.${read.graph_id}`, 'dashboard.1', 'activity']
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [at, { path, reads }] of placesOf(read)
      .filter(({ path }) => path in held)
      .entries()) {
      await page.goto(`${server.url}/#${path}`)
      await expect(reads(page), path).toBeVisible()
      await expect.poll(() => kept(page)).toContain(copies[at])
      const endpoints = held[path] ?? []
      const releases = await Promise.all(endpoints.map(endpoint => hold(page, endpoint)))
      await page.reload()
      await expect(reads(page), `${path} from the device`).toBeVisible()
      // What is not copied has a place of its own at the end.
      const last = { '/dashboard': 'Who is in', [graph]: 'Thresholds' }[path]
      if (last) await expect(page.getByRole('region', { name: last })).toBeVisible()
      const before = await layoutOf(page)
      const answered = page.waitForResponse(answer => answer.url().includes(endpoints[0]?.path ?? ''))
      for (const release of releases) release()
      await answered
      await expect(strip(page)).toBeHidden()
      await page.unrouteAll({ behavior: 'wait' })
      await expectUnmoved(page, before, `${path} at ${width}`)
    }
  }
})

test('what somebody may no longer read leaves these copies with the next contact, whatever page is opened', async ({
  page,
}) => {
  const { doc_id, graph_id } = await workshop()
  await openAs(page, priya, '/chat')
  await answerTo(page, 'Who is here?')
  for (const { path, reads } of placesOf({ doc_id, graph_id }).slice(1, 3)) {
    await page.goto(`${server.url}/#${path}`)
    await expect(reads(page).first(), path).toBeVisible()
  }
  await page.goto(`${server.url}/#/activity`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await readComments(page, doc_id)
  const ofDocument = async () => (await kept(page))?.filter(name => name.startsWith(`document.${doc_id}`))
  await expect.poll(ofDocument).toContain(`document.${doc_id}.plot.${graph_id}`)
  const contents = () => copied(page)
  await expect.poll(contents).toContain('at which till?')
  await expect.poll(contents).toContain('Six waiting')
  await page.goto('about:blank')
  await priya.call(deleteDocument, { doc_id })
  await priya.call(resetMate, {})
  await page.goto(`${server.url}/#/profile`)
  await expect.poll(ofDocument).toEqual([])
  await expect.poll(async () => (await contents()).includes(`"doc_id":${doc_id},`)).toBe(false)
  await expect.poll(contents).not.toContain('Who is here?')
})

test('without a network, also after a start, people are named after @ and labels after # in the line for logs [D38, 3.8]', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const ana = await Person.signUp(server, 'Ana Lindqvist')
  await priya.takesIn(ana)
  const { doc_id } = await workshop()
  await openAs(page, priya, `/docs/${doc_id}`)
  const line = page.getByRole('form', { name: 'Write in one line' }).getByRole('textbox', { name: 'Write a log' })
  await line.click()
  await expect
    .poll(() => kept(page))
    .toEqual(expect.arrayContaining(['people', `document.${doc_id}.graphs`, `document.${doc_id}.logs 1`]))
  expect(await copied(page)).not.toContain(ana.email)
  await workerReady(page)
  await page.reload()
  await line.click()
  await expect(savedLog(page, 'Six waiting')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await line.pressSequentially('Keys are with @an')
  await page.getByRole('option', { name: 'Ana Lindqvist' }).click()
  await line.pressSequentially('#long')
  await page.getByRole('option', { name: 'Long queue' }).click()
  await line.press('Enter')
  await context.setOffline(false)
  await expect(savedLog(page, 'Keys are with @Ana Lindqvist')).toBeVisible({ timeout: 60_000 })
  const [written] = (await priya.call(readLogs, { doc_id })).logs
  expect(written?.labels.map(({ text }) => text)).toEqual(['Long queue'])
  await expect
    .poll(async () => (await ana.call(listNotifications, {}))[0])
    .toMatchObject({ kind: 'mention', subject: { kind: 'log', doc_id } })
})

/** The contents of stored copies. The list of documents is loaded anew where it is shown. */
const copied = async (page: Page): Promise<string> =>
  ((await copiesOn(page)) ?? []).flatMap(({ name, json }) => (name === 'logbooks' ? [] : json)).join('\n')
