import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { createJob, runJob } from '#shared/contract/jobs/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { openAs } from './pages/session'
import { expectColour, openSources, source } from './pages/sources'
import { expectAccessible } from './support/axe'
import { pictureOf, StillCamera } from './support/camera'
import { expectFits } from './support/fits'
import { serve, test, withCameras } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withCameras)
const wall = new StillCamera()
const red = [255, 0, 0] as const
const blue = [0, 0, 255] as const
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

const thumbnails = (page: Page) => page.getByRole('list', { name: /^Pictures from/ }).getByRole('button')

/** The length of a film in seconds as the browser plays it to its end. */
const played = (page: Page, film: Buffer) =>
  page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const video = document.createElement('video')
    video.muted = true
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
    await new Promise((resolve, reject) => {
      video.onended = resolve
      video.onerror = () => reject(new Error(video.error?.message))
      video.play().catch(reject)
    })
    return { width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime }
  }, film.toString('base64'))

test('what a camera showed is found again: from its details, from a job and from a log, taken along as a film and as files, and watched as it grows [D34, D41]', async ({
  page,
  browser,
}) => {
  test.slow()
  wall.picture = await pictureOf(browser, 'red')
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { camera_id } = await maya.call(addCamera, { name: 'Yard', url: wall.address })
  const { doc_id } = await maya.createLogbook('Yard log')
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Yard watch',
    minute_interval: 60,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [doc_id] },
  })
  await openAs(page, maya)
  await openSources(page, server.url)
  await expectColour(page, 'Yard', red)
  await maya.call(runJob, { instruction_id })
  wall.picture = await pictureOf(browser, 'blue')
  await expectColour(page, 'Yard', blue)

  await source(page, 'Yard').click()
  await page.getByRole('complementary', { name: 'Yard' }).getByRole('link', { name: 'Timeline' }).click()
  await expect(page.getByRole('heading', { name: 'Yard', level: 1 })).toBeVisible()
  await expectColour(page, 'Yard', blue)
  await page.getByText('Hour', { exact: true }).click()
  await expect(thumbnails(page)).not.toHaveCount(1)
  await thumbnails(page).last().focus()
  await page.keyboard.press('Home')
  await expectColour(page, 'Yard', red)
  const marks = page.getByRole('region', { name: 'Jobs of this time' })
  await expect(marks).toContainText('Yard watch wrote a log')
  await expectAccessible(page, 'the timeline of a camera')

  await marks.getByRole('link', { name: /^Open log/ }).click()
  await page
    .getByRole('feed', { name: 'Logs' })
    .getByRole('button', { name: /^Open the picture/ })
    .click()
  await page.getByRole('button', { name: 'Picture after' }).click()
  await expect(page.getByRole('button', { name: 'Back to the picture of the log' })).toBeVisible()
  await expectAccessible(page, 'the picture after that of a log')
  await page.getByRole('link', { name: 'Open in the timeline' }).click()
  await expect(page.getByRole('heading', { name: 'Yard', level: 1 })).toBeVisible()
  await expect(page.getByRole('radio', { name: '10 min' })).toBeChecked()
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('img', { name: /^Yard, picture from/ })).toBeVisible()
  expect(page.url()).toBe(address)

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export pictures of Yard' })
  await expect(dialog.getByRole('region', { name: 'What will be in the file' })).toContainText(/\d pictures/)
  await expectAccessible(page, 'a time-lapse before it is made')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save film' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Yard \d{4}-\d\d-\d\d \d\d\.\d\d\.mp4$/)
  // The policy of the app lets no page play what it was given as bytes.
  const film = await played(await browser.newPage(), await readFile(await download.path()))
  expect(film.width).toBeGreaterThan(0)
  expect(film.seconds).toBeGreaterThan(0)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('Pictures', { exact: true }).click()
  const archiving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save pictures' }).click()
  const archive = await archiving
  expect(archive.suggestedFilename()).toMatch(/^Yard \d{4}-\d\d-\d\d \d\d\.\d\d\.zip$/)
  expect((await readFile(await archive.path())).toString('latin1')).toMatch(
    /^PK.*\d\d\.\d\d\.\d\d\.\d{3} [+-]\d{4}\.jpg/s,
  )

  // Nobody looks live; a picture that a job takes is added while an earlier one stays large. Of ten minutes or an hour, the
  // next one could begin meanwhile.
  const wholeDay = page.getByRole('radio', { name: 'Day', exact: true })
  await page.locator('label', { has: wholeDay }).click()
  await expect(wholeDay).toBeChecked()
  await thumbnails(page).last().focus()
  await page.keyboard.press('Home')
  await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'true')
  const count = await thumbnails(page).count()
  await maya.call(runJob, { instruction_id })
  await expect(page.getByRole('button', { name: /new picture/i })).toBeVisible()
  await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'true')
  await expect(thumbnails(page)).toHaveCount(count + 1)
  await page.getByRole('button', { name: /new picture/i }).click()
  await expect(thumbnails(page).last()).toHaveAttribute('aria-current', 'true')
  // Within a second a job is given the last picture again.
  await expect(async () => {
    await maya.call(runJob, { instruction_id })
    await expect(thumbnails(page).nth(count + 1)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(thumbnails(page).last()).toHaveAttribute('aria-current', 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
})
