import { expect, type Locator, type Page } from '@playwright/test'
import { log, openComposer, savedLog, timeline } from './pages/logbook'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { openSources, source } from './pages/sources'
import { expectAccessible } from './support/axe'
import { pictureOf } from './support/camera'
import { networkErrors, serve, test } from './support/fixtures'
import { Person } from './support/person'
import { SharingComputer } from './support/sharing-computer'
import { wavOf } from './support/wav'

const server = serve()
test.use({ serviceWorkers: 'allow' })
let priya: Person
let tom: Person

test.beforeAll(async () => {
  priya = await Person.signUp(server, 'Priya')
  await priya.createWorkspace('Ridgeway Cycles')
  tom = await Person.signUp(server, 'Tom')
  await priya.takesIn(tom)
})

interface Dropped {
  name: string
  type: string
  bytes: Buffer
}

/** Drags files over the page's main pane, like from a folder beside the browser, and drops them there. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const content = files.map(({ name, type, bytes }) => ({ name, type, text: bytes.toString('base64') }))
  const data = await page.evaluateHandle(files => {
    const transfer = new DataTransfer()
    for (const { name, type, text } of files) {
      const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, content)
  const pane = page.getByRole('main')
  await pane.dispatchEvent('dragenter', { dataTransfer: data })
  await expect(page.getByText('Drop files here to attach them')).toBeVisible()
  await pane.dispatchEvent('drop', { dataTransfer: data })
}

/** A tone of a number of seconds: 16 bits, one channel, 8 kHz. */
function tone(seconds: number): Buffer {
  const rate = 8_000
  const samples = Buffer.alloc(seconds * rate * 2)
  for (let at = 0; at < seconds * rate; at += 1)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((at * 440 * 2 * Math.PI) / rate)), at * 2)
  return wavOf(samples, rate)
}

const attached = (within: Page | Locator, name: string) =>
  within.getByRole('list', { name: 'Attached files' }).getByRole('listitem').filter({ hasText: name })

/** Expects that something lies over the page, and that Back closes it from now on. */
async function expectOverlay(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
}

async function openLogbook(page: Page, doc_id: number): Promise<void> {
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.getByRole('button', { name: 'Log', exact: true }).first()).toBeVisible()
}

test('two files are dropped, the network is cut in the middle and the page reloaded; the log is sent with both, and another person sees the picture and hears the sound [3.7, 3.8, D23]', async ({
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  test.slow()
  const { doc_id } = await priya.createLogbook('Bay log')
  const [hers, his] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  await openAs(hers, priya)
  await openAs(his, tom)
  await openLogbook(hers, doc_id)
  await openLogbook(his, doc_id)

  // The addresses of parts that the server has, and how often each was sent again.
  const kept = new Set<string>()
  const again: string[] = []
  const partOf = (url: string) => /\/attachments\/upload\/[^/]+\/\d+/.exec(url)?.[0]
  hers.on('response', response => {
    const part = partOf(response.url())
    if (part && response.ok()) kept.add(part)
  })
  hers.on('request', request => {
    const part = partOf(request.url())
    if (part && kept.has(part)) again.push(part)
  })

  // The first two parts of the sound arrive; then the network is gone.
  let arrived = 0
  const isOver = new Promise<void>(over => {
    void hers.route(/\/attachments\/upload\/[^/]+\/\d+/, async route => {
      if (arrived < 2) {
        arrived += 1
        await route.continue()
        return
      }
      await route.abort('internetdisconnected')
      over()
    })
  })
  await openComposer(hers)
  const sound = tone(330)
  expect(sound.length).toBeGreaterThan(5_000_000)
  await drop(hers, [{ name: 'bearing.wav', type: 'audio/wav', bytes: sound }])
  await isOver
  await expect.poll(() => kept.size).toBe(2)
  await hers.context().setOffline(true)
  await expect(attached(hers, 'bearing.wav')).toContainText('Waiting for the connection. The upload resumes by itself.')
  const bar = attached(hers, 'bearing.wav').getByRole('progressbar')
  await expect(bar).not.toHaveAttribute('aria-valuenow', '0')
  await drop(hers, [{ name: 'shelf.jpg', type: 'image/jpeg', bytes: await pictureOf(browser, '#cc3333') }])
  await expectAccessible(hers, 'the composer with files')

  // The page closes during the outage, like in a crash, and opens again after it.
  await hers.unroute(/\/attachments\/upload\/[^/]+\/\d+/)
  await hers.getByRole('textbox', { name: 'What happened' }).fill('The bearing sings')
  await hers.getByRole('button', { name: 'Save log' }).click()
  await expect(log(hers, 'The bearing sings')).toContainText('Will be sent when you are back online')
  await hers.context().setOffline(false)
  await hers.reload()
  await expect(savedLog(hers, 'The bearing sings')).toBeVisible({ timeout: 60_000 })
  // The rest was sent after the cut, and nothing that had arrived was sent again.
  expect(kept.size).toBeGreaterThan(arrived)
  expect(again).toEqual([])

  const theirs = savedLog(his, 'The bearing sings')
  await expect(theirs.getByRole('button', { name: 'Open the picture shelf.jpg' })).toBeVisible()
  const player = theirs.getByLabel('bearing.wav', { exact: true })
  await player.evaluate((media: HTMLMediaElement) => {
    media.muted = true
    return media.play()
  })
  await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.currentTime)).toBeGreaterThan(0.2)
  expect(await player.evaluate((media: HTMLMediaElement) => Math.round(media.duration))).toBe(330)
  await player.evaluate((media: HTMLMediaElement) => media.pause())
  await expect(timeline(his).getByRole('article')).toHaveCount(1)
  await expectAccessible(his, 'a log with files')

  // With the keyboard alone: open, zoom in, move the picture, fit it, close, and the focus returns.
  const small = theirs.getByRole('button', { name: 'Open the picture shelf.jpg' })
  await small.focus()
  await his.keyboard.press('Enter')
  const large = his.getByRole('dialog', { name: 'shelf.jpg' })
  await expect(large).toContainText('Priya')
  const picture = large.getByRole('img', { name: 'shelf.jpg' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  await expect.poll(width).toBe(320)
  await his.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(480)
  await his.keyboard.press('0')
  await expect.poll(width).toBe(320)
  await expectAccessible(his, 'the lightbox')
  await his.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(small).toBeFocused()
  for (const page of [hers, his]) await page.context().close()
})

test('a file that is not a picture is refused with a message, is removed, and nothing is left on the device after signing out [D23]', async ({
  page,
}) => {
  const { doc_id } = await tom.createLogbook('Counter log')
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, tom)
  await openLogbook(page, doc_id)
  await openComposer(page)
  const input = page.locator('input[type=file]').last()
  await input.setInputFiles([
    { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from('day,hours\nMonday,8\n') },
  ])
  await expect(attached(page, 'torn.jpg').getByRole('alert')).toHaveText(
    'This picture cannot be read. It may be damaged.',
  )
  await expect(attached(page, 'empty.txt').getByRole('alert')).toHaveText('This file is empty.')
  await expectAccessible(page, 'refused files on a phone')
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(page.getByText('Some files could not be attached. Try again or remove them.')).toBeVisible()
  for (const name of ['torn.jpg', 'empty.txt']) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.reload()
  await openComposer(page)
  await expect(attached(page, 'hours.csv')).toBeVisible()

  const isKept = () =>
    page.evaluate(async () => (await indexedDB.databases()).some(database => database.name === 'wheelhouse.mutations'))
  expect(await isKept()).toBe(true)
  await page.goto(`${server.url}/#/logout`)
  await expect(page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible()
  await expect.poll(isKept).toBe(false)
})

test('a picture of a watched screen is added to a logbook with a sentence, and opens large there with its source [1.8a, 3.8]', async ({
  page,
  browser,
}) => {
  const { doc_id } = await priya.createLogbook('Desk log')
  await openAs(page, priya)
  const computer = await SharingComputer.open(priya, await pictureOf(browser, '#3366cc'))
  await openSources(page, server.url)
  await source(page, 'Your screen').click()
  await page.getByRole('button', { name: 'Add to a logbook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a logbook' })
  await dialog.getByRole('searchbox', { name: 'Search logbooks' }).fill('desk')
  await dialog.getByRole('radio', { name: 'Desk log' }).check()
  await dialog.getByRole('textbox', { name: 'What it shows' }).fill('The plan of the day')
  await expectAccessible(page, 'adding a picture to a logbook')
  await dialog.getByRole('button', { name: 'Save log' }).click()
  await page.getByRole('button', { name: 'Show the log' }).click()
  await expect(page).toHaveURL(new RegExp(`#/docs/${doc_id}\\?log=`))
  await savedLog(page, 'The plan of the day')
    .getByRole('button', { name: /^Open the picture of/ })
    .click()
  const large = page.getByRole('dialog', { name: /^Today, / })
  await expect(large).toContainText('Your screen')
  await expect.poll(() => large.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  computer.close()
})

test('Back closes only the overlay of a logbook, a picture or the palette; place and focus stay, and the next Back leaves', async ({
  page,
  browser,
}) => {
  // The timeline renders only what is in view.
  await page.setViewportSize({ width: 1280, height: 900 })
  const { doc_id } = await priya.createLogbook('Paint shop log')
  for (let number = 1; number <= 12; number += 1)
    await priya.write(doc_id, 'The booth is clean.\n\n'.repeat(4), `Check ${number}`)
  await openAs(page, priya)
  await expect(page.getByRole('heading', { name: 'Hello, Priya' })).toBeVisible()
  await openLogbook(page, doc_id)
  await drop(page, [{ name: 'booth.jpg', type: 'image/jpeg', bytes: await pictureOf(browser, '#3366cc') }])
  await page.getByRole('textbox', { name: 'Write a log' }).fill('The booth as it was left.')
  await page.getByRole('button', { name: 'Save log' }).click()
  await page.keyboard.press('Escape')
  const small = page.getByRole('button', { name: 'Open the picture booth.jpg' })
  await expect(small).toBeVisible()
  await expect(savedLog(page, 'The booth as it was left')).toBeVisible()
  for (let number = 13; number <= 15; number += 1)
    await priya.write(doc_id, 'The booth is clean.\n\n'.repeat(4), `Check ${number}`)
  await expect(log(page, 'Check 15')).toBeVisible()

  await small.scrollIntoViewIfNeeded()
  await timeline(page).hover()
  await page.mouse.wheel(0, 120)
  await expect(small).toBeInViewport()
  const place = async () => Math.round((await small.boundingBox())?.y ?? -1)
  const address = page.url()
  const expectSamePlace = async (y: number) => {
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(page.url()).toBe(address)
    expect(await place()).toBe(y)
  }
  await small.focus()
  const before = await place()
  await page.keyboard.press('Enter')
  await expectOverlay(page, 'booth.jpg')
  await page.goBack()
  await expectSamePlace(before)
  await expect(small).toBeFocused()

  await page.keyboard.press('Control+k')
  await expectOverlay(page, 'Search or jump to')
  await page.goBack()
  await expectSamePlace(before)
  await expect(small).toBeFocused()
  // Closing by a key leaves nothing in the history.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'booth.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectSamePlace(before)

  // Choosing in the palette opens a page, and one Back returns to the logbook.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Source')
  await page.keyboard.press('Enter')
  await expectRoute(page, '/feed')
  await expect(page.getByRole('heading', { level: 1, name: 'Source' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.url()).toBe(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Paint shop log' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expectRoute(page, '/chat')
})

test('a page that opens at the moment an overlay closes stays open, and one Back leads to the page below', async ({
  page,
}) => {
  await openAs(page, priya)
  await openLogbook(page, (await priya.createLogbook('Wheel log')).doc_id)
  const address = page.url()
  await expect(navigation(page).getByRole('link', { name: /^Source/ })).toBeVisible()
  const openPage = {
    'a link': () => (document.querySelector('a[href="#/feed"]') as HTMLElement).click(),
    'a typed address': () => {
      location.hash = '#/feed'
    },
  }
  const ways = Object.entries(openPage)
  for (const [nr, [how, open]] of [...ways, ...ways].entries()) {
    // An address that was typed while the app started has no number of the router.
    if (nr === ways.length) await page.evaluate(() => history.replaceState({ ...history.state, idx: undefined }, ''))
    await page.keyboard.press('Control+k')
    await expectOverlay(page, 'Search or jump to')
    // The page opens after the browser was asked to go back, and before it does.
    await page.evaluate(`
      history.go = steps => {
        delete history.go
        history.go(steps)
        void (${open.toString()})()
      }`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'Source' }), how).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => [location.hash, history.state?.overlays ?? 0]), how)
      .toEqual(['#/feed', 0])
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Wheel log' }), how).toBeVisible()
    await expect.poll(() => page.url(), how).toBe(address)
  }
})
