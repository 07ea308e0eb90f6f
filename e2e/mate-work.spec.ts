import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from '@playwright/test'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test, withoutPlans } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withoutPlans)
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
  await proposal.getByRole('button', { name: 'Create “Call the supplier”' }).press('Enter')
  const done = proposal.getByRole('link', { name: 'Call the supplier created' })
  await expect(done).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'What Mate may do' }).click()
  await page.getByRole('switch', { name: 'Create tasks and reminders' }).press('Space')
  await expectAccessible(page, 'what Mate may do')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const unasked = await answerTo(page, 'Remind me to order pads tomorrow at 4pm')
  await expect(unasked.getByRole('link', { name: 'Order pads created' })).toBeVisible()
  await expect(unasked.getByText('Done without asking, as you let Mate.')).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Call the supplier created' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Call the supplier' })).toBeVisible()
})

test('Mate gives a task to somebody else after confirmation, who sees it at once and in their own day [1.3a, D26]', async ({
  page,
  browser,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Harbourside Cycles')
  const lena = await Person.signUp(server, 'Lena Fuchs')
  await maya.takesIn(lena)
  const other = await (await browser.newContext()).newPage()
  await openAs(other, lena, '/mytasks')
  await expect(other.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  await openAs(page, maya, '/chat')

  const proposal = await answerTo(page, 'Create an urgent task for Lena: order chain oil')
  await expect(proposal.getByRole('definition').first()).toHaveText('Lena Fuchs')
  await expect(other.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  await proposal.getByRole('button', { name: 'Create “Order chain oil”' }).click()
  await expect(other.getByRole('checkbox', { name: 'Select Order chain oil' })).toBeVisible()
  await other.getByRole('link', { name: 'Mate', exact: true }).click()
  const mine = await answerTo(other, 'Which tasks do I have?')
  await expect(mine.getByRole('link', { name: 'Order chain oil' })).toBeVisible()
  await other.context().close()
})

test('Another program reads and proposes with an access token, and the person confirms in the app [D47]', async ({
  page,
}) => {
  const tom = await Person.signUp(server, 'Tom Reyes')
  await tom.createWorkspace('Old Market Cycles')
  await openAs(page, tom, '/profile')
  await page.getByRole('button', { name: 'New access token' }).click()
  const form = page.getByRole('dialog', { name: 'New access token' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Laptop agent')
  await expectAccessible(page, 'the form of an access token')
  await form.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: 'Your new access token' })
  const secret = await made.getByRole('textbox', { name: 'Token' }).inputValue()
  const address = await made.getByRole('textbox', { name: 'Address of the server' }).inputValue()
  await made.getByRole('button', { name: 'Done' }).click()

  const client = new Client({ name: 'agent', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }))
  const use = (name: string, input: object) => client.callTool({ name, arguments: { ...input } })
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('propose_task')
  expect(JSON.stringify(await use('find_people', {}))).toContain('Tom Reyes')
  expect(JSON.stringify(await use('propose_task', { title: 'Order pads' }))).toContain('nothing has happened yet')

  await page.getByRole('link', { name: 'Mate', exact: true }).click()
  await expect(page.getByText('Laptop agent proposes this through your access token.')).toBeVisible()
  expect(JSON.stringify(await use('propose_task', { title: 'Call the supplier' }))).toContain('Proposed')
  await page.getByRole('button', { name: 'Create “Call the supplier”' }).click()
  await expect(page.getByRole('link', { name: 'Call the supplier created' })).toBeVisible()
  expect(JSON.stringify(await use('find_tasks', {}))).toContain('Call the supplier')

  await page.goBack()
  await expect(page.getByText(/Last used: Today/)).toBeVisible()
  await expectAccessible(page, 'access tokens')
  await page.getByRole('button', { name: 'Revoke Laptop agent' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Laptop agent was revoked')).toBeVisible()
  await expect(use('find_people', {})).rejects.toThrow()
})
