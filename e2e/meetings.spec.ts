import { expect, type Page } from '@playwright/test'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { sharedTabTitle, test } from './support/dialogue'
import { expectFits, expectFitsEnlarged } from './support/fits'
import { serve } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

const strip = (page: Page) => page.getByRole('region', { name: 'Meeting recording' })
const transcript = (page: Page) => page.getByRole('list', { name: 'Transcript' })
const position = (page: Page) => page.locator('audio').evaluate(audio => (audio as HTMLAudioElement).currentTime)
/** Waits until the strip shows this many recorded seconds. */
async function untilRecorded(page: Page, seconds: number) {
  await expect
    .poll(
      async () => {
        // Its name may contain a time too.
        const [, minutes = '0', rest = '0'] = /(\d+):(\d\d)\D*$/.exec((await strip(page).textContent()) ?? '') ?? []
        return Number(minutes) * 60 + Number(rest)
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(seconds)
}

/** The tone that stands for the sound of a tab, in Hz. */
const tabPitch = 3_000
/** How much of each full second of the recording is the tone of the shared tab: its share of the power. */
const sharesOfTone = (page: Page) =>
  page.locator('audio').evaluate(async (audio, pitch) => {
    const bytes = await (await fetch((audio as HTMLAudioElement).currentSrc)).arrayBuffer()
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes)
    const rate = sound.sampleRate
    return Array.from({ length: Math.floor(sound.duration) }, (_, second) => {
      const samples = sound.getChannelData(0).slice(second * rate, (second + 1) * rate)
      const sum = (of: (sample: number, at: number) => number) =>
        samples.reduce((all, each, at) => all + of(each, at), 0)
      const angle = (at: number) => (2 * Math.PI * pitch * at) / rate
      const [cosine, sine] = [sum((x, at) => x * Math.cos(angle(at))), sum((x, at) => x * Math.sin(angle(at)))]
      return (
        ((2 / rate) * (cosine ** 2 + sine ** 2)) /
        Math.max(
          sum(x => x * x),
          Number.MIN_VALUE,
        )
      )
    })
  }, tabPitch)

test('a meeting is recorded across pages and a reload, separated by speakers, played and corrected [1.13, 3.20, D24, D40]', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const owner = await Person.signUp(server, 'Maya')
  await owner.createWorkspace('Ridgeway Cycles')
  await openAs(page, owner)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/meeting`)
  await expect(page.getByRole('heading', { level: 1, name: 'Record a meeting' })).toBeVisible()
  await page.getByRole('button', { name: 'Check microphone' }).click()
  await expect(page.getByRole('meter', { name: 'Volume' })).not.toHaveAttribute('aria-valuenow', '0')
  await expectAccessible(page, 'recording, before')

  await page.getByRole('textbox', { name: 'Name' }).fill('Monday round')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(strip(page)).toContainText('Recording')
  await expectAccessible(page, 'recording')
  await page.goto(`${server.url}/#/docs`)
  await untilRecorded(page, 14)

  await page.reload()
  await expect(strip(page)).toContainText('A recording was interrupted. Monday round')
  await expectAccessible(page, 'an interrupted recording')
  await strip(page).getByRole('button', { name: 'Continue' }).click()
  await expect(strip(page)).toContainText('Recording')
  await untilRecorded(page, 26)
  await strip(page).getByRole('button', { name: 'Stop recording' }).click()
  await expect(strip(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monday round' })).toBeVisible()

  await expect(transcript(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('This shows who spoke when.')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Speakers' })
  await expect(panel.getByRole('heading', { name: '2 speakers' })).toBeVisible()
  await expectAccessible(page, 'a transcript')
  const duration = await page
    .getByRole('slider', { name: 'Position in the recording' })
    .evaluate(slider => Number((slider as HTMLInputElement).max))
  expect(duration).toBeGreaterThanOrEqual(25)

  await panel.getByRole('button', { name: 'Name Speaker 1' }).click()
  await panel.getByRole('textbox', { name: 'Name of the speaker' }).fill('Maya Okafor')
  await page.keyboard.press('Enter')
  const ofMaya = transcript(page).getByRole('article', { name: /^Maya Okafor, / })
  await expect(ofMaya.first()).toBeVisible()

  const playButton = transcript(page).getByRole('button', { name: /^Play from / })
  const last = playButton.last()
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await last.textContent()) ?? '') ?? []
  const begins = Number(minutes) * 60 + Number(seconds)
  await last.click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect.poll(() => position(page)).toBeGreaterThan(0)
  await expect
    .poll(() => page.getByRole('slider', { name: 'Position in the recording' }).inputValue().then(Number))
    .toBeGreaterThanOrEqual(begins)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()

  const count = await playButton.count()
  const first = transcript(page).getByRole('article').first()
  await first.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Edit words' }).click()
  await page.getByRole('textbox', { name: 'Words' }).fill('Good morning. The rims arrive.')
  await page.getByRole('button', { name: 'Save words' }).click()
  await expect(first).toContainText('Good morning. The rims arrive.')
  await first.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Edit words' }).click()
  const words = page.getByRole('textbox', { name: 'Words' })
  await words.press('Home')
  for (let step = 0; step < 'Good morning.'.length; step += 1) await words.press('ArrowRight')
  await page.getByRole('button', { name: 'Split at the cursor' }).click()
  await expect(playButton).toHaveCount(count + 1)
  await expect(first).toContainText('Good morning.')
  await expect(first).not.toContainText('rims')
  await first.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Merge with the next' }).click()
  await expect(playButton).toHaveCount(count)
  await expect(first).toContainText('Good morning. The rims arrive.')

  // The search finds the corrected words, and leads to their moment.
  await page.goto(`${server.url}/#/search?q=rims`)
  await page.getByRole('button', { name: /^Meetings/ }).click()
  const hit = page.getByRole('list', { name: 'Results' }).getByRole('link')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText(/Good morning\. The rims arrive\.Said in a meeting · Monday round · .+ · 0:\d\d · /)
  await expectAccessible(page, 'what was said, found')
  await hit.click()
  await expect(page).toHaveURL(/#\/search\?.*open=%2Fdocs%2F\d+%3Fat%3D[\d.]+$/)
  await expect(page.locator('article[aria-current="true"]')).toContainText('Good morning. The rims arrive.')
  await expect(hit).toBeFocused()

  // A link to a moment leads there, and is silent until somebody presses play.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await transcript(page)
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Copy link to this moment' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${server.url}/#/docs/\\d+\\?at=[\\d.]+$`))
  await page.goto(`${server.url}/#/docs`)
  await page.goto(link)
  const linked = transcript(page).getByRole('article').filter({ hasText: 'Linked moment' })
  await expect(linked).toBeInViewport()
  await expect(linked).toHaveAttribute('aria-current', 'true')
  expect(await page.locator('audio').evaluate(audio => (audio as HTMLAudioElement).paused)).toBe(true)
  await expectAccessible(page, 'a linked moment')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(transcript(page)).toBeVisible()
  await page.getByRole('button', { name: '2 speakers' }).click()
  await expect(page.getByRole('dialog', { name: 'Speakers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page, 'a transcript on a phone')
  await expectFits(page)
  await expectFitsEnlarged(page)
})

test('uploaded recordings become one meeting; another tab shows a recording and stops it [1.5a, D24, D40]', async ({
  page,
  context,
  dialogue,
}) => {
  test.setTimeout(180_000)
  const owner = await Person.signUp(server, 'Priya')
  await owner.createWorkspace('Old Market')
  await openAs(page, owner)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs`)
  await page.getByRole('button', { name: 'New logbook' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Record or upload a meeting' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Record a meeting' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([dialogue, dialogue])
  await expect(page.getByRole('radio', { name: 'One meeting, in this order' })).toBeChecked()
  await page.getByRole('button', { name: 'Find out who spoke when' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'managers-call' })).toBeVisible()
  await expect(transcript(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Speakers' })).toContainText('2 speakers')

  const other = await context.newPage()
  await other.goto(`${server.url}/#/docs`)
  await expect(other.getByRole('heading', { level: 1, name: 'Logbooks' })).toBeVisible()
  const call = await context.newPage()
  await call.goto(`${server.url}/robots.txt`)
  await call.evaluate(title => {
    document.title = title
  }, sharedTabTitle)
  await page.bringToFront()
  await page.goto(`${server.url}/#/meeting`)
  await page.getByText('Microphone and the sound of a tab').click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(strip(page).getByRole('img', { name: 'Microphone and the sound of a tab' })).toBeVisible()
  await expect(strip(other)).toContainText('In another tab')
  await untilRecorded(page, 3)
  await page.getByRole('button', { name: 'End the sound of the tab' }).click()
  await expect(strip(page)).toContainText('The tab is no longer shared. The microphone is still being recorded.')
  await expectAccessible(page, 'recording, after the end of a shared tab')
  await untilRecorded(page, 6)
  await strip(other).getByRole('button', { name: 'Stop recording' }).click()
  await expect(strip(page)).toBeHidden()
  await expect(strip(other)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: /^Meeting, / })).toBeVisible()
})

test('a recording holds the sound of a shared tab beside the microphone, until that ends [1.13, D40]', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const owner = await Person.signUp(server, 'Ines')
  await owner.createWorkspace('North Pier')
  // This browser gives its false microphone for the sound of a tab, so that a tone stands for the tab that is chosen.
  await page.addInitScript(pitch => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const sound = new AudioContext()
      const tone = sound.createOscillator()
      tone.frequency.value = pitch
      const tab = sound.createMediaStreamDestination()
      tone.connect(tab)
      tone.start()
      const picture = document.createElement('canvas').captureStream()
      return new MediaStream([...tab.stream.getTracks(), ...picture.getTracks()])
    }
  }, tabPitch)
  await openAs(page, owner)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/meeting`)
  await page.getByText('Microphone and the sound of a tab').click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(strip(page).getByRole('img', { name: 'Microphone and the sound of a tab' })).toBeVisible()
  await untilRecorded(page, 5)
  await page.getByRole('button', { name: 'End the sound of the tab' }).click()
  await untilRecorded(page, 9)
  await strip(page).getByRole('button', { name: 'Stop recording' }).click()
  await expect(strip(page)).toBeHidden()
  await expect(transcript(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => position(page)).toBeGreaterThan(0)
  const [first, second, ...after] = await sharesOfTone(page)
  for (const share of [first, second]) expect(share).toBeGreaterThan(0.1)
  expect(after.at(-1)).toBeLessThan(0.01)
})
