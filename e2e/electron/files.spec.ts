import { join } from 'node:path'
import { expect } from '@playwright/test'
import { log, openComposer, savedLog } from '../pages/logbook'
import { signIn } from '../pages/session'
import { serve, test } from '../support/fixtures'
import { pdfOf } from '../support/pdf'
import { Person } from '../support/person'
import { desktopForEach, doubles } from './desktop'

const server = serve()

// The double only shows the dialog's suggestion and saves nothing, because Chromium downloads the file itself.
for (const launcher of doubles)
  test.describe('Files in the desktop app', { tag: '@double' }, () => {
    const desktop = desktopForEach(launcher, () => server.url)

    test('a PDF is read under the policy of the app, and saving it asks where, starting with the downloads [3.7, 0.5]', async () => {
      const priya = await Person.signUp(server, 'Priya')
      await priya.createWorkspace('Ridgeway Cycles')
      const { doc_id } = await priya.createLogbook('Bay log')
      const sheet = await pdfOf(['Torque of the stem: 5 Nm', 'Torque of the crank: 40 Nm'])
      const app = await desktop.launch()
      const { page } = app
      const kept: string[] = []
      page.on('console', message => {
        if (/content security policy|refused to/i.test(message.text())) kept.push(message.text())
      })
      await expect(page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible({ timeout: 30_000 })
      await signIn(page, server, priya.email)
      // The app leads from signing in to Mate, and away from any other address until then.
      await expect(page.getByRole('textbox', { name: 'Ask Mate' })).toBeVisible()
      await page.evaluate(id => {
        location.hash = `#/docs/${id}`
      }, doc_id)
      await (await openComposer(page)).fill('Torque sheet')
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'torque.pdf', mimeType: 'application/pdf', buffer: sheet }])
      await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
      await page.getByRole('button', { name: 'Save log' }).click()
      await expect(savedLog(page, 'Torque sheet')).toBeVisible()
      await log(page, 'Torque sheet').getByRole('button', { name: 'Open torque.pdf' }).click()
      const dialog = page.getByRole('dialog', { name: 'torque.pdf' })
      await expect(dialog.getByText('1 of 2')).toBeVisible()
      await expect(dialog.getByText('Torque of the stem: 5 Nm')).toBeVisible()
      expect(kept).toEqual([])

      await app.evaluate(({ session }) => {
        session.defaultSession.on('will-download', (_, item) => {
          process.env.OFFERED = item.getSaveDialogOptions().defaultPath
        })
      }, undefined)
      await dialog.getByRole('button', { name: 'Download' }).click()
      const offered = () => app.evaluate(() => process.env.OFFERED ?? null, undefined)
      await expect.poll(offered).toBe(join(desktop.folder, 'torque.pdf'))
    })
  })
