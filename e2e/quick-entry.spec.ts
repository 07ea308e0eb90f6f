import { expect, type Page } from '@playwright/test'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { log, savedLog } from './pages/logbook'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { hearing as test } from './support/dialogue'
import { networkErrors, serve } from './support/fixtures'
import { Person } from './support/person'

// A page that is reloaded without a connection starts from the service worker.
test.use({ serviceWorkers: 'allow' })
const server = serve()
const line = (page: Page) =>
  page.getByRole('form', { name: 'Write in one line' }).getByRole('textbox', { name: 'Write a log' })

test('a log is written in one line, with a label and a time, also without a connection and on a phone [3.8, 4.7a, D19]', async ({
  page,
  provokes,
}) => {
  provokes(networkErrors)
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
  await expectAccessible(page, 'a log in one line with labels to choose from')
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
  // A label takes one tap, and the text keeps the focus.
  const quick = form.getByRole('group', { name: 'Labels' })
  await line(page).fill('Lift is stuck')
  await quick.getByRole('button', { name: 'Over plan' }).click()
  await expect(quick.getByRole('button', { name: 'Over plan' })).toHaveAttribute('aria-pressed', 'true')
  await expect(line(page)).toBeFocused()
  await quick.getByRole('button', { name: 'Bay free' }).click()
  await quick.getByRole('button', { name: 'Bay free' }).click()
  await expectAccessible(page, 'a log in one line on a phone, with a label')
  await page.context().setOffline(true)
  await line(page).press('Enter')
  await expect(log(page, 'Lift is stuck')).toContainText('Over plan')
  await page.context().setOffline(false)
  await expect(savedLog(page, 'Lift is stuck')).toContainText('Over plan')
  await expect(savedLog(page, 'Lift is stuck')).not.toContainText('Bay free')
  await expect(quick.getByRole('button', { name: 'Over plan' })).toHaveAttribute('aria-pressed', 'false')
  await line(page).fill('#bay-free Swept')
  await expect(form.getByRole('list')).toContainText('Bay free')
  await expectAccessible(page, 'a log in one line on a phone')
  await line(page).press('Enter')
  await expect(savedLog(page, 'Swept')).toContainText('Bay free')

  // A voice note is recorded without a connection, survives a reload and goes with its log.
  await page.context().grantPermissions(['microphone'])
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(form.getByText('0:01')).toBeVisible()
  await expectAccessible(page, 'a voice note being recorded on a phone')
  await page.getByRole('button', { name: 'Finish the voice note' }).click()
  const chosen = page.getByRole('list', { name: 'Attached files' })
  await expect(chosen).toContainText(/Voice note, \d+ s\.webm/)
  // The browser would ask before leaving as long as the sound is not on this device.
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.context().setOffline(false)
  await page.reload()
  await expect(chosen).toContainText(/Voice note, \d+ s\.webm/)
  await line(page).fill('Heard at the counter')
  await line(page).press('Enter')
  const heard = savedLog(page, 'Heard at the counter')
  await expect(heard.getByLabel(/^Voice note, \d+ s\.webm$/)).toHaveJSProperty('tagName', 'AUDIO')

  // So is a photo, taken in one tap, also when the page is reloaded without a connection before it is sent.
  const photo = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await (await camera).setFiles({ name: 'rim.png', mimeType: 'image/png', buffer: photo })
  await expect(chosen).toContainText('rim.png')
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.reload()
  await expect(chosen).toContainText('rim.png')
  await line(page).fill('Rim is bent')
  await line(page).press('Enter')
  await expect(log(page, 'Rim is bent')).toBeVisible()
  await page.reload()
  await expect(log(page, 'Rim is bent')).toBeVisible()
  await page.context().setOffline(false)
  const bent = savedLog(page, 'Rim is bent')
  const taken = bent.getByRole('button', { name: 'Open the picture rim.png' }).locator('img').last()
  await expect.poll(() => taken.evaluate(picture => (picture as HTMLImageElement).naturalWidth)).toBe(60)
})
