import { expect } from '@playwright/test'
import { readFeed } from '#shared/contract/sources/endpoints'
import { signIn } from '../pages/session'
import { serve, test } from '../support/fixtures'
import { Person } from '../support/person'
import { SharingComputer } from '../support/sharing-computer'
import { Desktop, launchers } from './desktop'

const server = serve()

for (const launcher of launchers)
  test(`the desktop app says that another computer of the person shares its screen, and stops it [${launcher.name}] [D34]`, {
    tag: `@${launcher.name}`,
  }, async () => {
    const maya = await Person.signUp(server, 'Maya Okafor')
    await maya.createWorkspace('Ridgeway Cycles')
    const desktop = new Desktop(launcher, () => server.url)
    await desktop.open()
    try {
      const app = await desktop.launch()
      await signIn(app.page, server, maya.email)
      // Nobody is watching, so it is asked for no picture.
      const computer = await SharingComputer.open(maya, Buffer.alloc(0))
      const strip = app.page.getByRole('region', { name: 'Screen sharing status' })
      await expect(strip).toContainText('Another computer of yours is sharing its screen')
      expect(await app.page.evaluate(() => window.wheelhouse?.captureStatus())).toMatchObject({ sharing: 'off' })

      await strip.getByRole('button', { name: 'Pause' }).click()
      await expect(strip).toContainText('Sharing from another computer of yours is paused')
      await strip.getByRole('button', { name: 'Stop sharing' }).click()
      await expect(strip).toBeHidden()
      await expect.poll(async () => (await maya.call(readFeed, {})).screen_sharing_users).toEqual([])
      computer.close()
    } finally {
      await desktop.close()
    }
  })
