import { expect, type Page } from '@playwright/test'
import { requestAccess } from '#shared/contract/access/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { addCamera } from '#shared/contract/sources/cameras'
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

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name })

test('the dashboard shows each person their numbers, what needs attention first, and the list behind every number [1.9, 2.13]', async ({
  page,
  browser,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Harbourside' })
  const bay = await maya.createLogbook('Bay log')
  const wages = await maya.createLogbook('Wages', 'private')
  for (const title of ['Bay 2 is free', 'Bay 1 is busy', 'Bay 2 is busy'])
    await maya.write(bay.doc_id, `${title}.`, title)
  await maya.write(wages.doc_id, 'Two hours of overtime.', 'Overtime')
  await maya.call(createTask, { title: 'Refund a deposit', branch_id, deadline: '2026-01-05T09:00:00.000Z' })
  const { task_id } = await maya.call(createTask, { title: 'Sweep the yard', branch_id })
  await maya.call(updateTasks, { task_id, status: 'done' })
  await tom.call(requestAccess, { kind: 'document', id: wages.doc_id })
  const { camera_id } = await maya.call(addCamera, { name: 'Yard', url: wall.address })
  await maya.call(createJob, {
    instruction_text: 'Yard watch',
    minute_interval: 60,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [bay.doc_id] },
  })

  await openAs(page, maya, '/dashboard')
  const attention = region(page, 'Needs attention now')
  await expect(attention.getByRole('link', { name: /Refund a deposit/ })).toBeVisible()
  await expect(attention.getByRole('link', { name: /Tom Reyes.*Wages/ })).toBeVisible()
  await expect(tile(page, 'Logs written')).toContainText('4')
  await expect(tile(page, 'Tasks done')).toContainText('1')
  await expect(region(page, 'Next jobs').getByRole('link', { name: /Yard watch.*Bay log/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Logs written per hour/ })).toBeVisible()
  await expectAccessible(page, 'the dashboard')

  // Tom counts what he may see.
  const his = await (await browser.newContext()).newPage()
  await openAs(his, tom, '/dashboard')
  await expect(tile(his, 'Logs written')).toContainText('3')
  await expect(region(his, 'Needs attention now')).not.toContainText('Wages')
  await expect(his.getByText('No job is planned.')).toBeVisible()

  // Every number opens its list, which is part of the address.
  await tile(page, 'Logs written').press('Enter')
  await expect(drawer(page, 'Logs written').getByRole('link')).toHaveCount(4)
  await page.reload()
  await expect(drawer(page, 'Logs written').getByRole('link')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(drawer(page, 'Logs written')).toBeHidden()
  await page.getByRole('button', { name: /^Bay log, .*: 3 logs$/ }).click()
  await expect(drawer(page, 'Logs written').getByRole('link')).toHaveCount(3)
  await drawer(page, 'Logs written')
    .getByRole('link', { name: /Bay 1 is busy/ })
    .click()
  await expectRoute(page, /^\/docs\/\d+\?log=\d+/)
  await page.goBack()

  // Longer periods, one space, and the chart as a table.
  await page.getByText('7 days', { exact: true }).click()
  await expect(page.getByRole('img', { name: /^Logs written per day/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(region(page, 'Logs written per day').getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'All spaces' }).click()
  await page.getByRole('menuitemradio', { name: 'Harbourside' }).click()
  await expect(tile(page, 'Logs written')).toContainText('0')
  await expect(tile(page, 'Tasks done')).toContainText('1')
  await expectRoute(page, `/dashboard?span=week&branch=${branch_id}`)

  // Counted anew when something changes.
  await maya.call(createTask, { title: 'Oil the gate', branch_id })
  await expect(tile(page, 'New tasks')).toContainText('3')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await expectAccessible(page, 'the dashboard on a phone')
})

test('a space shows its logbooks, sources, pinned graphs and open tasks, and leads to its chat [2.7, D4]', async ({
  page,
  browser,
}) => {
  wall.picture = await pictureOf(browser, 'teal')
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Harbourside' })
  const bay = await maya.call(createDocument, {
    ...{ document_name: 'Bay log', document_type: 'logbook', access: 'branch', branch_id },
  })
  const { graph_id } = await maya.call(createGraph, {
    ...{ logbook_id: bay.doc_id, name: 'How busy the bays are', labels: { 0: 'Busy', 1: 'Free' } },
  })
  await maya.call(writeLog, { doc_id: bay.doc_id, content: 'Bay 2 is busy.', labels: [{ graph_id, label: 0 }] })
  await maya.call(addCamera, { name: 'Yard', url: wall.address, branch_id })
  await maya.call(createTask, { title: 'Sweep the yard', branch_id })

  await openAs(page, maya, `/docs/${bay.doc_id}/${graph_id}`)
  await page.getByRole('button', { name: 'More actions for this graph' }).click()
  await page.getByRole('menuitem', { name: 'Show in spaces' }).click()
  await page.getByRole('checkbox', { name: 'Harbourside' }).check()
  await page.getByRole('button', { name: 'Close' }).click()

  await navigation(page).getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: /Harbourside.*1 open/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbourside' })).toBeVisible()
  const part = (name: string) => page.getByRole('tabpanel', { name })
  // From part to part by the keys.
  await page.getByRole('tab', { name: 'Tasks' }).press('ArrowRight')
  await expect(part('Logbooks').getByRole('link', { name: /Bay log/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(part('Watch').getByRole('button', { name: /^Yard, Camera, Live/ })).toBeVisible()
  await expectAccessible(page, 'the sources of a space')
  await page.keyboard.press('ArrowRight')
  await expect(part('Graphs').getByRole('link', { name: /How busy the bays are/ })).toContainText('Bay log')
  await expectAccessible(page, 'the graphs of a space')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await page.getByRole('button', { name: 'Open the chat of the space' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbourside' })).toBeVisible()
  await expectRoute(page, /^\/home\/messages\/\d+$/)
})
