import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

async function arrive(context: BrowserContext, person: Person, path: string): Promise<Page> {
  const page = await context.newPage()
  await openAs(page, person, path)
  return page
}

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' })
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
}

const hits = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('link')

test('two people search for the same words: each finds what they may see, also with typing mistakes, by keyboard alone and on a phone [D6, D21]', async ({
  browser,
}) => {
  const priya = await Person.signUp(server, 'Priya Nair')
  await priya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await priya.takesIn(tom)
  const wages = await priya.createLogbook('Wages', 'private')
  const bay = await priya.createLogbook('Bay log of the northern harbour and its neighbours')
  await priya.write(wages.doc_id, 'Two hours of overtime for the derailleur.', 'Overtime')
  await priya.write(bay.doc_id, 'The **derailleur** hanger was bent on ticket BX-204.', 'Hanger straightened')

  const hers = await arrive(await browser.newContext(), priya, '/search?q=derailleur')
  await expect(hits(hers)).toHaveCount(2)
  const his = await arrive(await browser.newContext(), tom, '/search?q=derailleur')
  await expect(hits(his)).toHaveCount(1)
  await expect(hits(his).locator('mark')).toHaveText(['derailleur'])
  await expect(his.getByText('Overtime')).toHaveCount(0)
  await expectAccessible(his, 'Search')

  // Days in the words limit the search, unless she wants the words themselves.
  await searchField(hers).fill('derailleur today')
  await expect(hers.getByText(/^today: /)).toBeVisible()
  await expect(hits(hers)).toHaveCount(2)
  await expectAccessible(hers, 'a search with days in its words')
  await hers.getByRole('button', { name: 'Search for the words “today” instead' }).click()
  await expect(hits(hers)).toHaveCount(0)
  await searchField(hers).fill('derailleur since yesterday')
  await expect(hits(hers)).toHaveCount(2)

  // With a typing mistake: both get a suggestion, but he gets none of her words.
  await searchField(his).fill('deraileur')
  await expect(his.getByText('Showing results for derailleur')).toBeVisible()
  await expect(hits(his)).toHaveCount(1)
  await searchField(his).fill('overtme')
  await expect(his.getByText('Nothing found for “overtme”')).toBeVisible()
  await expect(his.getByText(/Showing results/)).toHaveCount(0)
  await searchField(hers).fill('overtme')
  await expect(hers.getByText('Showing results for overtime')).toBeVisible()

  // By the keyboard alone: from anywhere to the log, and to all results.
  await his.getByRole('heading', { level: 1 }).click()
  await openPalette(his)
  await his.keyboard.type('bx-204')
  const option = his.getByRole('option', { name: /Hanger straightened/ })
  await expect(option).toBeVisible()
  while ((await option.getAttribute('aria-selected')) !== 'true') await his.keyboard.press('ArrowDown')
  await his.keyboard.press('Enter')
  await expect(his).toHaveURL(new RegExp(`#/docs/${bay.doc_id}\\?log=\\d+$`))
  await expect(his.getByRole('article', { name: 'Hanger straightened' })).toBeFocused()
  await openPalette(his)
  await his.keyboard.type('hanger')
  await expect(his.getByRole('option', { name: /^All results/ })).toBeVisible()
  await his.keyboard.press('ArrowUp')
  await his.keyboard.press('Enter')
  await expect(his).toHaveURL(/#\/search\?q=hanger$/)
  await expect(hits(his)).toHaveCount(1)

  // A result opens beside the others: the list keeps the focus, and the address what is open.
  await hits(his).first().click()
  const beside = his.getByRole('region', { name: 'Selected result' })
  await expect(beside.getByRole('article', { name: 'Hanger straightened' })).toBeVisible()
  await expect(hits(his).first()).toBeFocused()
  await expectAccessible(his, 'a result beside the others')
  await his.reload()
  await expect(beside.getByRole('article', { name: 'Hanger straightened' })).toBeVisible()
  await his.keyboard.press('Escape')
  await expect(beside).toHaveCount(0)
  await hits(his).first().click()
  await beside.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(his).toHaveURL(new RegExp(`#/docs/${bay.doc_id}\\?log=\\d+$`))
  await his.goBack()
  await expect(beside.getByRole('article', { name: 'Hanger straightened' })).toBeVisible()

  // The list of logbooks searches names, and leads on to the text of logs; then its box is empty.
  await his.goto(`${server.url}/#/docs`)
  const inList = his.getByRole('searchbox', { name: 'Search logbooks' })
  await inList.fill('hanger')
  await expect(his.getByText('No logbook matches “hanger”')).toBeVisible()
  await expectAccessible(his, 'The list of logbooks, searched')
  await expect(his.getByRole('link', { name: 'Search all logs for “hanger”' })).toBeInViewport({ ratio: 1 })
  await his.getByRole('link', { name: 'Search all logs for “hanger”' }).click()
  await expect(his).toHaveURL(/#\/search\?q=hanger$/)
  await expect(hits(his)).toHaveCount(1)
  await his.goBack()
  await expect(inList).toHaveValue('')
  await inList.fill('northern')
  await his.getByRole('link', { name: /^Bay log of the northern harbour/ }).click()
  await expect(his).toHaveURL(new RegExp(`#/docs/${bay.doc_id}$`))
  await expect(inList).toHaveValue('')

  // Kinds filter the results, and the address keeps that.
  await hers.goto(`${server.url}/#/search?q=${encodeURIComponent('reyes or hanger')}`)
  await expect(hits(hers)).toHaveCount(2)
  await hers.getByRole('button', { name: /^People/ }).click()
  await expect(hits(hers)).toHaveCount(1)
  await hers.reload()
  await expect(hits(hers)).toHaveCount(1)
  await expect(hits(hers)).toContainText('Tom Reyes')

  const phone = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, colorScheme: 'dark' })
  const onPhone = await arrive(phone, tom, '/search?q=hanger')
  await expect(hits(onPhone)).toHaveCount(1)
  await expectFits(onPhone)
  await expectAccessible(onPhone, 'Search on a phone')
  await hits(onPhone).first().click()
  await expect(onPhone.getByRole('article', { name: 'Hanger straightened' })).toBeVisible()
  for (const page of [hers, his, onPhone]) await page.context().close()
})
