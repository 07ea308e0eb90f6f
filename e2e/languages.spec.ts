import { expect, test } from '@playwright/test'
import { log } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute, openProfileMenu } from './pages/shell'
import { Person } from './support/person'
import { serve } from './support/server'

const server = serve()

const languages = [
  { name: 'Deutsch', code: 'de', logbooks: 'Logbücher', today: 'Heute', time: /\d{2}:\d{2}/ },
  { name: 'Español', code: 'es', logbooks: 'Bitácoras', today: 'Hoy', time: /\d{1,2}:\d{2}/ },
  { name: 'हिन्दी', code: 'hi', logbooks: 'लॉगबुक', today: 'आज', time: /\d{1,2}:\d{2} (am|pm)/i },
  { name: 'English', code: 'en', logbooks: 'Logbooks', today: 'Today', time: /\d{1,2}:\d{2} [AP]M/ },
] as const

test('another language changes the words and the way of dates at once, and stays with the person [9.10b, 9.10c]', async ({
  browser,
  page,
}) => {
  const ines = await Person.signUp(server, 'Ines', 'ines@ridgeway.example')
  await ines.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await ines.createLogbook('Bay log')
  await ines.write(doc_id, 'Bay 2 is busy.')
  await openAs(page, server, ines.email)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)

  await openProfileMenu(page)
  for (const { name, code, logbooks, today, time } of languages) {
    await page.getByRole('menuitemcheckbox', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page.getByRole('link', { name: logbooks, exact: true, includeHidden: true })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 2, name: today, exact: true, includeHidden: true })).toBeVisible()
    await expect(
      page.getByRole('article', { includeHidden: true }).getByRole('time', { includeHidden: true }),
    ).toHaveText(time)
    if (code === 'de') {
      const elsewhere = await (await browser.newContext({ locale: 'en-GB' })).newPage()
      await openAs(elsewhere, server, ines.email)
      await expect(elsewhere.getByRole('link', { name: logbooks })).toBeVisible()
    }
  }
  await page.keyboard.press('Escape')
  await expect(log(page, 'Bay 2 is busy.')).toBeVisible()
})
