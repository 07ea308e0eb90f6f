import { expect, type Page } from '@playwright/test'
import { log, openComposer, savedLog, timeline, writeLog } from './pages/logbook'
import { answers, ask, question } from './pages/mate'
import { openAs } from './pages/session'
import { networkErrors, test } from './support/fixtures'
import { SlowModel } from './support/model'
import { Person } from './support/person'
import { Server } from './support/server'

test.describe.configure({ mode: 'serial' })
// Words appear one by one only for people who do not prefer reduced motion.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })
const model = new SlowModel()
let server: Server
let priya: Person
let tom: Person

test.beforeAll(async () => {
  await model.start()
  server = new Server({ MODEL_URL: model.url, MODEL_NAME: 'slow' })
  await server.start()
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
})
test.afterAll(async () => {
  await server.stop()
  await model.stop()
})

async function openLogbook(page: Page, doc_id: number): Promise<void> {
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.getByRole('button', { name: 'Log', exact: true }).first()).toBeVisible()
}

test('the server is killed while two people type, and comes back: drafts stay, what was sent meanwhile arrives once, events go on [4.7a]', async ({
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  const { doc_id } = await priya.createLogbook('Bay log')
  const [hers, his] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  await openAs(hers, priya)
  await openAs(his, tom)
  await openLogbook(hers, doc_id)
  await openLogbook(his, doc_id)
  await writeLog(hers, 'Before the outage.')
  await expect(log(his, 'Before the outage.')).toBeVisible()

  await (await openComposer(hers)).fill('Sent while the server was away.')
  const draft = await openComposer(his)
  await draft.fill('Half a sentence that')
  await server.kill()
  await hers.getByRole('button', { name: 'Save log' }).click()
  await draft.pressSequentially(' goes on')
  await expect(his.getByText('The connection was lost.')).toBeVisible()
  await expect(log(hers, 'Sent while the server was away.')).toBeVisible()

  await server.start()
  await expect(his.getByText('The connection was lost.')).toBeHidden({ timeout: 30_000 })
  await expect(draft).toHaveValue('Half a sentence that goes on')
  const failed = log(hers, 'Sent while the server was away.').getByRole('button', { name: 'Try Again' })
  await expect(savedLog(hers, 'Sent while the server was away.').or(failed)).toBeVisible({ timeout: 30_000 })
  // It may be sent by itself before the press on the button.
  await expect(async () => {
    if (await failed.isVisible()) await failed.click({ timeout: 1_000 })
    await expect(savedLog(hers, 'Sent while the server was away.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(savedLog(hers, 'Sent while the server was away.')).toHaveCount(1)
  await expect(log(his, 'Sent while the server was away.')).toHaveCount(1, { timeout: 30_000 })

  await his.reload()
  await expect(await openComposer(his)).toHaveValue('Half a sentence that goes on')
  await his.getByRole('button', { name: 'Save log' }).click()
  await expect(log(hers, 'Half a sentence that goes on')).toContainText('Tom')
  await hers.reload()
  await expect(timeline(hers).getByRole('article')).toHaveCount(3)
  for (const page of [hers, his]) await page.context().close()
})

test('parts of a page that are not loaded yet load when the server is back, and its content stays meanwhile [4.18b]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
  const { doc_id } = await priya.createLogbook('Stock log')
  await openAs(page, priya)
  await openLogbook(page, doc_id)
  await server.kill()
  const field = await openComposer(page)
  await field.fill('Written without a server.')
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await server.start()
  await expect(page.getByText('The connection was lost.')).toBeHidden({ timeout: 30_000 })
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles({ name: 'pads.txt', mimeType: 'text/plain', buffer: Buffer.from('Eight pedals.') })
  await expect(page.getByRole('listitem').filter({ hasText: 'pads.txt' })).toBeVisible({ timeout: 30_000 })
  await expect(field).toHaveValue('Written without a server.')
})

test('an answer of Mate arrives word by word and can be stopped; one interrupted by a crash of the server says so and can be asked again [8.11, D27]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
  await openAs(page, priya)
  await ask(page, 'How is bay 2?')
  await model.begin('Bay 2 is ')
  await expect(answers(page).last()).toContainText('Bay 2 is')
  model.write('busy until noon ')
  await expect(answers(page).last()).toContainText('Bay 2 is busy until')
  await page.reload()
  await expect(answers(page).last()).toContainText('Bay 2 is busy until')
  await answers(page).last().getByRole('button', { name: 'Stop' }).click()
  await expect(answers(page).last()).toContainText('Stopped')
  await expect(answers(page).last()).toContainText('Bay 2 is busy until noon')
  model.forget()

  await ask(page, 'And bay 3?')
  await model.begin('Bay 3 is ')
  await expect(answers(page).last()).toContainText('Bay 3 is')
  await question(page).fill('This is typed meanwhile')
  await server.kill()
  model.forget()
  await server.start()
  await expect(answers(page).last()).toContainText('Something went wrong', { timeout: 30_000 })
  await expect(question(page)).toHaveValue('This is typed meanwhile')

  await answers(page).last().getByRole('button', { name: 'Ask again' }).click()
  await model.begin('Bay 3 is free.')
  model.end()
  await expect(answers(page).last()).toContainText('Bay 3 is free.')
  await expect(answers(page).last().getByRole('button', { name: 'Stop' })).toBeHidden()
})

test('a page and a dialog that were never opened wait for an unreachable server, and nothing reloads [4.18b]', async ({
  page,
  provokes,
}) => {
  // What a page needs later is tried again later, and reported each time.
  provokes(networkErrors)
  provokes(/dynamically imported module|fetching the script/)
  await openAs(page, priya)
  // The question that she asked before.
  await expect(question(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await server.kill()
  await page.getByRole('link', { name: 'Source' }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('link', { name: 'Logbooks' })).toBeVisible()
  await server.start()
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Source' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
