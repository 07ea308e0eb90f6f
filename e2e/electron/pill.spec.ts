import { expect, type Page } from '@playwright/test'
import type { PillBridge } from '#shared/contract/desktop'
import { test } from '../support/fixtures'
import type { DesktopApp } from './app'
import { desktopForEach, launchers } from './desktop'
import { size } from './display'
import { pixelOnScreen } from './pixels'
import { FeedServer } from './server'
import { shareAs } from './sharing'

declare global {
  interface Window {
    readonly wheelhousePill?: PillBridge
  }
}

for (const launcher of launchers)
  test.describe(`While the window is hidden [${launcher.name}]`, { tag: `@${launcher.name}` }, () => {
    const desktop = desktopForEach(launcher, () => server.url)
    let app: DesktopApp
    let server: FeedServer

    test.beforeEach(async () => {
      server = await FeedServer.open()
      app = await desktop.launch()
      await shareAs(app)
    })
    test.afterEach(() => server.close())

    const status = () => app.page.evaluate(() => window.wheelhouse?.captureStatus())
    /** Acts on one of the two windows; the app's main window was there first. */
    const windows = (what: 'hide' | 'show' | 'minimize' | 'restore' | 'close', which: 'main' | 'pill' = 'main') =>
      app.evaluate(
        ({ BrowserWindow }, [what, which]) => {
          const all = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)
          all[which === 'main' ? 0 : 1]?.[what]()
          return all.filter(window => !window.isDestroyed()).length
        },
        [what, which] as const,
      )
    const pill = async (): Promise<Page> => {
      await expect.poll(() => app.pill()).not.toBeNull()
      const page = app.pill()
      if (!page) throw new Error('The pill is gone.')
      return page
    }
    const noPill = () => expect.poll(() => app.pill()).toBeNull()
    /** Returns a place on the screen where the pill shows only its colour. */
    const bareSpot = async (page: Page) =>
      page.evaluate(() => ({
        x: Math.round(window.screenX + (window.outerWidth - window.innerWidth) / 2 + 6),
        y: Math.round(window.screenY + window.outerHeight - window.innerHeight / 2),
      }))
    const isViolet = (spot: { x: number; y: number }) => {
      const [r = 0, g = 0, b = 0] = pixelOnScreen(desktop.screen, spot)
      return b > r + 40 && r > g + 20
    }

    test('a violet pill on the screen shows that it is shared and who watches, until the window is back [D34]', async () => {
      expect(app.pill()).toBeNull()
      await windows('hide')
      const page = await pill()
      await expect(page.getByRole('status')).toContainText('Sharing')
      await expect(page.getByRole('status')).toContainText('Nobody is watching')
      const spot = await bareSpot(page)
      await expect.poll(() => isViolet(spot)).toBe(true)

      const since = '2026-05-04T08:00:00.000Z'
      const tom = { user_id: 9, job_id: null, name: 'Tom Reyes', image: null, since }
      const job = { user_id: null, job_id: 4, name: 'Friday round-up', image: null, since }
      server.send({ event: 'viewers', source: { kind: 'screen', user_id: 7 }, users: [tom, job] })
      await expect(page.getByRole('status')).toContainText('Watching: Tom Reyes and Friday round-up (job)')
      server.send({ event: 'pause_sharing' })
      await expect(page.getByRole('status')).toContainText('Paused')
      await app.page.evaluate(() => window.wheelhouse?.resumeCapture())
      await expect(page.getByRole('status')).toContainText('Sharing')

      await windows('show')
      await noPill()
      await expect.poll(() => isViolet(spot)).toBe(false)
      expect(await status()).toMatchObject({ state: 'sharing' })
      await windows('minimize')
      await pill()
      await windows('restore')
      await noPill()
    })

    test('Stop in the pill stops at once, also from the keyboard and without a network, and the pill closes [4.11d]', async () => {
      await windows('hide')
      const page = await pill()
      const stop = page.getByRole('button', { name: 'Stop sharing' })
      await expect(stop).toBeVisible()
      await server.vanish()
      await expect(page.getByRole('status')).toContainText('Not sending. Trying again.')
      await page.keyboard.press('Tab')
      await expect(stop).toBeFocused()
      // The pill may close before the key is up again.
      await page.keyboard.press('Enter').catch(error => {
        if (!page.isClosed()) throw error
      })
      await noPill()
      expect(await status()).toMatchObject({ state: 'stopped_by_hand', sharing: 'off' })
      await windows('show')
      await windows('hide')
      expect(app.pill()).toBeNull()
    })

    test('the pill cannot be closed, stays on the screen, and stays where it was moved [D34]', async () => {
      await windows('hide')
      await pill()
      expect(await windows('close', 'pill')).toBe(2)
      await expect((await pill()).getByRole('status')).toContainText('Sharing')
      const bounds = () =>
        app.evaluate(
          ({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()
              .sort((a, b) => a.id - b.id)[1]
              ?.getBounds(),
          0,
        )
      await app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()
            .sort((a, b) => a.id - b.id)[1]
            ?.setPosition(9_000, 300),
        0,
      )
      await expect.poll(bounds).toMatchObject({ x: size.width - 400, y: 300 })
      await windows('show')
      await noPill()
      await windows('hide')
      await pill()
      expect(await bounds()).toMatchObject({ x: size.width - 400, y: 300 })
    })

    test('the pill’s page has no Node and nothing of the app’s bridge except Stop', async () => {
      await windows('hide')
      const page = await pill()
      const globals = () => ['require', 'process', 'module', 'Buffer', 'wheelhouse'].filter(name => name in window)
      expect(await page.evaluate(globals)).toEqual([])
      const offered = () => [Object.keys(window.wheelhousePill ?? {}), Object.keys(window.wheelhousePill?.on ?? {})]
      expect(await page.evaluate(offered)).toEqual([['stopCapture', 'on'], ['pillChanged']])
    })
  })
