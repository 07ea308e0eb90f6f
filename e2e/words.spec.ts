import { type Browser, expect } from '@playwright/test'
import { createJob } from '#shared/contract/jobs/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { StillCamera } from './support/camera'
import { expectFits } from './support/fits'
import { serve, test, withCameras } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withCameras)
const counter = new StillCamera()
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(() => counter.start())
test.afterAll(() => counter.stop())

/** A display with a text, as JPEG. */
async function displayOf(browser: Browser, text: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 960, height: 540 } })
  await page.setContent(`<body style="background: #123; color: #fff; font: 60px sans-serif; padding: 80px">${text}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return picture
}

test('a job reads the number on a display, says so to who is watched, and the search leads to the picture [D48]', async ({
  page,
  browser,
}) => {
  test.slow()
  counter.picture = await displayOf(browser, 'Now waiting: 7')
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { camera_id } = await maya.call(addCamera, { name: 'Counter', url: counter.address })
  const { doc_id } = await maya.createLogbook('Counter log')
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Queue watch',
    minute_interval: 500,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [doc_id] },
  })
  await openAs(page, maya, `/jobs/${instruction_id}`)
  const rules = page.getByRole('region', { name: 'What to watch' })
  await rules.getByRole('switch', { name: 'Read words and numbers' }).click()
  await rules.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.getByRole('dialog', { name: 'Add a rule' })
  await rule.getByRole('combobox', { name: 'What is measured' }).click()
  await page.getByRole('option', { name: 'words on the picture' }).click()
  await rule.getByRole('textbox', { name: 'Words' }).fill('now WAITING')
  await expectAccessible(page, 'a rule about words')
  await rule.getByRole('combobox', { name: 'What is measured' }).click()
  await page.getByRole('option', { name: 'number on the picture' }).click()
  await rule.getByRole('spinbutton', { name: 'Amount' }).fill('5')
  await rule.getByRole('textbox', { name: 'Write' }).fill('The queue is long.')
  await rule.getByRole('button', { name: 'Done' }).click()
  await expect(rules.getByText('If the picture shows a number above 5')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Job saved')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  const result = page.getByRole('region', { name: 'What the last run wrote' })
  await expect(result.getByText('The queue is long.').first()).toBeVisible()
  const history = page.getByRole('complementary', { name: 'Run history' })
  await history.getByRole('button', { name: /The queue is long/ }).click()
  await expect(history.getByText('Now waiting: 7')).toBeVisible()
  await expectAccessible(page, 'a job that reads words')

  await page.goto(`${server.url}/#/search?q=waiting`)
  await page.getByRole('link', { name: /Now waiting: 7/ }).click()
  const beside = page.getByRole('region', { name: 'Selected result' })
  await expect(beside.getByRole('img', { name: /^Picture/ })).toBeVisible()
  await expectAccessible(page, 'a picture beside the other results')
  await beside.getByRole('link', { name: 'Open' }).click()
  const picture = page.getByRole('dialog')
  await expect(picture.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).toBeHidden()
  await expect(page.getByText('Words are read by Queue watch')).toBeVisible()
  await expectAccessible(page, 'a source whose words are read')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/#/jobs/${instruction_id}`)
  await expect(rules.getByRole('switch', { name: 'Read words and numbers' })).toBeChecked()
  await expectFits(page)
})
