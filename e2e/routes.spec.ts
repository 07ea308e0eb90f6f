import { expect } from '@playwright/test'
import { askForCode, createWorkspace, nameOneself, openAs, signIn } from './pages/session'
import { expectRoute, navigation, openProfileMenu, organisationButton } from './pages/shell'
import { serve, test } from './support/fixtures'
import { codeFor, newEmail, Person } from './support/person'
import { timeZone } from './support/time-zone'

const server = serve()

/** Creates somebody with a workspace before the story. */
async function owner(name: string): Promise<Person> {
  const person = await Person.signUp(server, name)
  await person.createWorkspace('Ridgeway Cycles')
  return person
}

test.describe('Somebody who is signed out', () => {
  test('is led to the sign-in page from everywhere, and returns to where they wanted to go, hash and query included [2.2, 4.1a, 4.2c, 4.3]', async ({
    page,
  }) => {
    const mira = await owner('Mira')
    await page.goto(`${server.url}/#/profile`)
    await expectRoute(page, '/login')
    await page.goto(`${server.url}/#/no/such/page`)
    await expectRoute(page, '/login')
    await page.goto(`${server.url}/#/docs?from=mail#small`)
    await expectRoute(page, '/login')
    await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
    await signIn(page, server, mira.email)
    await expectRoute(page, '/docs?from=mail#small')
    await expect(page.getByRole('dialog', { name: 'Your workspaces' })).toBeVisible()
  })

  test('may open the public pages, to which / does not lead back [2.2a, 2.3a, 4.3]', async ({ page }) => {
    const otto = await owner('Otto')
    // Guests have a navigation, which asks them to sign up [2.17].
    for (const [path, heading, navigations] of [
      ['/meeting', 'Record a meeting', 1],
      ['/chat-guest', 'Mate', 1],
      ['/admin', 'Operator sign-in', 0],
      ['/login', 'Sign in or sign up', 0],
    ] as const) {
      await page.goto(`${server.url}/#${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectRoute(page, path)
      await expect(navigation(page)).toHaveCount(navigations)
    }
    await signIn(page, server, otto.email)
    await expectRoute(page, '/chat')
  })

  test('plain addresses become hash routes, the back button skips them, and /docs is the app [2.3a, D12]', async ({
    page,
  }) => {
    await page.goto(`${server.url}/login`)
    await expectRoute(page, '/login')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto(`${server.url}/verify?email=ada%40ridgeway.example`)
    await expectRoute(page, '/verify?email=ada%40ridgeway.example')
    await expect(page.getByText('Enter the 6-digit code for ada@ridgeway.example')).toBeVisible()
    await page.goto(`${server.url}/docs`)
    await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
    await page.goBack()
    await expectRoute(page, '/verify?email=ada%40ridgeway.example')
  })

  test('a link with a code fills the boxes; a wrong code shows an error below them, and the right one continues [D10]', async ({
    page,
  }) => {
    const petra = await owner('Petra')
    await page.goto(server.url)
    await askForCode(page, petra.email)
    const code = await codeFor(server, petra.email)
    const boxes = page.getByRole('textbox', { name: '6-digit code' })
    await boxes.fill(code === '111111' ? '222222' : '111111')
    await expect(page.getByRole('alert')).toHaveText('That code is not right. Check it and try again.')
    await expect(page.getByText(/Send a new code in 0:\d\d/)).toBeVisible()
    await page.goto(`${server.url}/verify?email=${encodeURIComponent(petra.email)}&code=${code}`)
    await expect(boxes).toHaveValue(code)
    await page.getByRole('button', { name: 'Verify and continue' }).click()
    await expectRoute(page, '/chat')
  })
})

test.describe('Somebody new', () => {
  test('must have a name, then a workspace, before anything else opens [2.1, 2.20a, 4.2, 5.2]', async ({ page }) => {
    await page.goto(`${server.url}/#/docs`)
    await signIn(page, server, newEmail('Nora'))
    await expectRoute(page, '/profile')
    await page.goto(`${server.url}/#/chat`)
    await expectRoute(page, '/profile')
    const name = page.getByRole('textbox', { name: 'Display name' })
    await name.fill('   ')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Enter the name others should see.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText(timeZone)
    await nameOneself(page, 'Nora')

    await expectRoute(page, '/workspace')
    await page.goto(`${server.url}/#/chat`)
    await expectRoute(page, '/workspace')
    await expect(page.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
    await expect(navigation(page)).toHaveCount(0)
    await createWorkspace(page, 'Nora and Sons')
    await expectRoute(page, '/intro')
    await expect(navigation(page)).toBeVisible()
    await page.goto(`${server.url}/#/`)
    await expectRoute(page, '/chat')
  })
})

test.describe('Somebody signed in', () => {
  test('returns to the last page from / and from the sign-in pages, with hash and query [4.2c]', async ({ page }) => {
    const rosa = await owner('Rosa')
    await openAs(page, rosa)
    await expectRoute(page, '/chat')
    await page.goto(`${server.url}/#/docs?query=bay#org`)
    await expect(page.getByRole('dialog', { name: 'Ridgeway Cycles' })).toBeVisible()
    for (const path of ['/', '/login', '/verify']) {
      await page.goto(`${server.url}/#${path}`)
      await expectRoute(page, '/docs?query=bay#org')
    }
    // Whoever comes to the sign-in of those who run the server reads that its page is not for them, and gets back.
    await page.goto(`${server.url}/#/admin`)
    await expectRoute(page, '/operate')
    await expect(page.getByRole('heading', { name: 'This page is for the people who run this server' })).toBeVisible()
    await page.getByRole('link', { name: 'To the app' }).click()
    await expectRoute(page, '/docs?query=bay#org')
    await page.goto(server.url)
    await expectRoute(page, '/docs?query=bay#org')
  })

  test('finds the pages in the navigation, and what a workspace without a plan lacks at its address [2.1, 2.2b, 2.6, 2.10, 2.14, 2.15]', async ({
    page,
  }) => {
    const sami = await owner('Sami')
    await openAs(page, sami)
    await expect(navigation(page).getByRole('link')).toHaveText([
      'Mate',
      'Home',
      'Logbooks',
      'Jobs',
      /^Source/,
      'Dashboard',
    ])
    await expect(navigation(page).getByRole('link', { name: 'Mate' })).toHaveAttribute('aria-current', 'page')
    await page.goto(`${server.url}/#/activity`)
    await expect(page.getByRole('heading', { name: 'Activity is part of a paid plan' })).toBeVisible()
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveTitle('Dashboard · Wheelhouse')
    await navigation(page).getByRole('link', { name: 'Logbooks' }).click()
    await expectRoute(page, /^\/docs/)
    await expect(navigation(page).getByRole('link', { name: 'Logbooks' })).toHaveAttribute('aria-current', 'page')
    await expect(navigation(page).getByRole('link', { name: 'Mate' })).not.toHaveAttribute('aria-current')
    await page.goto(`${server.url}/#/no/such/page`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(navigation(page)).toBeVisible()
  })

  test('opens the organisation list by hash value and by its icon, and closes it with a click elsewhere [2.18a, 2.18b, D12]', async ({
    page,
  }) => {
    const toni = await owner('Toni')
    await openAs(page, toni)
    await expectRoute(page, '/chat')
    const panel = page.getByRole('dialog', { name: 'Ridgeway Cycles' })
    for (const [hash, name] of [
      ['#org', 'Ridgeway Cycles'],
      ['#small', 'Your workspaces'],
      ['#payment', 'Plan'],
    ] as const) {
      await page.goto(`${server.url}/#/docs${hash}`)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await page.mouse.click(900, 400)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectRoute(page, '/docs')
    }
    await organisationButton(page).click()
    await expect(panel).toBeVisible()
    await expectRoute(page, '/docs#org')
    await organisationButton(page).click()
    await expect(panel).toBeHidden()
    await page.goto(`${server.url}/#org`)
    await expectRoute(page, '/home/spaces#org')
    await expect(panel).toBeVisible()
    await page.goto(`${server.url}/docs#org`)
    await expectRoute(page, '/docs#org')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  test('signs out from the menu at the avatar: shortly after, every tab shows the sign-in page with nothing left [2.3b, 2.19, 4.4]', async ({
    context,
    page,
  }) => {
    const uwe = await owner('Uwe')
    await openAs(page, uwe)
    await expectRoute(page, '/chat')
    await page.goto(`${server.url}/#/docs`)
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(databases).toContain('wheelhouse.read')
    const other = await context.newPage()
    await other.goto(`${server.url}/#/profile`)
    await expect(other.getByRole('textbox', { name: 'Display name' })).toHaveValue('Uwe')

    const menu = await openProfileMenu(page)
    await expect(menu.getByText(uwe.email)).toBeVisible()
    await menu.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible()
      await expectRoute(tab, '/login')
      const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage }))
      expect(kept).not.toContain(uwe.email)
      expect(kept).not.toContain('Ridgeway Cycles')
      expect(kept).not.toMatch(/eyJ/)
      // Neither files nor read data are left.
      await expect
        .poll(() => tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
        .toEqual([])
    }
    await page.goto(`${server.url}/#/chat`)
    await expectRoute(page, '/login')
  })
})

test('the outbox loads without console messages, and shows times of this computer [D10]', async ({ page }) => {
  const { email } = await Person.signUp(server, 'Odile')
  const messages: string[] = []
  page.on('console', message => messages.push(message.text()))
  page.on('requestfailed', request => messages.push(request.url()))
  page.on('response', response => response.status() >= 400 && messages.push(`${response.status()} ${response.url()}`))
  await page.goto(`${server.url}/outbox`)
  await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible()
  await expect(page.getByRole('time').first()).toHaveText(/^\w{3}, \d{1,2} \w+ \d{4}/)
  await page.waitForLoadState('networkidle')
  expect(messages).toEqual([])
})

test('no token appears in what the console prints about a failed connection', async ({ page }) => {
  const tilda = await Person.signUp(server, 'Tilda')
  await tilda.createWorkspace('Ridgeway Cycles')
  const addresses: string[] = []
  page.on('websocket', socket => addresses.push(socket.url()))
  await openAs(page, tilda)
  await expect(page.getByRole('heading', { name: 'Hello, Tilda' })).toBeVisible()
  await expect.poll(() => addresses.length).toBeGreaterThanOrEqual(2)
  expect(addresses.filter(address => /token/.test(address))).toEqual([])
})
