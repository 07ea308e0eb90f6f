import { expect, type Page } from '@playwright/test'
import { addSamples } from '#shared/contract/intro/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { pageText } from './pages/document'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { serve, test, withoutPlans, withSandbox } from './support/fixtures'
import { Person } from './support/person'
import { takePicture } from './support/scenes'

// Pictures of the guides and the README that the story of the whole chain does not pass. They are taken in every run, so
// that what leads to them is known to work; only `npm run screenshots` puts them among the documentation.

const server = serve(withoutPlans)
const paid = serve(withSandbox)
test.use({ viewport: { width: 1440, height: 900 } })
// Making the workshop takes longer than the pictures of it.
test.describe.configure({ mode: 'default' })
let maya: Person
test.beforeAll(async () => {
  maya = await workshop()
})

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(1_439, 899)
  await expect(page.locator('[aria-busy=true], [data-awaited]')).toHaveCount(0)
  await takePicture(page, name)
}

/** A workshop with people, a sample week, and tasks for today. */
async function workshop(): Promise<Person> {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  for (const name of ['Tom Reyes', 'Priya Nair', 'Jonas Weber', 'Dev Patel']) {
    await maya.takesIn(await Person.signUp(server, name))
  }
  await maya.call(addBranch, { branch_name: 'Old Market', branch_address: '3 Corn Row', branch_city: 'Port Ellery' })
  await maya.call(addSamples, {})
  const { branches, all_users } = await maya.call(organisationInfo, {})
  const days = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '08:30', to: '21:00' }))
  await maya.call(setWorkingHours, { timezone: 'UTC', days })
  const tasks = [
    ['True the wheels of the tandem', 90, 'high', 'Maya Okafor'],
    ['Order brake pads', 30, 'normal', 'Tom Reyes'],
    ['Call Halden about the rental bikes', 20, 'urgent', 'Maya Okafor'],
    ['Clean the stand in bay 2', 45, 'low', 'Priya Nair'],
    ['Replace the chain of 4182', 60, 'high', 'Jonas Weber'],
  ] as const
  for (const [title, estimate_minutes, priority, name] of tasks) {
    await maya.call(createTask, {
      ...{ title, estimate_minutes, priority, branch_id: branches[0]?.id ?? 0 },
      assignees: all_users.flatMap(({ user_id, user_displayname }) => (user_displayname === name ? user_id : [])),
    })
  }
  return maya
}

test('pictures of a day at work', async ({ page }) => {
  await openAs(page, maya, '/mytasks')
  await expect(page.getByText('True the wheels of the tandem').first()).toBeVisible()
  await take(page, 'tasks')
  await page.goto(`${server.url}/#/home/spaces`)
  await page.getByRole('button', { name: 'By person' }).or(page.getByText('By person')).first().click()
  await expect(page.getByText('Replace the chain of 4182')).toBeVisible()
  await take(page, 'home')
  await page.goto(`${server.url}/#/dashboard`)
  await page.getByText('7 days').click()
  await expect(page.getByText('Logs written per day')).toBeVisible()
  await take(page, 'dashboard')
  await page.goto(`${server.url}/#/docs`)
  await page.getByRole('link', { name: /^Sample: opening checklist/ }).click()
  await expect(pageText(page)).toContainText('Compressor on, pressure above 6 bar')
  await take(page, 'page')
  await page.goto(`${server.url}/#/chat`)
  await answerTo(page, 'What happened this week?')
  await take(page, 'mate')
})

test('pictures of the administration', async ({ page }) => {
  await openAs(page, maya, '/organisation/people')
  await expect(page.getByRole('heading', { name: 'What each role can do' })).toBeVisible()
  await take(page, 'people')
  await page.goto(`${server.url}/#/organisation/audit`)
  await expect(page.getByRole('list', { name: 'Audit log' })).toBeVisible()
  await take(page, 'audit')
  await page.goto(`${server.url}/#/organisation/general`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Export again' })).toBeVisible()
  await page.getByRole('heading', { name: 'Export this workspace' }).scrollIntoViewIfNeeded()
  await take(page, 'export')
  await page.goto(`${server.url}/#/profile`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible()
  await take(page, 'erase')
})

test('a picture of the plans', async ({ page }) => {
  const owner = await Person.signUp(paid, 'Maya Okafor')
  await owner.createWorkspace('Ridgeway Cycles')
  await openAs(page, owner, '/plans')
  await expect(page.getByRole('button', { name: /^Try Team/ })).toBeVisible()
  await take(page, 'plans')
})
