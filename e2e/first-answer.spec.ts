import { expect } from '@playwright/test'
import { createLogbook, log, timeline, writeLog } from './pages/logbook'
import { answerTo } from './pages/mate'
import { askForCode, createWorkspace, nameOneself } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { serve, test } from './support/fixtures'
import { newEmail } from './support/person'

const server = serve()
test.use({ permissions: ['clipboard-read', 'clipboard-write'], timezoneId: 'Asia/Kolkata', serviceWorkers: 'allow' })

test('from the first sign-in to the first answer, which links to its log [1.3a, 1.3c, 2.6, 2.10, 5.1c, D10, D25]', async ({
  context,
  page,
}) => {
  const email = newEmail('Priya')
  await page.goto(server.url)
  await askForCode(page, email)
  const outbox = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Codes appear here.' }).click()
  const row = (await outbox).getByRole('row').filter({ hasText: email })
  const code = await row.getByText(/^\d{6}$/).textContent()
  await page.bringToFront()
  await page.evaluate(text => navigator.clipboard.writeText(`Your code: ${text}`), code)
  await page.getByRole('textbox', { name: '6-digit code' }).press('ControlOrMeta+V')

  await expect(page.getByRole('heading', { name: 'What should others call you?' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText(/Asia\/(Kolkata|Calcutta)/)
  await nameOneself(page, 'Priya Nair')
  await expect(page.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
  await createWorkspace(page, 'Ridgeway Cycles')

  await page.getByRole('link', { name: 'Go to Logbooks' }).click()
  await createLogbook(page, 'Bay log', 'organisation')
  await writeLog(page, 'The brake bleed on ticket 4182 took 22 minutes longer than planned.', 'Bay 2 brake bleed')
  await writeLog(page, 'Organic pads were fitted, the old ones were soaked.', 'Pads changed on 4182')
  await writeLog(page, 'A courier bike came in with a seized seatpost.')
  await expect(timeline(page).getByRole('article')).toHaveCount(3)
  await expect(timeline(page).getByRole('article').last()).toHaveAccessibleName('Bay 2 brake bleed')

  await navigation(page).getByRole('link', { name: 'Mate' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Priya Nair' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Suggestions' }).getByRole('button')).toHaveCount(5)
  const answer = await answerTo(page, 'What was logged about the brake bleed?')
  await expect(answer).toContainText('Priya Nair')
  await expect(page.getByRole('status').filter({ hasText: 'brake bleed' })).toHaveCount(1)
  await answer.getByRole('link', { name: 'Bay 2 brake bleed' }).click()

  await expectRoute(page, /^\/docs\/\d+\?log=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bay log' })).toBeVisible()
  await expect(log(page, 'Bay 2 brake bleed')).toBeFocused()
  await expect(log(page, 'Bay 2 brake bleed')).toBeInViewport()
})
