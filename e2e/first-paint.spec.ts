import { expect, type Locator, type Page } from '@playwright/test'
import { question } from './pages/mate'
import { openAs } from './pages/session'
import { navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'
import { shifts } from './support/shifts'

const server = serve()
// A service worker would answer from its cache before anything could be delayed.

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** What a connection carries before it waits for the first acknowledgement: ten packets, minus a margin. */
const firstFlight = 14_000

/** Delays the app's script and style sheet; returns the function that releases them. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/assets\/index-[^/]*\.(js|css)$/, async route => {
    await held
    await route.continue()
  })
  return () => release()
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return box
}

const rail = (page: Page) => page.locator('.first-rail')
const name = (page: Page) => page.getByText('Wheelhouse', { exact: true }).filter({ visible: true })

test('the first paint fits into the first round trip: the page with its style, and the script that adjusts it, are below 14 kB on the wire', async ({
  page,
}) => {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const paths = new Map<string, string>()
  const bytes = new Map<string, number>()
  wire.on('Network.responseReceived', ({ requestId, response }) => paths.set(requestId, new URL(response.url).pathname))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(paths.get(requestId) ?? '', encodedDataLength),
  )
  const answer = await page.goto(server.url)
  expect(answer?.headers()).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('ccept-') })
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  const first = [...bytes].filter(([path]) => path === '/' || path.startsWith('/assets/first-'))
  expect(first).toHaveLength(2)
  expect(first.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(firstFlight)
  const asset = await page.request.get(
    `${server.url}${[...bytes.keys()].find(path => path.startsWith('/assets/index-'))}`,
  )
  expect(asset.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('while the app loads, somebody new sees the logo and an outline of the sign-in page, which the app replaces without a jump', async ({
  page,
}) => {
  const release = await holdApp(page)
  await page.goto(server.url, { waitUntil: 'commit' })
  await expect(name(page)).toBeVisible()
  await expect(page.locator('.first-brand svg')).toBeVisible()
  await expect(rail(page)).toBeHidden()
  await expectAccessible(page, 'the sign-in page in outline', { isHeld: true })
  const before = await boxOf(page.locator('.first-brand svg'))
  release()
  await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
  const brand = name(page).locator('..').locator('svg')
  expect(await boxOf(brand)).toEqual(before)
  expect(await shifts(page)).toBeLessThan(0.02)
})

test('while the app loads, a member sees the layout with the logo as they left it: theme, language, navigation; then the app appears in the same places', async ({
  page,
}) => {
  const ines = await Person.signUp(server, 'Ines')
  await ines.createWorkspace('Ridgeway Cycles')
  await openAs(page, ines)
  await expect(question(page)).toBeVisible()
  const places = await navigation(page).getByRole('link').count()
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('app') ?? '{}')
    localStorage.setItem('app', JSON.stringify({ ...kept, preferences: { ...kept.preferences, theme: 'dark' } }))
  })
  await page.emulateMedia({ colorScheme: 'light' })

  const release = await holdApp(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(rail(page)).toBeVisible()
  await expect(name(page)).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  expect(dark).toBe('rgb(11, 17, 21)')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(rail(page).locator('.first-entry')).toHaveCount(places)
  await expectAccessible(page, 'the layout in outline', { isHeld: true })
  const before = await boxOf(rail(page))
  const place = await boxOf(rail(page).locator('.first-place'))
  release()
  await expect(question(page)).toBeVisible()
  const shell = page.getByRole('complementary', { name: 'Main' })
  expect(await boxOf(shell)).toEqual(before)
  expect(await boxOf(shell.getByRole('button', { name: 'Ridgeway Cycles, workspaces' }))).toMatchObject({ y: place.y })
  expect(await background()).toBe(dark)
  expect(await shifts(page)).toBeLessThan(0.02)
})

test('on a phone the outline has the bottom navigation instead of the rail, and nothing is wider than the screen', async ({
  page,
}) => {
  const jon = await Person.signUp(server, 'Jon')
  await jon.createWorkspace('Ridgeway Cycles')
  await openAs(page, jon)
  await expect(question(page)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const release = await holdApp(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(name(page)).toBeVisible()
  await expect(rail(page)).toBeHidden()
  const before = await boxOf(page.locator('.first-bottom'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  release()
  await expect(question(page)).toBeVisible()
  expect(await boxOf(navigation(page))).toEqual(before)
})
