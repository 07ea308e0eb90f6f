import { expect, type Locator, type Page } from '@playwright/test'
import { createDocument, deleteDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { getMessages, initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { createTask } from '#shared/contract/tasks/endpoints'
import { pageText } from './pages/document'
import { log, openComposer, savedLog, timeline, writeLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { networkErrors, test } from './support/fixtures'
import { hold, kept, strip, workerReady } from './support/offline'
import { Person } from './support/person'
import { Server } from './support/server'
import { expectUnmoved, layoutOf } from './support/shifts'

test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })
let server: Server
let priya: Person

test.beforeAll(async () => {
  server = new Server({})
  await server.start()
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
})
test.afterAll(() => server.stop())

test('data read last is available without the server, a log is written, and sent when the server is back; signing out leaves nothing [4.7a, D23]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
  const { doc_id } = await priya.createLogbook('Bay log')
  const unread = await priya.createLogbook('Stock log')
  await openAs(page, priya)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await writeLog(page, 'It has been **stuck** since noon.', 'The lift on bay 2')
  await expect(savedLog(page, 'The lift on bay 2')).toBeVisible()
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining(['logbooks', `document.${doc_id}.logs 1`]))
  await workerReady(page)
  // Texts and pages that loaded before the worker are reported to it.
  await page.reload()
  await expect(savedLog(page, 'The lift on bay 2')).toBeVisible()

  await server.kill()
  await page.reload()
  await expect(navigation(page)).toBeVisible()
  await expect(strip(page)).toContainText(/saved copy from \d{1,2}:\d{2} [AP]M/)
  await expect(page.getByRole('link', { name: /^Bay log/ })).toBeVisible()
  await expect(log(page, 'The lift on bay 2')).toBeVisible()
  await expect(log(page, 'The lift on bay 2').getByText('stuck', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a logbook without its server')
  await (await openComposer(page)).fill('Written while the server was away.')
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(log(page, 'Written while the server was away.')).toBeVisible()
  await page.reload()
  await expect(log(page, 'Written while the server was away.')).toBeVisible()
  await page.goto(`${server.url}/#/docs/${unread.doc_id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toBeVisible()
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(log(page, 'Written while the server was away.')).toBeVisible()

  await server.start()
  await expect(savedLog(page, 'Written while the server was away.')).toHaveCount(1, { timeout: 60_000 })
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
  await expect(timeline(page).getByRole('article')).toHaveCount(2)

  await page.goto(`${server.url}/#/logout`)
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await expect.poll(() => kept(page)).toBeNull()
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).not.toContain('wheelhouse.mutations')
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = (await Promise.all(caches_.map(cache => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
  expect(cached.length).toBeGreaterThan(20)
  expect(cached.filter(path => !/^\/(assets\/[^/]+|favicon\.svg)?$/.test(path))).toEqual([])
})

test('an offline device starts with the data read last; people who are signed out are told that signing in needs the server', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const { doc_id } = await priya.createLogbook('Desk log')
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await workerReady(page)
  await page.reload()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  await expect(page.getByText('You are offline. Signing in needs a connection to the server.')).toBeVisible()
  await expectAccessible(page, 'the sign-in page offline')
  await context.setOffline(false)
  await expect(strip(page)).toBeHidden()

  await openAs(page, priya)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await writeLog(page, 'Two keys are missing.')
  await expect(savedLog(page, 'Two keys are missing.')).toBeVisible()
  await expect.poll(() => kept(page)).toContain(`document.${doc_id}.logs 1`)
  await page.reload()
  await expect(savedLog(page, 'Two keys are missing.')).toBeVisible()
  await context.setOffline(true)
  // A plain address works too.
  await page.goto(`${server.url}/docs/${doc_id}`)
  await expectRoute(page, `/docs/${doc_id}`)
  await expect(log(page, 'Two keys are missing.')).toBeVisible()
  await expect(strip(page)).toContainText('saved copy')
  await context.setOffline(false)
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
})

/** A page with each kind of block that may be drawn differently by its editor. */
const checklist = [
  '# Opening',
  'Whoever opens the workshop switches on the lights first. '.repeat(6).trim(),
  '## Morning\n\nFirst line\nSecond line, see [the bay](#/docs)',
  '### Till\n\n- one\n  - below\n- [ ] counted\n\n1. one\n2. two',
  '> quoted words\n\n| Bay | Lift |\n| --- | --- |\n| 1 | stuck |\n\n```\nopen --all\n```',
  '- [ ] Lights\n- [x] Door\n\nThe end.',
].join('\n\n')

test('a page and a logbook that were read before are shown from the device, and nothing moves when the answer comes; without a network the page stays readable and is written [4.7a, 2.23a, D46]', async ({
  page,
  context,
  provokes,
}) => {
  provokes(networkErrors)
  const { doc_id, version } = await priya.call(createDocument, {
    document_name: 'Opening checklist',
    document_type: 'document',
    access: 'organisation',
  })
  await priya.call(replaceContent, { doc_id, content: checklist, version })
  const book = await priya.createLogbook('Yard log')
  for (const words of ['Swept.', 'The gate is **stuck** again. '.repeat(12), 'Two bikes came in.'])
    await priya.write(book.doc_id, words)
  await openAs(page, priya)
  await expect(navigation(page)).toBeVisible()
  const ends = {
    [doc_id]: page.getByRole('main').getByText('The end.'),
    [book.doc_id]: page.getByRole('main').getByRole('heading', { name: 'Two bikes came in' }),
  }
  const copies = { [doc_id]: `document.${doc_id}.page`, [book.doc_id]: `document.${book.doc_id}.logs 3` }
  for (const width of [1440, 1920, 390])
    for (const id of width === 1920 ? [doc_id] : [doc_id, book.doc_id]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${server.url}/#/docs/${id}`)
      await expect(ends[id] as Locator).toBeVisible()
      await expect.poll(() => kept(page)).toEqual(expect.arrayContaining([`document.${id}`, copies[id]]))
      const answer = await hold(page, fetchDocument)
      const text = await hold(page, openPage)
      await page.reload()
      await expect(ends[id] as Locator).toBeVisible()
      await expect(page.getByRole('main').getByText('stuck', { exact: true }).first()).toBeVisible()
      const before = await layoutOf(page)
      if (width === 390) {
        await expect(page.getByText('The server has not answered yet.')).toBeVisible()
        await expectUnmoved(page, before, `what is read at ${width} while the strip says that it is a copy`)
      }
      answer()
      text()
      if (id === doc_id) await expect(pageText(page)).toBeVisible()
      else await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
      await page.unrouteAll({ behavior: 'wait' })
      await expectUnmoved(page, before, `${id === doc_id ? 'the page' : 'the logbook'} at ${width}`)
    }

  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await workerReady(page)
  await page.reload()
  await expect(pageText(page)).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(strip(page)).toContainText('saved copy')
  await expect(pageText(page).getByRole('heading', { name: 'Morning' })).toBeVisible()
  await pageText(page).getByText('The end.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Almost.')
  await expect(page.getByText(/^Not saved/)).toBeVisible()
  await page.reload()
  await expect(pageText(page)).toContainText('The end. Almost.')
  await context.setOffline(false)
  await expect
    .poll(async () => (await priya.call(fetchDocument, { doc_id, ignoreLogs: true })).content)
    .toContain('The end. Almost.')
})

test('messages and the tasks of a space read last are available without the server, and a message written meanwhile is sent later [4.7a, D23]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
  const nina = await Person.signUp(server, 'Nina')
  await priya.takesIn(nina)
  const { chat_id } = await nina.call(initiateChat, { self_id: nina.userId, connection_id: priya.userId })
  await nina.call(sendMessage, { chat_id, chat_message: 'The lift is back.', client_id: 'one' })
  const [branch] = await priya.call(listBranches, {})
  await priya.call(createTask, { branch_id: branch?.id ?? 0, title: 'Call the plumber', assignees: [priya.userId] })
  await openAs(page, priya, '/home/spaces')
  await workerReady(page)
  const task = page.getByText('Call the plumber')
  const message = page.getByRole('log').getByText('The lift is back.')
  const visit = async (path: string, what: Locator) => {
    await page.goto(`${server.url}/#${path}`)
    await expect(what).toBeVisible()
  }
  await visit('/home/spaces', task)
  await visit(`/home/messages/${chat_id}`, message)
  await expect
    .poll(() => kept(page))
    .toEqual(expect.arrayContaining([`board.${branch?.id}.rolewise`, `chat.${chat_id}`]))

  await server.kill()
  await page.reload()
  await expect(strip(page)).toContainText('saved copy')
  await expect(message).toBeVisible()
  await expectAccessible(page, 'a chat without its server')
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.fill('Good, thank you.')
  await field.press('Enter')
  await expect(page.getByRole('log')).toContainText('Good, thank you.')
  await visit('/home/spaces', task)

  await server.start()
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
  await expect
    .poll(async () => (await nina.call(getMessages, { chat_id })).map(({ message }) => message))
    .toEqual(['Good, thank you.', 'The lift is back.'])
})

test('data that somebody may no longer read is removed from their device with the next contact', async ({
  browser,
}) => {
  const tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
  const { doc_id } = await priya.createLogbook('Till log')
  const page = await (await browser.newContext()).newPage()
  await openAs(page, tom)
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Till log' })).toBeVisible()
  await expect
    .poll(() => kept(page))
    .toEqual(expect.arrayContaining([`document.${doc_id}`, `document.${doc_id}.logs 0`]))
  await page.goto(`${server.url}/#/docs`)
  await page.goto('about:blank')
  await priya.call(deleteDocument, { doc_id })
  await page.goto(`${server.url}/#/chat`)
  await expect.poll(async () => (await kept(page))?.filter(name => name.startsWith(`document.${doc_id}`))).toEqual([])
  await page.context().close()
})

test('the worker is registered when the page has loaded; it serves the app’s own files and nothing of the API [2.23a]', async ({
  page,
}) => {
  await page.goto(server.url)
  await workerReady(page)
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(worker).toBe(`${server.url}/sw.js`)
  await page.reload()
  const from = (path: string) =>
    page.evaluate(async path => {
      await (await fetch(path)).text()
      return performance
        .getEntriesByName(new URL(path, location.href).href)
        .some(
          entry =>
            (entry as PerformanceResourceTiming).workerStart > 0 &&
            (entry as PerformanceResourceTiming).transferSize === 0,
        )
    }, path)
  expect(await from('/favicon.svg')).toBe(true)
  expect(await from('/healthcheck')).toBe(false)
})

test('on a slow network a start opens the app from the device and asks for its page only when somebody reloads; calls pass by the worker [2.23a]', async ({
  page,
  context,
}) => {
  const field = (of: Page) => of.getByRole('textbox', { name: 'E-mail or phone' })
  await page.goto(server.url)
  await workerReady(page)
  await page.reload()
  await expect(field(page)).toBeVisible()
  // Where calls go by way of the worker, the browser has to start it after each half minute without any.
  const readSources = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(entry => entry.toJSON())
        .map(({ name, workerFinalSourceType }) => `${new URL(name).pathname} ${workerFinalSourceType}`),
    )
  await expect.poll(readSources).toContain('/user/authentication/options network')
  const sources = await readSources()
  expect(sources.filter(source => !source.startsWith('/assets/') && !/ (network|undefined)$/.test(source))).toEqual([])
  expect(sources.filter(source => /^\/assets\/.* fetch-event$/.test(source))).not.toEqual([])

  const pages: string[] = []
  context.on('request', request => {
    if (request.serviceWorker() && new URL(request.url()).pathname === '/') pages.push(request.url())
  })
  const [worker] = context.serviceWorkers()
  await worker?.evaluate("Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', rtt: 400 } })")
  await page.goto('about:blank')
  await page.goto(server.url)
  await expect(field(page)).toBeVisible()
  expect(pages).toEqual([])
  await page.reload()
  await expect(field(page)).toBeVisible()
  expect(pages).toHaveLength(1)
})
