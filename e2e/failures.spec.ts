import { expect, type Page } from '@playwright/test'
import { question } from './pages/mate'
import { openAs } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()
// A service worker would serve what the stories break on purpose.

async function workspaceOf(page: Page, name: string): Promise<void> {
  const person = await Person.signUp(server, name)
  await person.createWorkspace('Ridgeway Cycles')
  await openAs(page, person)
  await expect(question(page)).toBeVisible()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

// A page may still have open requests when the story ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a page that cannot be rendered is retried three times, then the error screen appears with its exact text; Try Again retries [2.21, 4.18a, 9.4]', async ({
  page,
  provokes,
}) => {
  provokes(/This page is broken/)
  await workspaceOf(page, 'Bea')
  await page.route(/\/assets\/profile-page-.*\.js$/, route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function ProfilePage() {
        if (!globalThis.isMended) throw new Error('This page is broken.')
        return 'Mended'
      }`,
    }),
  )
  const reports: string[] = []
  page.on('console', message => {
    if (message.text().includes('A part of the page failed.')) reports.push(message.text())
  })
  await page.goto(`${server.url}/#/profile`)
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Oops! Something went wrong')
  await expect(alert.getByRole('paragraph')).toHaveText(
    'An unexpected error has occurred. Please try again or contact support if the problem persists.',
  )
  expect(reports).toHaveLength(4)
  await expect(navigation(page)).toBeVisible()
  await expectAccessible(page, 'error screen')
  await page.evaluate(() => Object.assign(globalThis, { isMended: true }))
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Mended')).toBeVisible()
})

test('a module that does not load reloads the page once, which is all it takes after an update [4.18b]', async ({
  page,
  provokes,
}) => {
  provokes(/net::ERR_FAILED|A route failed/)
  await workspaceOf(page, 'Cleo')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route(/\/assets\/profile-page-.*\.js$/, route => route.abort(), { times: 1 })
  await page.goto(`${server.url}/#/profile`)
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Cleo')
  await expectRoute(page, '/profile')
  // The page renders before the browser reports that it has loaded.
  await expect.poll(() => loads).toBe(1)
})

test('a module that stays unavailable is not reloaded forever: the router’s screen says so [4.18b, 8.10]', async ({
  page,
  provokes,
}) => {
  provokes(/net::ERR_FAILED|A route failed/)
  await workspaceOf(page, 'Dara')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route(/\/assets\/profile-page-.*\.js$/, route => route.abort())
  await page.goto(`${server.url}/#/profile`)
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible()
  await expect.poll(() => loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Dara')
})

test('on a home route the reload goes to the start of Home [4.18b]', async ({ page, provokes }) => {
  provokes(/net::ERR_FAILED|dynamically imported module/)
  await workspaceOf(page, 'Edda')
  await page.route(/\/assets\/palette-.*\.js$/, route => route.abort())
  await page.goto(`${server.url}/#/home/board/7`)
  await page.reload()
  await expect(navigation(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'New space' })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('ControlOrMeta+K')
  await reloaded
  await expectRoute(page, '/home/spaces')
})

test('a list of workspaces in another shape is reported, and loads with Try Again [4.16b, 5.3]', async ({
  page,
  provokes,
}) => {
  provokes(/not the contract's/)
  await workspaceOf(page, 'Finn')
  await page.route('**/organization/get*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), data: [{ organization_id: 'one' }] } })
  })
  await page.goto(`${server.url}/#/workspace`)
  await expect(page.getByRole('heading', { name: 'Your workspaces did not load' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: /^Ridgeway Cycles/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your workspaces did not load' })).toBeHidden()
})

test('a workspace that became premium reloads the app at the root, which leads back [4.5b]', async ({ page }) => {
  await workspaceOf(page, 'Gus')
  await page.goto(`${server.url}/#/docs`)
  await expect(page.getByRole('heading', { name: 'No logbooks yet' })).toBeVisible()
  await page.route('**/organization/get*', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({
      response,
      json: { ...reply, data: reply.data.map((organisation: object) => ({ ...organisation, is_premium: true })) },
    })
  })
  const roots: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) roots.push(new URL(request.url()).pathname)
  })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Ridgeway Cycles, workspaces' }).click()
  await reloaded
  expect(roots).toEqual(['/'])
  await expectRoute(page, /^\/docs/)
  await page.goto(`${server.url}/#/docs#org`)
  await expect(page.getByRole('dialog', { name: 'Ridgeway Cycles' }).getByText('Premium')).toBeVisible()
  // An answer that is still being changed would keep the page from closing.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('while the person is not known yet, the layout is shown with its navigation [2.20b]', async ({ page }) => {
  const hilda = await Person.signUp(server, 'Hilda')
  await hilda.createWorkspace('Ridgeway Cycles')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/user/profile/fetch*', async route => {
    await held
    await route.continue()
  })
  await openAs(page, hilda)
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expectAccessible(page, 'loading', { isHeld: true })
  release()
  await expect(navigation(page)).toBeVisible()
  await expect(question(page)).toBeVisible()
})
