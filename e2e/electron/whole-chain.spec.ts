import { expect, type Page } from '@playwright/test'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { readFeed } from '#shared/contract/sources/endpoints'
import { log } from '../pages/logbook'
import { answerTo } from '../pages/mate'
import { choose } from '../pages/select'
import { openAs, signIn } from '../pages/session'
import { navigation } from '../pages/shell'
import { expectAccessible } from '../support/axe'
import { StillCamera } from '../support/camera'
import { serveAlone, test } from '../support/fixtures'
import { Person } from '../support/person'
import { ordersPage, takePicture, yardScene } from '../support/scenes'
import { Desktop, doubles } from './desktop'
import { size } from './display'

const server = serveAlone({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
const wall = new StillCamera()
const minute = 60_000
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

async function addRule(
  page: Page,
  { amount, comparison, label, text }: Record<'amount' | 'comparison' | 'label' | 'text', string>,
) {
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await choose(dialog.getByRole('combobox', { name: 'What is measured' }), 'brightness')
  await choose(dialog.getByRole('combobox', { name: 'Comparison' }), comparison)
  await dialog.getByRole('spinbutton', { name: 'Amount' }).fill(amount)
  await choose(dialog.getByRole('combobox', { name: 'Give the label' }), label)
  await dialog.getByRole('textbox', { name: 'Write' }).fill(text)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

for (const launcher of doubles)
  test('a shared screen and a camera become logs, labels, a graph and an answer, and each leads back to its picture [1.7, 1.8, 3.15, 7.20a, D22, D28, D29, D32]', {
    tag: '@double',
  }, async ({ page, browser }) => {
    // The clock jumps past the end of signed addresses of pictures.
    test.setTimeout(240_000)
    wall.picture = await yardScene(browser, 'shut')
    const maya = await Person.signUp(server, 'Maya Okafor')
    await maya.createWorkspace('Ridgeway Cycles')
    const tom = await Person.signUp(server, 'Tom Reyes')
    await maya.takesIn(tom)
    const { doc_id } = await maya.createLogbook('Yard log')
    await maya.call(createGraph, { logbook_id: doc_id, name: 'Gate', labels: { '0': 'Shut', '1': 'Open' } })

    const desktop = new Desktop(launcher, () => server.url)
    await desktop.open()
    try {
      // Tom shares his screen, which shows the orders of the day, from the desktop app.
      const app = await desktop.launch()
      await signIn(app.page, server, tom.email)
      await expect(app.page.getByRole('textbox', { name: 'Ask Mate' })).toBeVisible()
      await navigation(app.page)
        .getByRole('link', { name: /^Source/ })
        .click()
      await app.page.getByRole('button', { name: 'Share your screen' }).click()
      await app.page
        .getByRole('dialog', { name: /^Share your screen/ })
        .getByRole('button', { name: 'Start sharing' })
        .click()
      await expect(app.page.getByRole('region', { name: 'Screen sharing status' })).toContainText('Entire screen')
      const orders = await desktop.showWindow(ordersPage, { x: 0, y: 0, ...size })

      // Maya adds a camera.
      await openAs(page, maya, '/feed')
      await page.getByRole('button', { name: 'Add a camera' }).first().click()
      const camera = page.getByRole('dialog', { name: 'Add a camera' })
      await camera.getByRole('textbox', { name: 'Name' }).fill('Yard')
      await camera.getByRole('textbox', { name: 'Address' }).fill(wall.address)
      await camera.getByRole('button', { name: 'Test and show the picture' }).click()
      await camera.getByRole('button', { name: 'Add camera' }).click()
      await expect(camera).toBeHidden()
      const sources = page.getByRole('list', { name: 'Sources' })
      const shown = () =>
        sources
          .locator('img[src]')
          .evaluateAll(images => images.filter(image => (image as HTMLImageElement).naturalWidth >= 640).length)
      await expect.poll(shown).toBeGreaterThanOrEqual(2)
      await takePicture(page, 'sources')

      // She has a job look at the gate every minute, and another one at what Tom shares.
      await page.goto(`${server.url}/#/jobs/new`)
      await page.getByRole('textbox', { name: 'Name of the job' }).fill('Gate watch')
      await page.getByRole('button', { name: 'Add a source' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Yard' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add a logbook' }).click()
      const logbooks = page.getByRole('dialog', { name: 'Logbooks that the job writes to' })
      await logbooks.getByRole('checkbox', { name: 'Yard log' }).check()
      await logbooks.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: /^Choose labels/ }).click()
      await page.getByRole('menuitemradio', { name: 'Gate' }).click()
      await page.getByRole('spinbutton', { name: 'How often' }).fill('1')
      const hours = page.getByRole('button', { name: 'Remove hours 1' })
      if (await hours.isVisible()) await hours.click()
      await addRule(page, { comparison: 'Less than', amount: '50', label: 'Open', text: 'The gate is open.' })
      await addRule(page, { comparison: 'More than', amount: '50', label: 'Shut', text: 'The gate is shut.' })
      await page.getByRole('button', { name: 'Create job' }).click()
      await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible()
      await expect(page.getByRole('spinbutton', { name: 'How often' })).toHaveValue('1')
      await takePicture(page, 'job')
      await expectAccessible(page, 'the job of the whole chain')
      await page.emulateMedia({ colorScheme: 'light' })

      const [sharing] = (await maya.call(readFeed, {})).screen_sharing_users
      await maya.call(createJob, {
        instruction_text: 'Orders board',
        minute_interval: 1,
        timezone: 'UTC',
        source: { user_ids: [sharing?.user.user_id ?? 0] },
        destination: { logbook_ids: [doc_id] },
      })

      // A minute later its log is there, and another one when the gate was opened.
      await page.goto(`${server.url}/#/docs/${doc_id}`)
      await server.advance(minute)
      // The clock also goes on by itself, so there may be two.
      await expect(log(page, 'The gate is shut.').first()).toBeVisible({ timeout: 60_000 })
      wall.picture = await yardScene(browser, 'open')
      await server.advance(minute)
      // A run that was due before the clock was moved may see it too.
      const opened = log(page, 'The gate is open.').first()
      await expect(opened).toBeVisible({ timeout: 60_000 })
      await expect(opened.getByRole('list', { name: 'Labels' })).toContainText('Open')
      await expect(opened.getByRole('button', { name: /^Open the picture/ })).toBeVisible()
      await expect(
        log(page, 'Orders board')
          .first()
          .getByRole('button', { name: /^Open the picture/ }),
      ).toBeVisible()
      await expect(page.getByRole('region', { name: 'Labels today' })).toContainText('Open')
      await takePicture(page, 'logbook')

      // The graph leads to the log, and the log to the frame.
      await page.getByRole('button', { name: 'Graphs' }).click()
      await page.getByRole('menuitem', { name: /^Gate/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Gate' })).toBeVisible()
      await takePicture(page, 'graph')
      await page
        .getByRole('slider', { name: /^Logs with Open/ })
        .first()
        .press('Enter')
      await page
        .getByRole('article', { name: /The gate is open/ })
        .getByRole('button', { name: /^Open the picture/ })
        .first()
        .click()
      const lightbox = page.getByRole('dialog')
      await expect(lightbox.getByRole('img', { name: /^Picture of/ })).toBeVisible()
      await expect(lightbox.getByText('Yard', { exact: true })).toBeVisible()
      await takePicture(page, 'frame')
      await page.keyboard.press('Escape')

      // Mate knows of it, too.
      await page.goto(`${server.url}/#/chat`)
      const answer = await answerTo(page, 'What happened in the Yard log today?')
      await expect(answer.getByRole('link', { name: /The gate is open/ }).first()).toBeVisible()
      await takePicture(page, 'answer')
      await page.goto(`${server.url}/#/organisation/sharing`)
      await expect(page.getByRole('list', { name: 'Cameras' })).toBeVisible()
      await takePicture(page, 'sharing')
      await orders.close()
    } finally {
      await desktop.close()
    }
  })
