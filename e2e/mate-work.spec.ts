import { expect } from '@playwright/test'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serveAlone, test } from './support/fixtures'
import { Person } from './support/person'

const server = serveAlone({ BILLING: 'off' })
const everyDay = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '23:45', breaks: [] }))

test('Mate reads tasks and the day, proposes a reminder, and creates it after confirmation, or at once if it may [1.3a, 9.8b, D26]', async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const { branches, all_users } = await maya.call(organisationInfo, {})
  await maya.call(setWorkingHours, { timezone: 'UTC', days: everyDay })
  await maya.call(createTask, {
    ...{ title: 'Quote bottom bracket', branch_id: branches[0]?.id ?? 0, estimate_minutes: 60 },
    ...{ assignees: all_users.map(({ user_id }) => user_id), deadline: new Date(Date.now() - 3_600_000).toISOString() },
  })
  await openAs(page, maya, '/chat')
  const late = await answerTo(page, 'Which of my tasks are late?')
  await expect(late.getByRole('link', { name: 'Quote bottom bracket' })).toBeVisible()

  const proposal = await answerTo(page, 'Remind me to call the supplier tomorrow at 3pm')
  await expect(proposal.getByRole('definition').first()).toHaveText('Maya Okafor')
  await expectAccessible(page, 'a proposed task')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectFits(page)
    }
  }
  await proposal.getByRole('button', { name: 'Create “Call the supplier”' }).click()
  const done = proposal.getByRole('link', { name: 'Call the supplier created' })
  await expect(done).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'What Mate may do' }).click()
  await page.getByRole('switch', { name: 'Create tasks and reminders' }).check()
  await expectAccessible(page, 'what Mate may do')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const unasked = await answerTo(page, 'Remind me to order pads tomorrow at 4pm')
  await expect(unasked.getByRole('link', { name: 'Order pads created' })).toBeVisible()
  await expect(unasked.getByText('Done without asking, as you let Mate.')).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Call the supplier created' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Call the supplier' })).toBeVisible()
})
