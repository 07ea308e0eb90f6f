import { expect } from '@playwright/test'
import { readFeed } from '#shared/contract/sources/endpoints'
import { openAs, signIn } from '../pages/session'
import { navigation } from '../pages/shell'
import { serve, test } from '../support/fixtures'
import { Person } from '../support/person'
import { Desktop, launchers } from './desktop'
import { pixelOf } from './pixels'

const server = serve()

for (const launcher of launchers)
  test(`somebody shares their screen, another watches it, and Stop ends it for both [${launcher.name}] [1.8, D32, D34]`, {
    tag: `@${launcher.name}`,
  }, async ({ page }) => {
    test.setTimeout(120_000)
    const maya = await Person.signUp(server, 'Maya Okafor')
    await maya.createWorkspace('Ridgeway Cycles')
    const tom = await Person.signUp(server, 'Tom Reyes')
    await maya.takesIn(tom)
    const desktop = new Desktop(launcher, () => server.url)
    await desktop.open()
    try {
      let app = await desktop.launch()
      await signIn(app.page, server, tom.email)
      await navigation(app.page)
        .getByRole('link', { name: /^Source/ })
        .click()
      await app.page.getByRole('button', { name: 'Share your screen' }).click()
      const dialog = app.page.getByRole('dialog', { name: 'Share your screen with Ridgeway Cycles?' })
      await expect(dialog.getByText('Pictures only. Sound and key presses are never captured.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Start sharing' }).click()
      const strip = app.page.getByRole('region', { name: 'Screen sharing status' })
      await expect(strip).toContainText('You are sharing your screen')
      await expect(strip).toContainText('Entire screen')
      await expect(strip).toContainText('Nobody is watching')

      const red = await desktop.showRedWindow()

      await openAs(page, maya, '/feed')
      await navigation(page)
        .getByRole('link', { name: /^Source/ })
        .click()
      await expect(strip).toContainText('Watching: Maya Okafor')
      const seen = async () => {
        const { screen_sharing_users } = await maya.call(readFeed, {})
        const frame = screen_sharing_users[0]?.last_frame
        if (!frame) return 'no picture yet'
        const response = await fetch(new URL(frame.url, server.url))
        const [r = 0, g = 0, b = 0] = pixelOf(Buffer.from(await response.arrayBuffer()), { x: 550, y: 500 })
        return r > 200 && Math.max(g, b) < 60 ? 'red' : `${r} ${g} ${b}`
      }
      await expect.poll(seen, { timeout: 30_000 }).toBe('red')
      // The picture from the server, not its placeholder.
      const picture = page.getByRole('list', { name: 'Sources' }).locator('img[src]').first()
      await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1280)

      await strip.getByRole('button', { name: 'Stop sharing' }).click()
      await expect(strip).toBeHidden()
      await expect.poll(async () => (await maya.call(readFeed, {})).screen_sharing_users).toEqual([])
      await red.close()

      // With consent and signed in, it would start by itself if it had not been stopped by hand [4.11d].
      await app.close()
      app = await desktop.launch()
      await expect(navigation(app.page).getByRole('link', { name: 'Source Feed connected' })).toBeVisible()
      expect(await app.page.evaluate(() => window.wheelhouse?.captureStatus())).toMatchObject({
        state: 'stopped_by_hand',
      })
    } finally {
      await desktop.close()
    }
  })
