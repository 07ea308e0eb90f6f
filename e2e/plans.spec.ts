import { expect, type Page } from '@playwright/test'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { expectFits, expectFitsEnlarged } from './support/fits'
import { serve, test, withSandbox } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withSandbox)

const plan = (page: Page, name: string) => page.getByRole('listitem', { name })
const current = (page: Page) => page.getByRole('region', { name: 'Current plan' })

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(card)
  await page.getByRole('button', { name: 'Pay' }).click()
}

test('an owner meets a page of the paid plan, tries it with a card that asks for 3-D Secure, and has it; later they cancel, keep it, and see what was paid [1.12, 3.16a, 4.13a, 7.22, D17, D31, D36]', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  await openAs(page, maya, '/activity')
  await expect(page.getByRole('heading', { name: 'Activity is part of a paid plan' })).toBeVisible()
  await expectAccessible(page, 'Activity on the free plan')
  await page.getByRole('link', { name: 'See plans' }).click()
  await expectRoute(page, '/plans')
  await expect(current(page)).toContainText('Free')
  await expect(current(page)).toContainText('1 of 5 people')
  await expectAccessible(page, 'plans on the free plan')
  await expectFits(page)

  await plan(page, 'Team').getByRole('button', { name: 'Try Team free for 14 days' }).click()
  await expect(page.getByRole('heading', { name: 'Team, monthly' })).toBeVisible()
  await expect(page.getByText('14 days free, then $149.00')).toBeVisible()
  await expectAccessible(page, 'the page of the sandbox')
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('The card was declined. Nothing was charged.')
  await payWith(page, '4000 0025 0000 3155')
  await expect(page.getByRole('heading', { name: '3-D Secure' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()

  // The app restarts with the paid plan, and leads back to where it was needed [4.5b].
  await expectRoute(page, '/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Activity is part of a paid plan' })).toBeHidden()

  await page.goto(`${server.url}/#/plans`)
  await expect(current(page)).toContainText('Team')
  await expect(current(page)).toContainText('Trial')
  await expect(current(page)).toContainText('Card ending 3155')
  await expectAccessible(page, 'plans during the trial')
  await page.getByRole('link', { name: /^Invoice \d+-0001$/ }).click()
  await expect(page.getByRole('article')).toContainText('Ridgeway Cycles')
  await expect(page.getByRole('article')).toContainText('Wheelhouse Team, Monthly')
  await expectAccessible(page, 'an invoice')
  await expectFitsEnlarged(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('article')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  // The plans are a section of the administration, beside its list.
  await page.getByRole('link', { name: 'Invites' }).click()
  await expect(page.getByText('1 of 50 people in your plan, those invited included.')).toBeVisible()
  await page.getByRole('link', { name: 'Plan and payment' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel the subscription?' })
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(current(page)).toContainText('The plan ends on')
  await page.getByRole('button', { name: 'Keep the plan' }).click()
  await expect(current(page)).not.toContainText('The plan ends on')
  await plan(page, 'Business').getByRole('button', { name: 'Upgrade to Business' }).click()
  await expect(current(page)).toContainText('Business')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectFits(page)
})
