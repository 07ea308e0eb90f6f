import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createLogbook, log, savedLog, writeLog } from './pages/logbook'
import { answerTo } from './pages/mate'
import { createWorkspace, nameOneself, signIn } from './pages/session'
import { navigation, organisationButton } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { newEmail } from './support/person'

const server = serve()
test.use({ serviceWorkers: 'allow' })

async function signUp(context: BrowserContext, name: string, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(server.url)
  await signIn(page, server, address)
  await nameOneself(page, name)
  return page
}

test('two people: one invites the other, both read each other’s logs live, and Mate tells each only what they may read [3.5, D5, D21, D26]', async ({
  browser,
}) => {
  const priya = await signUp(await browser.newContext(), 'Priya', newEmail('Priya'))
  const email = newEmail('Tom')
  await createWorkspace(priya, 'Ridgeway Cycles')
  await organisationButton(priya).click()
  const panel = priya.getByRole('dialog', { name: 'Ridgeway Cycles' })
  await panel.getByRole('textbox', { name: 'E-mail addresses or phone numbers' }).fill(email)
  await panel.getByRole('button', { name: 'Send invites' }).click()
  await expect(panel.getByRole('list', { name: 'Results' })).toContainText(`${email} Invited`)
  await expect(panel.getByText('Waiting')).toBeVisible()

  const tom = await signUp(await browser.newContext(), 'Tom', email)
  await expect(tom.getByText('Priya invited you as Member.')).toBeVisible()
  await tom.getByRole('button', { name: 'Join Ridgeway Cycles' }).click()
  await expect(navigation(tom)).toBeVisible()
  await expect(panel.getByText('Accepted')).toBeVisible()
  await priya.keyboard.press('Escape')

  await navigation(priya).getByRole('link', { name: 'Logbooks' }).click()
  await createLogbook(priya, 'Wages', 'private')
  await writeLog(priya, 'Two hours of overtime for the brake bleed.', 'Overtime for the brake bleed')
  await createLogbook(priya, 'Bay log', 'organisation')

  await navigation(tom).getByRole('link', { name: 'Logbooks' }).click()
  await tom.getByRole('link', { name: /^Bay log/ }).click()
  await expect(tom.getByRole('link', { name: /^Wages/ })).toHaveCount(0)
  await writeLog(priya, 'Bay 2 is busy until noon.', 'Brake bleed begun')
  await expect(log(tom, 'Brake bleed begun')).toContainText('Priya')
  await writeLog(tom, 'Ticket 4182 is off the stand.', 'Brake bleed done')
  await expect(savedLog(priya, 'Brake bleed done')).toContainText('Tom')
  await expect(log(priya, 'Brake bleed begun')).toHaveCount(1)

  for (const [page, links] of [
    [priya, ['Brake bleed done', 'Brake bleed begun', 'Overtime for the brake bleed']],
    [tom, ['Brake bleed done', 'Brake bleed begun']],
  ] as const) {
    await navigation(page).getByRole('link', { name: 'Mate' }).click()
    const answer = await answerTo(page, 'What was logged about the brake bleed?')
    await expect(answer.getByRole('link')).toHaveText([...links])
  }
  await expect(tom.getByText('Overtime')).toHaveCount(0)

  // What the other wrote meanwhile waits in one place, with its log, until it is read.
  await navigation(priya).getByRole('link', { name: 'Logbooks' }).click()
  await priya.getByRole('link', { name: /^Bay log/ }).click()
  await writeLog(priya, 'The tyres for ticket 4190 have come.', 'Tyres are here')
  await expect(savedLog(priya, 'Tyres are here')).toBeVisible()
  await navigation(tom).getByRole('link', { name: 'Logbooks' }).click()
  await tom.getByRole('link', { name: /^Since you were away/ }).click()
  const missed = tom.getByRole('region', { name: 'Bay log' })
  await expect(missed.getByRole('link', { name: 'Tyres are here' })).toBeVisible()
  await expectAccessible(tom, 'Since you were away')
  await tom.setViewportSize({ width: 390, height: 844 })
  await expectFits(tom)
  await missed.getByRole('button', { name: 'Mark as read: Bay log' }).click()
  await expect(tom.getByText('You are up to date')).toBeVisible()
  for (const page of [priya, tom]) await page.context().close()
})
