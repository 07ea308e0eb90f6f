import { expect, type Page } from '@playwright/test'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { chooseByKeys } from './pages/keyboard'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { expectFits } from './support/fits'
import { serve, test, withoutPlans } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withoutPlans)

/** The next Monday, whatever today is. */
const monday = (() => {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7))
  return date.toISOString().slice(0, 10)
})()
const at = (time: string) => `${monday}T${time}:00.000Z`
const everyDay = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
  ...{ weekday, from: '08:30', to: '17:00' },
  breaks: [{ from: '12:30', to: '13:00' }],
}))

const slot = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function showMonday(page: Page): Promise<void> {
  const name = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(monday))
  // The calendar comes after the page: what it lacks before says nothing about its month.
  await expect(slot(page, 'Next month')).toBeVisible()
  if (!(await slot(page, name).isVisible())) await slot(page, 'Next month').click()
  await slot(page, name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a day plans itself, says what is late and why, and a person decides and moves tasks by keys and by hand, also to others, and who is planned for sees it at once [3.10a, 5.4a, D15]', async ({
  page,
  browser,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { branches, all_users } = await maya.call(organisationInfo, {})
  const id = (name: string) => all_users.find(person => person.user_displayname === name)?.user_id ?? 0
  for (const person of [maya, tom]) await person.call(setWorkingHours, { timezone: 'UTC', days: everyDay })
  const task = (title: string, minutes: number, more: object = {}) =>
    maya.call(createTask, {
      ...{ title, branch_id: branches[0]?.id ?? 0, estimate_minutes: minutes, assignees: [id('Tom Reyes')] },
      start_after_time: at('08:30'),
      ...more,
    })
  await task('Open and safety walk', 30, { fixed_start_time: at('08:30'), labels: ['Shop'] })
  await task('Rental fleet check', 180, { deadline: at('12:00'), labels: ['Rental'] })
  await task('Brake bleed and pads', 90, { deadline: at('13:00'), labels: ['Service'] })
  await task('Quote bottom bracket', 60, { labels: ['Counter'] })

  await openAs(page, maya, '/home/schedule')
  await page.getByRole('checkbox', { name: 'Tom Reyes' }).check()
  await showMonday(page)
  await expect(slot(page, /^Open and safety walk ?8:30 AM to 9 AM, fixed$/)).toBeVisible()
  await expect(slot(page, /^Rental fleet check ?9 AM to 12 PM$/)).toBeVisible()
  await expect(slot(page, /^Brake bleed and pads ?part 1 of 2, 1 hr late, 12 PM to 12:30 PM$/)).toBeVisible()
  await expectAccessible(page, 'the schedule')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await slot(page, 'Tom').click()
  await expect(slot(page, /^Rental fleet check/)).toBeVisible()
  await expectFits(page)
  // The calendars that are kept free, one of them with an account, on a phone.
  await slot(page, 'Other calendars').click()
  await page.getByRole('checkbox', { name: 'Sign in by CalDAV' }).check()
  await expect(page.getByLabel('Password')).toBeVisible()
  await expectFits(page)
  await expectAccessible(page, 'the form of a calendar on a phone')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('checkbox', { name: 'Maya Okafor' }).check()

  // Tom looks at his day in a browser of his own.
  const his = await (await browser.newContext()).newPage()
  await openAs(his, tom, '/home/schedule')
  await showMonday(his)
  await expect(slot(his, /^Rental fleet check ?9 AM to 12 PM$/)).toBeVisible()

  const problems = page.getByRole('region', { name: 'What does not work out' })
  await expect(problems).toContainText(
    'Tom Reyes ends “Brake bleed and pads” 1 hr late, because “Rental fleet check” takes 3 hr',
  )
  await problems.getByRole('button', { name: 'Give it to Maya Okafor' }).click()
  await expect(slot(page, /^Brake bleed and pads ?8:30 AM to 10 AM$/)).toBeVisible()
  await expect(problems).toBeHidden()

  const later = slot(page, /^Quote bottom bracket/).first()
  await later.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '15 minutes later' }).click()
  await expect(slot(page, /^Quote bottom bracket ?12:15 PM to 1:15 PM, fixed$/)).toBeVisible()
  const box = await later.boundingBox()
  if (!box) throw new Error('The task has no place.')
  await page.mouse.move(box.x + 40, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 76, { steps: 4 })
  await page.mouse.up()
  await expect(slot(page, /^Quote bottom bracket ?1:15 PM to 2:15 PM, fixed$/)).toBeVisible()

  await expect(slot(his, /^Quote bottom bracket ?1:15 PM to 2:15 PM, fixed$/)).toBeVisible()
  await expect(slot(his, /^Brake bleed and pads/)).toBeHidden()

  // Longer by its lower edge, and as long as before.
  const edge = await later.boundingBox()
  if (!edge) throw new Error('The task has no place.')
  await page.mouse.move(edge.x + 40, edge.y + edge.height)
  await page.mouse.down()
  await page.mouse.move(edge.x + 40, edge.y + edge.height + 33, { steps: 4 })
  await page.mouse.up()
  await expect(slot(page, /^Quote bottom bracket ?1:15 PM to 2:45 PM, fixed$/)).toBeVisible()
  for (const end of ['2:30', '2:15']) {
    await later.press('Enter')
    await chooseByKeys(page, '15 minutes shorter')
    await expect(slot(page, new RegExp(`^Quote bottom bracket ?1:15 PM to ${end} PM, fixed$`))).toBeVisible()
  }

  // To another person, and back.
  const mayas = page.getByRole('region', { name: `Maya Okafor, ${monday}` })
  const [from, to] = [await later.boundingBox(), await mayas.boundingBox()]
  if (!from || !to) throw new Error('The column has no place.')
  await page.mouse.move(from.x + 40, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, from.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(mayas.getByRole('button', { name: /^Quote bottom bracket ?1:15 PM to 2:15 PM, fixed$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mayas.getByRole('button', { name: /^Quote bottom bracket/ })).toBeHidden()

  // A new task at a fixed time of the shown day, for the person beside.
  await page.getByRole('button', { name: 'Add a task' }).click()
  const added = page.getByRole('dialog', { name: 'New task' })
  await added.getByRole('textbox', { name: 'What is to be done?' }).fill('Call the rider 20 min')
  await added.getByRole('combobox', { name: 'Assigned' }).click()
  await page.getByRole('option', { name: 'Maya Okafor' }).click()
  await added.getByLabel('Begins at').fill('16:00')
  await expectAccessible(page, 'a new task of the schedule')
  await added.getByRole('button', { name: 'Create task' }).click()
  await expect(mayas.getByRole('button', { name: /^Call the rider ?4 PM to 4:20 PM, fixed$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Working hours and breaks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Working hours and breaks' })
  await dialog.getByRole('button', { name: 'Change working hours' }).click()
  await dialog.getByLabel('Monday, hours 1, from', { exact: true }).fill('10:00')
  await expectAccessible(page, 'the working hours beside the schedule')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Change working hours' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mayas.getByRole('button', { name: /^Brake bleed and pads ?10 AM to 11:30 AM$/ })).toBeVisible()
})
