import { expect } from '@playwright/test'
import { test } from '../support/fixtures'
import { type DesktopApp, double } from './app'
import { desktopForEach, launchers } from './desktop'
import { pixelOf } from './pixels'
import { FeedServer } from './server'
import { maya } from './sharing'

const organization_id = 3
const { DESKTOP_ELECTRON, DESKTOP_WITHOUT, REQUIRE_ELECTRON } = process.env
if (REQUIRE_ELECTRON === '1' && !DESKTOP_ELECTRON)
  test('a real Electron is available for the stories', () => {
    throw new Error(`REQUIRE_ELECTRON is set, but ${DESKTOP_WITHOUT}.`)
  })

for (const launcher of launchers) {
  test.describe(`The desktop app [${launcher.name}]`, { tag: `@${launcher.name}` }, () => {
    const desktop = desktopForEach(launcher, () => server.url)
    let app: DesktopApp
    let server: FeedServer

    const launch = async (session: 'x11' | 'wayland' = 'x11') => {
      app = await desktop.launch({ session })
      // Before it renders anything, the page has reported that nobody is signed in.
      await expect(app.page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible({ timeout: 30_000 })
    }
    test.beforeEach(async () => {
      server = await FeedServer.open()
      await launch()
    })
    test.afterEach(() => server.close())

    const status = () => app.page.evaluate(() => window.wheelhouse?.captureStatus())
    /** Requests pictures until the red window is in one, because a new window takes a moment to be drawn. */
    const expectRed = () =>
      expect
        .poll(async () => {
          const { id, key } = server.ask()
          await expect.poll(() => server.requests).toContainEqual({ event: 'screenshot', id, url: key })
          const [r = 0, g = 0, b = 0] = pixelOf(server.stored.get(key) ?? Buffer.alloc(0), { x: 550, y: 500 })
          return r > 200 && Math.max(g, b) < 60 ? 'red' : `${r} ${g} ${b}`
        })
        .toBe('red')
    const startSharing = async () => {
      await app.page.evaluate(session => window.wheelhouse?.setSession(session), maya())
      await app.page.evaluate(() => window.wheelhouse?.startCapture({}))
      expect(await status()).toMatchObject({ state: 'consent', sharing: 'off' })
      expect(server.requests.filter(({ event }) => event === 'screenshot')).toEqual([])
      await app.page.evaluate(
        id => window.wheelhouse?.giveConsent({ organization_id: id, start_with_computer: false }),
        organization_id,
      )
      await expect.poll(status).toMatchObject({ state: 'sharing', sharing: 'sharing', what: 'Entire screen' })
    }

    test('the window opens and shows the app, without Node in the page and with one bridge [0.2, 0.5f, 0.5g]', async () => {
      await expect(app.page).toHaveTitle(/Wheelhouse/)
      await expect(app.page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible()
      expect(new URL(app.page.url()).hash).toBe('#/login')
      expect(await app.page.evaluate(() => window.wheelhouse?.appInfo())).toMatchObject({ server: server.url })
      const globals = () => ['require', 'process', 'module', 'Buffer'].filter(name => name in window)
      expect(await app.page.evaluate(globals)).toEqual([])
      const refusal = app.page.evaluate(() =>
        window.wheelhouse?.watch({ kind: 'mind' } as never).then(
          () => 'answered',
          (refused: unknown) => refused,
        ),
      )
      expect(await refusal).toMatchObject({ code: 'bridge.invalid' })
    })

    test('after consent the screen is shared, and a request leads to a stored picture of it [1.8b, 4.11a, 7.26, D32, D34]', async () => {
      const red = await desktop.showRedWindow()
      await startSharing()
      await expectRed()
      const pictures_taken = server.requests.filter(({ event }) => event === 'screenshot').length
      expect(await status()).toMatchObject({ pictures_taken })
      expect(server.stored.size).toBe(pictures_taken)
      expect(server.visits[0]?.searchParams.get('access_token')).toBe('access')
      expect(server.requests).toContainEqual({ event: 'sharing', state: 'sharing', what: 'Entire screen' })
      await red.close()
    })

    test('the page shows who watches, and a stop from another device stops', async () => {
      await startSharing()
      const tom = { user_id: 9, job_id: null, name: 'Tom Reyes', image: null, since: '2026-05-04T08:00:00.000Z' }
      server.send({ event: 'viewers', source: { kind: 'screen', user_id: 7 }, users: [tom] })
      await expect.poll(status).toMatchObject({ viewers: [tom] })
      server.send({ event: 'stop_sharing' })
      await expect.poll(status).toMatchObject({ state: 'stopped_by_hand', sharing: 'off', viewers: [] })
      expect(server.requests).toContainEqual({ event: 'sharing', state: 'off' })
    })

    test('another device pauses it and resumes it, and does not resume what was stopped [D34]', async () => {
      await startSharing()
      server.send({ event: 'pause_sharing' })
      await expect.poll(status).toMatchObject({ sharing: 'paused' })
      server.send({ event: 'resume_sharing' })
      await expect.poll(status).toMatchObject({ sharing: 'sharing' })
      server.send({ event: 'stop_sharing' })
      await expect.poll(status).toMatchObject({ state: 'stopped_by_hand' })
      server.send({ event: 'resume_sharing' })
      server.send({ event: 'viewers', source: { kind: 'screen', user_id: 7 }, users: [] })
      expect(await status()).toMatchObject({ state: 'stopped_by_hand', sharing: 'off' })
    })

    test('closing the window hides it, and sharing continues, as the tray says [0.6, D34]', async () => {
      await startSharing()
      const isVisible = await app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        window?.close()
        return window?.isVisible()
      }, undefined)
      expect(isVisible).toBe(false)
      const { id, key } = server.ask()
      await expect.poll(() => server.requests).toContainEqual({ event: 'screenshot', id, url: key })
      expect(await app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+S'), undefined)).toBe(
        true,
      )
    })

    test('a stop works at once without a network, and lasts [4.11d]', async () => {
      await startSharing()
      await server.vanish()
      await expect.poll(status).toMatchObject({ state: 'reconnecting' })
      expect(await app.page.evaluate(() => window.wheelhouse?.stopCapture())).toMatchObject({
        state: 'stopped_by_hand',
        sharing: 'off',
      })
      expect(await app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+S'), undefined)).toBe(
        false,
      )
    })

    // The portal of a Wayland desktop is replaced by Chromium's own choice of the screen, so the request is proved, but
    // not the portal.
    if (launcher === double)
      test('on Wayland one stream is held, and pictures are drawn from it', async () => {
        await app.close()
        await launch('wayland')
        await startSharing()
        // The window that holds the stream is visible here, and would cover an earlier one.
        const red = await desktop.showRedWindow()
        await expectRed()
        await expectRed()
        const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, undefined)
        expect(await windows()).toBe(2)
        await app.page.evaluate(() => window.wheelhouse?.stopCapture())
        expect(await windows()).toBe(1)
        await red.close()
      })
  })
}
