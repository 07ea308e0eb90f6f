import { expect, type Locator, type Page } from '@playwright/test'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { log } from './pages/logbook'
import { answerTo } from './pages/mate'
import { openAs } from './pages/session'
import { expectAccessible } from './support/axe'
import { pictureOf, StillCamera } from './support/camera'
import { expectFits } from './support/fits'
import { serve, test, withCameras } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withCameras)
const wall = new StillCamera()
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(() => wall.start())
test.afterAll(() => wall.stop())

/** A workshop with a camera in its yard, and a logbook with a graph of the light. */
async function workshop() {
  const maya = await Person.signUp(server, 'Maya')
  await maya.createWorkspace('Ridgeway Cycles')
  const { camera_id } = await maya.call(addCamera, { name: 'Yard', url: wall.address })
  const { doc_id } = await maya.createLogbook('Yard log')
  const { graph_id } = await maya.call(createGraph, {
    logbook_id: doc_id,
    name: 'Light',
    labels: { '0': 'Dark', '1': 'Bright' },
  })
  return { maya, camera_id, doc_id, graph_id }
}

/** The mean brightness of a picture that is shown, from 0 to 255; NaN while there is none. */
const brightness = async (picture: Locator): Promise<number> =>
  (await picture.count()) === 0
    ? Number.NaN
    : picture.last().evaluate(image => {
        const canvas = document.createElement('canvas')
        const drawing = canvas.getContext('2d')
        drawing?.drawImage(image as HTMLImageElement, 0, 0, 1, 1)
        return drawing?.getImageData(0, 0, 1, 1).data[0] ?? Number.NaN
      })

const result = (page: Page) => page.getByRole('region', { name: 'What the last run wrote' })

test('a job looks at a camera, writes a labelled log with its picture, and leads to graph, picture and answer [1.7, 3.15, 7.20a, D22, D28, D29]', async ({
  page,
  browser,
}) => {
  wall.picture = await pictureOf(browser, 'black')
  const { maya, camera_id, doc_id, graph_id } = await workshop()
  const rule = { region: null, measure: 'brightness' as const, threshold: 0.3, hold_seconds: 0 }
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Yard at night',
    minute_interval: 30,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [doc_id] },
    graph_id,
    look: {
      regions: [],
      rules: [
        {
          rule: { id: 'dark', ...rule, comparison: 'below' },
          text: 'The yard is dark.',
          label: { graph_id, label: 0 },
        },
        {
          rule: { id: 'bright', ...rule, comparison: 'above' },
          text: 'The yard is bright.',
          label: { graph_id, label: 1 },
        },
      ],
    },
  })
  await openAs(page, maya, `/jobs/${instruction_id}`)
  await expect(page.getByRole('textbox', { name: 'Name of the job' })).toHaveValue('Yard at night')
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(result(page).getByText('The yard is dark.').first()).toBeVisible()
  await expect(result(page).getByRole('button', { name: /^Open the picture/ })).toBeVisible()
  wall.picture = await pictureOf(browser, 'white')
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(result(page).getByText('The yard is bright.').first()).toBeVisible()
  await result(page).getByRole('button', { name: 'Right' }).click()
  await expect(result(page).getByRole('button', { name: 'Right', pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /The yard is bright.*judged right/ })).toBeVisible()
  await expectAccessible(page, 'a job')

  await page.getByRole('button', { name: /^Change: .*The yard is dark/ }).click()
  const lastDay = page.getByRole('region', { name: 'The last day' })
  await expect(lastDay.getByText('It would have fired once.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Amount' }).fill('0')
  await expect(lastDay.getByText('It would never have fired.')).toBeVisible()
  await expectAccessible(page, 'a rule over the last day')
  await page.keyboard.press('Escape')

  await result(page).getByRole('link', { name: 'Open log' }).click()
  await expect(log(page, 'The yard is bright.')).toBeVisible()
  await expect(log(page, 'The yard is dark.')).toContainText('Dark')
  await expect(log(page, 'The yard is dark.').getByRole('button', { name: /^Open the picture/ })).toBeVisible()

  // Beside the logs stands what the camera shows now.
  const live = page.getByRole('region', { name: 'Live now' }).getByRole('img', { name: /Yard/ })
  await expect.poll(() => brightness(live)).toBeGreaterThan(200)
  wall.picture = await pictureOf(browser, 'black')
  await expect.poll(() => brightness(live)).toBeLessThan(50)
  await expectAccessible(page, 'logs beside a live picture')

  await page.goto(`${server.url}/#/docs/${doc_id}/${graph_id}`)
  await expect(page.getByText('Labels from 2 logs')).toBeVisible()

  await page.goto(`${server.url}/#/chat`)
  const answer = await answerTo(page, 'Which jobs are running?')
  await expect(answer.getByRole('link', { name: 'Yard at night' })).toHaveAttribute('href', `#/jobs/${instruction_id}`)
})

test('a job is made from an example, tried out, saved, paused and found on a phone [1.7, 3.15, 4.14, D28]', async ({
  page,
  browser,
}) => {
  test.slow()
  wall.picture = await pictureOf(browser, 'white')
  const { maya } = await workshop()
  await openAs(page, maya, '/jobs')
  const example = page.getByRole('link', { name: 'Tell me when a camera is covered or moved' })
  await expect(example).toBeVisible()
  await expectAccessible(page, 'no jobs')
  await example.click()
  await page.getByRole('button', { name: 'Add a source' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Yard' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a logbook' }).click()
  const logbooks = page.getByRole('dialog', { name: 'Logbooks that the job writes to' })
  await logbooks.getByRole('checkbox', { name: 'Yard log' }).check()
  await logbooks.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByText('This was a trial. Nothing was written.')).toBeVisible()
  await expectAccessible(page, 'a new job that was tried out')
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page.getByText('Active').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const pausing = page.getByRole('dialog', { name: /^Pause/ })
  await pausing.getByRole('textbox', { name: 'Reason' }).fill('The camera is being moved')
  await pausing.getByRole('button', { name: 'Pause job' }).click()
  await expect(page.getByText(/^Paused by .+: The camera is being moved$/)).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openAs(phone, maya, '/jobs')
  await phone.getByRole('link', { name: /: The camera is being moved/ }).click()
  await expect(phone.getByRole('region', { name: 'Look at' })).toBeVisible()
  await expectFits(phone)
  await expectAccessible(phone, 'a job on a phone')
  await phone.close()
})

test('a job runs code of its own; when it fails its logbook says so, and Mate pauses it after a confirmation [9.8b, D26, D29, D30]', async ({
  page,
}) => {
  test.slow()
  const { maya, doc_id } = await workshop()
  const deliveries = await maya.createLogbook('Deliveries')
  await maya.write(deliveries.doc_id, 'Pads came late.')
  await maya.write(deliveries.doc_id, 'Chains came.')
  const { instruction_id } = await maya.call(createJob, {
    instruction_text: 'Delivery check',
    minute_interval: 60,
    timezone: 'UTC',
    source: { logbook_ids: [deliveries.doc_id] },
    destination: { logbook_ids: [doc_id] },
  })
  await openAs(page, maya, `/jobs/${instruction_id}`)
  await page.getByRole('button', { name: 'Add a source' }).click()
  await page.getByRole('menuitem', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toHaveValue(/late/)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByText('1 of 2 logs are about delays')).toBeVisible()
  await expectAccessible(page, 'a job with code')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(result(page).getByText('1 of 2 logs are about delays')).toBeVisible()

  await code.fill('return logs[0].author.name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Job saved').first()).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.getByText(/“Delivery check” has written nothing here since .* Its code failed\./)).toBeVisible()
  await expectAccessible(page, 'a logbook with a silent job')

  await page.getByRole('link', { name: 'Open job' }).click()
  await page.getByRole('button', { name: 'More actions for this job' }).click()
  await page.getByRole('menuitem', { name: 'History of changes' }).click()
  const changes = page.getByRole('dialog', { name: 'History of changes' })
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'the history of changes')
  await changes.getByRole('button', { name: 'Use this again' }).first().click()
  await expect(code).toHaveValue(/late/)
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.goto(`${server.url}/#/chat`)
  const answer = await answerTo(page, 'Pause the Delivery check')
  await answer.getByRole('button', { name: /Pause/ }).click()
  await expect(answer.getByRole('link', { name: /Delivery check/ }).last()).toBeVisible()
  await expectAccessible(page, 'a job that Mate paused')
  await page.goto(`${server.url}/#/jobs/${instruction_id}`)
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible()
})

test('a job is made in a sentence to Mate, and confirmed in the editor [1.7, 9.8b, D26, D28]', async ({ page }) => {
  const { maya } = await workshop()
  await openAs(page, maya, '/chat')
  const sentence = 'Every weekday at 9 look at the Yard camera and write to the Yard log whether the gate is open'
  const answer = await answerTo(page, sentence)
  await expect(answer).toContainText('It is created only when you save it')
  await expectAccessible(page, 'a job that Mate proposes')
  await answer.getByRole('link', { name: 'Check and save the job' }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the job' })).toHaveValue('Whether the gate is open')
  await expect(page.getByRole('textbox', { name: 'Cron expression' })).toHaveValue('0 9 * * 1-5')
  await expect(page.getByRole('region', { name: 'Look at' }).getByRole('link', { name: 'Yard' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Write to' }).getByRole('link', { name: 'Yard log' })).toBeVisible()
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page).toHaveURL(/#\/jobs\/\d+$/)
  await page.goto(`${server.url}/#/chat`)
  await expect(page.getByRole('link', { name: /Whether the gate is open created/ })).toBeVisible()
})
