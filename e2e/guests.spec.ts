import { expect } from '@playwright/test'
import { attachRecording, comeAsGuest, signUpDialog, transcript } from './pages/guest'
import { answerTo, thread } from './pages/mate'
import { askForCode, nameOneself } from './pages/session'
import { expectRoute, navigation } from './pages/shell'
import { expectAccessible } from './support/axe'
import { test } from './support/dialogue'
import { expectFits } from './support/fits'
import { serve, serveAlone } from './support/fixtures'
import { codeFor, newEmail, Person } from './support/person'

const server = serve()

test('a stranger tries Mate with a recording, signs up, and finds it as a note [1.3b, 1.5b, 2.17, 2.19, 3.20, 8.4, D42]', async ({
  page,
  browser,
  dialogue,
}) => {
  test.setTimeout(180_000)
  await comeAsGuest(page, server.url)
  await expectRoute(page, '/chat-guest')
  await expect(page.getByText('Guest chat, kept for 24 hours')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0)
  await expectAccessible(page, 'the guest chat')
  await attachRecording(page, dialogue)
  await expect(thread(page)).toContainText('managers-call.wav')
  await expect(thread(page)).toContainText('found 2 speakers')
  await expect(page.getByRole('button', { name: 'Name the speakers' })).toBeVisible()

  const answer = await answerTo(page, 'Who are the speakers?')
  await expect(answer).toContainText('Speaker 1')

  await page.getByRole('button', { name: '2 speakers' }).click()
  await page.getByRole('button', { name: 'Name Speaker 1' }).click()
  await page.getByRole('textbox', { name: 'Name of the speaker' }).fill('Maya Okafor')
  await page.keyboard.press('Enter')
  const ofMaya = transcript(page).getByRole('article', { name: /^Maya Okafor, / })
  await expect(ofMaya.first()).toBeVisible()
  await ofMaya
    .last()
    .getByRole('button', { name: /^Play from / })
    .click()
  await expect
    .poll(() => page.locator('audio').evaluate(audio => (audio as HTMLAudioElement).currentTime))
    .toBeGreaterThan(0)
  await expectAccessible(page, 'a transcript in the guest chat')

  await page.reload()
  await expect(ofMaya.first()).toBeVisible()
  await expect(thread(page)).toContainText('Who are the speakers?')

  const stranger = await (await browser.newContext()).newPage()
  await comeAsGuest(stranger, server.url)
  await expect(stranger.getByText('managers-call')).toHaveCount(0)
  await stranger.context().close()

  await navigation(page).getByRole('link', { name: 'Logbooks' }).click()
  await expect(signUpDialog(page)).toContainText('Your transcript comes with you.')
  await expectRoute(page, '/chat-guest')
  await expectAccessible(page, 'the sign-up dialog')
  await page.keyboard.press('Escape')
  await expect(signUpDialog(page)).toBeHidden()
  await expect(navigation(page).getByRole('link', { name: 'Logbooks' })).toBeFocused()
  await page.keyboard.press('Enter')
  await signUpDialog(page).getByRole('button', { name: 'Sign Up' }).click()

  await expectRoute(page, /^\/login\?batchId=[0-9a-f-]+$/)
  await expect(page.getByRole('region', { name: 'Your recording comes with you' })).toBeVisible()
  await expectAccessible(page, 'signing in with a recording')
  const email = newEmail('Priya')
  await askForCode(page, email)
  await expectRoute(page, /^\/verify\?batchId=/)
  await page.goto(`${server.url}/#/verify?email=${encodeURIComponent(email)}`)
  await page.reload()
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(server, email))
  await nameOneself(page, 'Priya')
  await page.getByRole('button', { name: 'Create a workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a workspace' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ridgeway Cycles')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()

  await expectRoute(page, /^\/docs\/\d+$/)
  await expect(page.getByText('Your recording is in your logbooks now')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'managers-call' })).toBeVisible()
  await expect(
    transcript(page)
      .getByRole('article', { name: /^Maya Okafor, / })
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('app'))).not.toContain('"guestId":"')

  await page.goto(`${server.url}/#/chat-guest`)
  await expectRoute(page, /^\/(docs|chat)/)
  await page.goto(`${server.url}/#/chat`)
  await expect(page.getByRole('heading', { level: 2, name: 'Hello, Priya' })).toBeVisible()
})

test('a guest records a meeting on a phone, and takes it along into their own workspace [1.13, D40]', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const owner = await Person.signUp(server, 'Otto')
  await owner.createWorkspace('Old Market')
  await page.setViewportSize({ width: 390, height: 844 })
  await comeAsGuest(page, server.url)
  await page.getByRole('link', { name: 'Record a meeting' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const strip = page.getByRole('region', { name: 'Meeting recording' })
  await expect(strip).toContainText('Recording')
  await navigation(page).getByRole('link', { name: 'Mate' }).click()
  await page.getByRole('button', { name: 'Not now, keep trying' }).click()
  await expect(strip.getByRole('button', { name: 'Restart' })).toBeVisible()
  // The name contains a time too; that of the recording comes last.
  const recorded = async () => /(\d+):(\d\d)\D*$/.exec((await strip.textContent()) ?? '') ?? []
  await expect
    .poll(async () => Number((await recorded())[1]) * 60 + Number((await recorded())[2]), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(14)
  await strip.getByRole('button', { name: 'Stop recording' }).click()
  await expect(strip).toBeHidden()
  // A toast stays while the pointer rests on it.
  await page.mouse.move(195, 420)
  await expect(page.getByText('Recording saved')).toBeHidden()
  await expect(transcript(page)).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page, 'the guest chat on a phone')
  await expectFits(page)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await askForCode(page, owner.email)
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(server, owner.email))
  await expectRoute(page, /^\/docs\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Meeting, / })).toBeVisible()
  await expect(transcript(page)).toBeVisible()
})

test.describe('Without guests', () => {
  const closed = serveAlone({ GUESTS: 'off' })

  test('a server without guests says so, and leads to the sign-in [D42]', async ({ page }) => {
    await page.goto(`${closed.url}/#/login`)
    await expect(page.getByText('This server sends no mail or SMS yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try Mate as a guest' })).toHaveCount(0)
    await page.goto(`${closed.url}/#/chat-guest`)
    await expect(page.getByText('Guest access is turned off')).toBeVisible()
    await expect(navigation(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expectRoute(page, '/login')
  })
})
