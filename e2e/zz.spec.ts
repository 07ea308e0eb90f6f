import { expect, type Page } from '@playwright/test'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { log, savedLog } from './pages/logbook'
import { openAs } from './pages/session'

import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
const line = (page: Page) =>
  page.getByRole('form', { name: 'Write in one line' }).getByRole('textbox', { name: 'What happened' })

test("shots", async ({
  page,
}) => {
  const tom = await Person.signUp(server, 'Tom')
  await tom.createWorkspace('Ridgeway Cycles')
  const { doc_id } = await tom.createLogbook('Bay log')
  await tom.call(createGraph, { logbook_id: doc_id, name: 'Bays', labels: { 0: 'Bay free', 1: 'Over plan' } })
  await openAs(page, tom, `/docs/${doc_id}`)

  await expect(page.getByRole('heading', { name: 'No logs yet' })).toBeVisible()
  await line(page).fill('Doors opened')
  await line(page).press('Enter')
  await expect(savedLog(page, 'Doors opened')).toBeVisible()
  await expect(line(page)).toBeFocused()

  await page.keyboard.type('yesterday 14:00 Ticket 4182 came off #over')
  await expect(page.getByRole('option', { name: 'Over plan' })).toBeVisible()
  await page.screenshot({path:"/tmp/shots/tg-q1.png"});await page.emulateMedia({colorScheme:"dark"});await page.screenshot({path:"/tmp/shots/tg-q1d.png"});await page.emulateMedia({colorScheme:"light"})
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Write in one line' })
  await expect(form.getByText(/^Happened .*2:00 PM$/)).toBeVisible()
  await expect(form.getByRole('list')).toContainText('Over plan')
  await page.reload()
  await expect(line(page)).toHaveValue('yesterday 14:00 Ticket 4182 came off ')

  await page.context().setOffline(true)
  await line(page).press('Enter')
  await expect(log(page, 'Ticket 4182 came off')).toBeVisible()
  await page.context().setOffline(false)
  await expect(savedLog(page, 'Ticket 4182 came off')).toContainText('2:00 PM, written later')
  await expect(savedLog(page, 'Ticket 4182 came off')).toContainText('Over plan')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await line(page).fill('#bay-free Swept')
  await expect(form.getByRole('list')).toContainText('Bay free')
  await page.screenshot({path:"/tmp/shots/tg-q2.png"})
  await line(page).press('Enter')
  await expect(savedLog(page, 'Swept')).toContainText('Bay free')
})
