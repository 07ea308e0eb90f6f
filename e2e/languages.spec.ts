import { expect } from '@playwright/test'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

const languages = [
  { name: 'Deutsch', code: 'de', logbooks: 'Logbücher', menu: 'Profilmenü', today: 'Heute', time: /^\d{2}:\d{2}$/ },
  {
    name: 'Español',
    code: 'es',
    logbooks: 'Bitácoras',
    menu: 'Menú del perfil',
    today: 'Hoy',
    time: /^\d{1,2}:\d{2}$/,
  },
  { name: 'हिन्दी', code: 'hi', logbooks: 'लॉगबुक', menu: 'प्रोफ़ाइल मेनू', today: 'आज', time: /^\d{1,2}:\d{2} [ap]m$/i },
  {
    name: 'English',
    code: 'en',
    logbooks: 'Logbooks',
    menu: 'Profile menu',
    today: 'Today',
    time: /^\d{1,2}:\d{2} [AP]M$/,
  },
] as const

test('another language changes texts and date formats at once, and stays with the person [9.10b, 9.10c]', async ({
  browser,
  page,
}) => {
  const ines = await Person.signUp(server, 'Ines')
  await ines.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await ines.createLogbook('Bay log')
  await ines.write(doc_id, 'Bay 2 is busy.')
  await openAs(page, ines)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)

  const log = page.getByRole('article', { name: 'Bay 2 is busy' })
  let profileMenu = 'Profile menu'
  for (const { name, code, logbooks, menu, today, time } of languages) {
    await page.getByRole('button', { name: profileMenu }).click()
    await page.getByRole('menuitemradio', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page.getByRole('link', { name: logbooks, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: today, exact: true })).toBeVisible()
    await expect(log.getByRole('time')).toHaveText(time)
    if (code === 'de') {
      const elsewhere = await (await browser.newContext({ locale: 'en-GB' })).newPage()
      await openAs(elsewhere, ines)
      await expect(elsewhere.getByRole('link', { name: logbooks })).toBeVisible()
      await elsewhere.context().close()
    }
    profileMenu = menu
  }
})

test('the sign-in page uses the first language of the browser that the app supports', async ({ browser }) => {
  for (const [locale, lang, send] of [
    ['de-AT', 'de', 'Code senden'],
    ['fr-FR', 'en', 'Send code'],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto(server.url)
    await expect(page.getByRole('button', { name: send })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await context.close()
  }
})
