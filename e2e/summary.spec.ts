import { expect, type Locator, type Page } from '@playwright/test'
import { correctLog } from '#shared/contract/logs/corrections'
import { refreshSummary } from '#shared/contract/summaries/endpoints'
import { savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

const summaryOf = (page: Page): Locator => page.getByRole('region', { name: 'Summary' })

async function openLogbook(page: Page, person: Person, doc_id: number): Promise<Locator> {
  await openAs(page, person, '/docs')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(summaryOf(page)).toBeVisible()
  return summaryOf(page)
}

test('a summary is written from the logs, links to them, becomes outdated, and follows its prompt [1.5a, 7.13, D18, D25]', async ({
  page,
}) => {
  test.slow()
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await maya.createLogbook('Bay log')
  const bleed = await maya.write(
    doc_id,
    'The brake bleed on ticket 4182 took 22 minutes longer than planned.',
    'Bay 2 over plan',
  )
  await maya.write(doc_id, 'The rotor of ticket 4182 was contaminated, organic brake pads were fitted.', 'Pads changed')
  await maya.write(doc_id, 'Rain came through the roof of the yard.', 'Roof')
  const card = await openLogbook(page, maya, doc_id)
  await expect(card.getByText('No summary yet.')).toBeVisible()

  await card.getByRole('button', { name: 'Refresh' }).click()
  await expect(card.getByRole('heading', { name: 'Today so far' })).toBeVisible()
  await expect(card.getByText(/from 3 logs$/)).toBeVisible()
  await expect(card.getByText(/language model/)).toBeVisible()
  await expectAccessible(page, 'summary')

  await card.getByRole('link', { name: /: Pads changed$/ }).click()
  await expect(page).toHaveURL(new RegExp(`#/docs/${doc_id}\\?log=\\d+$`))
  await expect(savedLog(page, 'Pads changed')).toBeFocused()

  const tom = await Person.signUp(server, 'Tom')
  await maya.takesIn(tom)
  await tom.write(doc_id, 'A courier bike with a seized seatpost came in.')
  await expect(card.getByText('1 newer log')).toBeVisible()
  await maya.call(correctLog, { doc_id, log_id: bleed.id, content: 'It took 25 minutes longer.', revision: 0 })
  await expect(card.getByText('1 correction since')).toBeVisible()

  await card.getByRole('button', { name: 'Edit prompt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit prompt' })
  await dialog.getByRole('textbox', { name: 'What the summary should say' }).fill('What is with the courier bike?')
  await expectAccessible(page, 'prompt')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText(/from 4 logs$/)).toBeVisible()
  await expect(card.getByText(/seized seatpost/)).toBeVisible()
  await expect(card.getByText('1 newer log')).toBeHidden()
  await expect(card.getByText('1 correction since')).toBeHidden()
})

test('people who may only read see the summary without its buttons, and a new one at once [D21]', async ({ page }) => {
  const ana = await Person.signUp(server, 'Ana')
  await ana.createWorkspace('Lakeside Physio')
  const ben = await Person.signUp(server, 'Ben')
  await ana.takesIn(ben)
  const { doc_id } = await ana.createLogbook('Front desk')
  await ana.write(doc_id, 'The pump in room 4 leaks again.')
  await ana.call(refreshSummary, { doc_id, range: 'all' })
  const card = await openLogbook(page, ben, doc_id)
  await expect(card.getByText(/pump in room 4/)).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await ana.write(doc_id, 'The lift was repaired by 9 sharp.')
  await ana.call(refreshSummary, { doc_id, range: 'all' })
  await expect(card.getByText(/lift was repaired/)).toBeVisible()
})

test('on a phone all of it is reachable', async ({ browser }) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Fuchs Räder')
  const { doc_id } = await lena.createLogbook('Yard log')
  await lena.write(doc_id, 'The gate lock sticks again, and the key of the yard is with Tom.')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const card = await openLogbook(page, lena, doc_id)
  await card.getByRole('button', { name: 'Logs that Mate reads: Today' }).tap()
  await page.getByRole('menuitemradio', { name: 'This week' }).tap()
  await expect(card.getByRole('heading', { name: 'This week so far' })).toBeVisible()
  await expectFits(page)
  const box = await card.getByRole('button', { name: 'Refresh' }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  await expectAccessible(page, 'phone')
  await context.close()
})
