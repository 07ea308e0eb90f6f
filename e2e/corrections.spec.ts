import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { correctLog } from '#shared/contract/logs/corrections'
import { chooseMore } from './pages/document'
import { log, timeline } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { networkErrors, serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

async function openLogbook(page: Page, person: Person, doc_id: number): Promise<void> {
  await openAs(page, person)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(timeline(page)).toBeVisible()
}

/** Starts correcting a log from its menu. */
async function correct(page: Page, title: string): Promise<Locator> {
  await log(page, title)
    .getByRole('button', { name: `More actions for “${title}”` })
    .click()
  await page.getByRole('menuitem', { name: 'Correct' }).click()
  const field = log(page, title).getByRole('textbox', { name: 'What happened' })
  await expect(field).toBeFocused()
  return field
}

async function ridgeway(): Promise<{ maya: Person; tom: Person; doc_id: number }> {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await maya.takesIn(tom)
  const { doc_id } = await maya.createLogbook('Bay log')
  return { maya, tom, doc_id }
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage()

test('a log is corrected while somebody else reads it, who keeps their place and can read the earlier text [D19]', async ({
  page,
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  test.slow()
  const { maya, tom, doc_id } = await ridgeway()
  for (let number = 1; number <= 25; number += 1)
    await tom.write(doc_id, `What happened in ${number}, at some length.`, `Entry ${number}`)
  const pedals = await maya.write(doc_id, 'Seven pedals came.', 'Delivery')
  await openLogbook(page, maya, doc_id)
  const reader = await newPage(browser)
  await openLogbook(reader, tom, doc_id)
  await log(reader, 'Delivery').hover()
  await log(reader, 'Delivery')
    .getByRole('button', { name: /^More actions for/ })
    .click()
  await expect(reader.getByRole('menuitem')).toHaveText(['Make a task'])
  await reader.keyboard.press('Escape')

  // The reader is further down: the corrected log is above the visible ones, and it grows.
  const read = log(reader, 'Entry 24')
  await read.scrollIntoViewIfNeeded()
  await read.evaluate(element => element.scrollIntoView({ block: 'start' }))
  await reader.evaluate(() => document.fonts.ready)
  await expect(log(reader, 'Delivery')).not.toBeInViewport()
  const before = (await read.boundingBox())?.y ?? 0

  const field = await correct(page, 'Delivery')
  await expect(field).toHaveValue('Seven pedals came.')
  await expectAccessible(page, 'correcting a log')
  await field.fill('Eight pedals came.\n\nOne was found later.\n\nIt was below the bench.')
  await page.reload()
  await expect(page.getByText('You started to correct this log.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue writing' }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(log(page, 'Delivery').getByRole('button', { name: /^Corrected/ })).toBeVisible()

  await expect(log(reader, 'Delivery').getByText('It was below the bench.')).toBeAttached()
  await expect.poll(async () => Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThan(2)

  await log(reader, 'Delivery').scrollIntoViewIfNeeded()
  await log(reader, 'Delivery')
    .getByRole('button', { name: /^Corrected/ })
    .click()
  const history = reader.getByRole('dialog', { name: 'History of “Delivery”' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText(/Maya.*Newest/)
  await expect(history.getByRole('deletion')).toHaveText('Seven pedals came.')
  await expect(history.getByRole('insertion').first()).toContainText('Eight pedals came.')
  await expectAccessible(reader, 'history of a log')
  await maya.call(correctLog, { doc_id, log_id: pedals.id, content: 'Nine pedals came.', revision: 1 })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await reader.context().close()
})

test('two tabs correct one log: both texts are shown and merged by hand, also on a phone [D19]', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const { maya, doc_id } = await ridgeway()
  await maya.write(doc_id, 'Seven pedals came.', 'Delivery')
  await openLogbook(page, maya, doc_id)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(timeline(other)).toBeVisible()
  const mine = await correct(page, 'Delivery')
  const theirs = await correct(other, 'Delivery')
  await theirs.fill('Nine pedals came.')
  await theirs.press('ControlOrMeta+Enter')
  await expect(log(other, 'Delivery').getByRole('button', { name: /^Corrected/ })).toBeVisible()
  await mine.fill('Eight pedals came.')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByRole('region', { name: 'Your text' })).toContainText('Eight pedals came.')
  await expect(page.getByRole('region', { name: 'Current log' })).toContainText('Nine pedals came.')
  await expectAccessible(page, 'two texts of a log')
  await expectFits(page)
  await page.getByRole('button', { name: 'Merge by hand' }).click()
  const joined = page.getByRole('textbox', { name: 'What happened' })
  await expect(joined).toHaveValue('Eight pedals came.\nNine pedals came.')
  await joined.fill('Eight or nine pedals came.')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(log(other, 'Delivery')).toContainText('Eight or nine pedals came.')
})

test('logs are exported as a table, as data and for printing [7.14c]', async ({ page }) => {
  test.slow()
  const { maya, tom, doc_id } = await ridgeway()
  await maya.write(doc_id, '=1+1', 'Formula')
  const { created_by } = await tom.write(doc_id, 'Seven pedals came.', 'Delivery')
  await openLogbook(page, maya, doc_id)
  const dialog = page.getByRole('dialog', { name: 'Export “Bay log”' })
  async function exported(type: string, narrow = false): Promise<{ name: string; bytes: Buffer }> {
    await chooseMore(page, 'Export…')
    await dialog.getByRole('radio', { name: 'Today' }).check()
    await dialog.getByRole('radio', { name: type }).check()
    if (narrow) await dialog.getByRole('checkbox', { name: /^Only what the filter shows/ }).check()
    await expectAccessible(page, `export as ${type}`)
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await waiting
    await expect(dialog).toBeHidden()
    // A dialog leaves the history a moment after it closed; an address opened meanwhile would be left again.
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }

  const csv = await exported('Table (CSV)')
  expect(csv.name).toMatch(/^Bay log .*\.csv$/)
  const table = csv.bytes.toString('utf8')
  expect(table).toContain('Seven pedals came.')
  expect(table).toContain("'=1+1")
  const json = await exported('Data (JSON)')
  expect(JSON.stringify(JSON.parse(json.bytes.toString('utf8')))).toContain('Seven pedals came.')
  const pdf = await exported('For reading and printing (PDF)')
  expect(pdf.name).toMatch(/\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')

  await page.goto(`${server.url}/#/docs/${doc_id}?by=${created_by?.user_id}`)
  await expect(log(page, 'Formula')).toHaveCount(0)
  const narrow = (await exported('Table (CSV)', true)).bytes.toString('utf8')
  expect(narrow).toContain('Seven pedals came.')
  expect(narrow).not.toContain('=1+1')
})
