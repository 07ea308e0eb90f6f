import { expect, type Page } from '@playwright/test'
import { grantAccess } from '#shared/contract/documents/endpoints'
import { createJob, listRuns, runJob } from '#shared/contract/jobs/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { addCamera } from '#shared/contract/sources/cameras'
import { addComment } from '#shared/contract/tasks/comments'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { pictureOf, StillCamera } from './support/camera'
import { expectFits } from './support/fits'
import { serve, test, withoutPlans } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withoutPlans)
const wall = new StillCamera()
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

const item = (page: Page, words: string | RegExp) =>
  page.getByRole('feed', { name: 'Activity' }).getByRole('article', { name: words })

test('two people follow what happens: each sees what they may, new items wait behind a button, and each leads to its thing [2.14, 3.11b, 4.9, D16]', async ({
  page,
  browser,
}) => {
  wall.picture = await pictureOf(browser, 'teal')
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Harbourside' })
  const bay = await maya.createLogbook('Bay log')
  const wages = await maya.createLogbook('Wages', 'private')
  await maya.write(bay.doc_id, 'Drive side 92 to 98. **Round** to 0.3 mm.', 'W-77 rear laced')
  await maya.write(wages.doc_id, 'Two hours of overtime.', 'Overtime')
  const { task_id } = await maya.call(createTask, { title: 'Brake bleed and new pads', branch_id })
  await maya.call(updateTasks, { task_id, status: 'in_progress' })
  await maya.call(addComment, { task_id, comment: 'Rider asked for 4:30 instead.' })
  await maya.call(grantAccess, {
    doc_id: bay.doc_id,
    grantee_kind: 'branch',
    grantee_id: branch_id,
    level: 'editor',
  })
  const { camera_id } = await maya.call(addCamera, { name: 'Yard', url: wall.address })
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Yard watch',
    minute_interval: 60,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [bay.doc_id] },
  })
  await maya.call(runJob, { instruction_id })
  // What happens after the page has loaded waits behind a button.
  await expect
    .poll(async () => (await maya.call(listRuns, { instruction_id })).map(({ status }) => status))
    .toEqual(['succeeded'])

  await openAs(page, maya, '/activity')
  await expect(item(page, 'Job Yard watch finished')).toBeVisible()
  await expect(
    item(page, 'Mate added a log to Bay log, by the job Yard watch').getByRole('listitem').getByRole('button'),
  ).toBeVisible()
  await expect(item(page, 'Maya Okafor added a log to Wages')).toContainText('Overtime')
  await expect(item(page, 'Maya Okafor gave Harbourside access to Bay log')).toBeVisible()
  await expect(item(page, 'Tom Reyes joined')).toBeVisible()
  await expectAccessible(page, 'Activity')
  await expectFits(page)

  const his = await (await browser.newContext()).newPage()
  await openAs(his, tom, '/activity')
  await expect(item(his, 'Maya Okafor commented on Brake bleed and new pads')).toContainText('Rider asked for 4:30')
  await expect(item(his, 'Maya Okafor moved Brake bleed and new pads from To do to In progress')).toBeVisible()
  await expect(item(his, 'Mate added a log to Bay log, by a job')).toBeVisible()
  await expect(item(his, /Wages|Yard watch/)).toHaveCount(0)

  // What is new waits, and does not move the list.
  await maya.write(bay.doc_id, 'The wheel is true.', 'W-77 finished')
  const fresh = his.getByRole('button', { name: '1 new update' })
  await expect(fresh).toBeVisible()
  await expect(his.getByText('W-77 finished')).toHaveCount(0)
  await fresh.click()
  await expect(his.getByText('W-77 finished')).toBeVisible()
  await expect(fresh).toBeHidden()

  // By the keyboard: the newest item, the next ones, and the thing that it is about.
  await his.keyboard.press('j')
  await expect(item(his, 'Maya Okafor added a log to Bay log').first()).toBeFocused()
  await his.keyboard.press('Enter')
  await expectRoute(his, /^\/docs\/\d+\?log=\d+/)
  await expect(his.getByRole('heading', { name: 'W-77 finished' })).toBeVisible()

  // Filters are part of the address.
  await navigation(page).getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('button', { name: 'Tasks and comments' }).click()
  await expect(item(page, /log to/)).toHaveCount(0)
  await expectRoute(page, '/activity?show=tasks')
  await page.reload()
  await expect(item(page, 'Maya Okafor commented on Brake bleed and new pads')).toBeVisible()
  await page.getByRole('button', { name: 'Tom Reyes' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filter' }).first().click()
  await expect(item(page, 'Tom Reyes joined')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Logbooks' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(item(page, 'Maya Okafor added a log to Wages')).toBeVisible()
  await expect(item(page, 'Tom Reyes joined')).toHaveCount(0)
  await expectAccessible(page, 'Activity on a phone')
})
