import { expect } from '@playwright/test'
import { createLogbook, log, openComposer } from './pages/logbook'
import { answerTo } from './pages/mate'
import { askForCode, createWorkspace, nameOneself, openAs, signIn } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectFits } from './support/fits'
import { serve, test } from './support/fixtures'
import { newEmail, Person } from './support/person'

const server = serve()
const width = 390
test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone every screen fits, one pane is shown with a way back, and the bottom navigation has targets for fingers [2.15]', async ({
  page,
}) => {
  const fits = () => expectFits(page)
  await page.goto(server.url)
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await fits()
  const email = newEmail('Lena')
  await askForCode(page, email)
  await fits()
  await page.goto(server.url)
  await signIn(page, server, email)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await fits()
  await nameOneself(page, 'Lena')
  await expect(page.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
  await fits()
  await createWorkspace(page, 'Ridgeway Cycles of the northern harbour and its neighbours')
  await fits()

  const nav = navigation(page)
  await expect(nav.getByRole('link')).toHaveText(['Mate', 'Home', 'Logbooks', /^Source/])
  for (const target of [...(await nav.getByRole('link').all()), nav.getByRole('button', { name: 'More' })]) {
    const box = await target.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await nav.getByRole('link', { name: 'Logbooks' }).tap()
  await expectRoute(page, '/docs')
  await expect(nav.getByRole('link', { name: 'Logbooks' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'No logbooks yet' })).toBeVisible()
  await fits()
  await createLogbook(page, 'Bay log of the northern harbour, begun in the year of the great flood', 'organisation')
  await expect(page.getByRole('searchbox', { name: 'Search logbooks' })).toBeHidden()
  await fits()
  const field = await openComposer(page)
  await expect(page.getByRole('dialog', { name: 'Write a log' })).toBeVisible()
  await fits()
  const long = `https://tickets.ridgeway.example/${'4182'.repeat(30)}`
  await field.fill(
    `The brake bleed took longer: ${long}\n\n| a | b | c | d | e |\n|-|-|-|-|-|\n| ${'wide '.repeat(9)} | 1 | 2 | 3 | 4 |`,
  )
  await page.getByRole('button', { name: 'Save log' }).tap()
  await expect(log(page, 'The brake bleed took longer')).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await fits()
  await page.getByRole('button', { name: 'Back to logbooks' }).tap()
  await expectRoute(page, '/docs')
  await expect(page.getByRole('link', { name: /^Bay log/ })).toBeVisible()
  await fits()

  await nav.getByRole('link', { name: 'Mate' }).tap()
  await expect(page.getByRole('heading', { name: 'Hello, Lena' })).toBeVisible()
  await fits()
  await answerTo(page, 'What was logged about the brake bleed?')
  await fits()
  await page.getByRole('button', { name: 'Show sources' }).first().tap()
  await expect(page.getByRole('dialog', { name: 'What Mate read' })).toBeVisible()
  await fits()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  for (const path of [
    '/chat#org',
    '/chat#small',
    '/chat#payment',
    '/profile',
    '/jobs',
    '/home/spaces',
    '/nowhere',
    '/workspace',
    '/meeting',
  ]) {
    await page.goto(`${server.url}/#${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await fits()
  }
  await page.goto(`${server.url}/#/chat`)
  await nav.getByRole('button', { name: 'More' }).tap()
  await fits()
  await page.getByRole('menuitem', { name: 'Search' }).tap()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeVisible()
  await fits()
})

test('the start of the app and clicks in the bottom navigation are sent to the operator’s own analytics [2.23b, 9.11b]', async ({
  page,
}) => {
  const lena = await Person.signUp(server, 'Lena')
  await lena.createWorkspace('Ridgeway Cycles')
  const opened = page.waitForRequest(
    request => request.url().includes('/events') && (request.postData() ?? '').includes('App Opened'),
    { timeout: 30_000 },
  )
  await openAs(page, lena)
  await opened
  const request = page.waitForRequest(
    request => request.url().includes('/events') && (request.postData() ?? '').includes('Bottom Nav Chat Clicked'),
    { timeout: 30_000 },
  )
  await navigation(page).getByRole('link', { name: 'Mate' }).tap()
  await request
})
