import { expect } from '@playwright/test'
import { log, openComposer, savedLog, writeLog } from '../pages/logbook'
import { signIn } from '../pages/session'
import { networkErrors, serveAlone, test } from '../support/fixtures'
import { Person } from '../support/person'
import { desktopForEach, doubles } from './desktop'

const server = serveAlone()

for (const launcher of doubles)
  test.describe('The desktop app without its server', { tag: '@double' }, () => {
    const desktop = desktopForEach(launcher, () => server.url)

    test('starts with the data read last, and keeps a new log across the next start as well [4.7a]', async ({
      provokes,
    }) => {
      provokes(networkErrors)
      const priya = await Person.signUp(server, 'Priya')
      await priya.createWorkspace('Ridgeway Cycles')
      const { doc_id } = await priya.createLogbook('Bay log')
      const { page } = await desktop.launch()
      await expect(page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible({ timeout: 30_000 })
      await signIn(page, server, priya.email)
      // The app leads from signing in to Mate, and away from any other address until then.
      await expect(page.getByRole('textbox', { name: 'Ask Mate' })).toBeVisible()
      await page.evaluate(id => {
        location.hash = `#/docs/${id}`
      }, doc_id)
      await writeLog(page, 'Two keys are missing.')
      await expect(savedLog(page, 'Two keys are missing.')).toBeVisible()
      // Copies are stored a moment after the data was read.
      const keptLogs = () =>
        page.evaluate(
          name =>
            new Promise<number>(resolve => {
              const request = indexedDB.open('wheelhouse.read')
              request.onsuccess = () => {
                const copies = request.result.transaction('copies').objectStore('copies').getAll()
                copies.onsuccess = () => {
                  request.result.close()
                  const copy = (copies.result as { name: string; json: string }[]).find(
                    candidate => candidate.name === name,
                  )
                  resolve(copy ? JSON.parse(copy.json).logs.length : 0)
                }
              }
            }),
          `document.${doc_id}.logs`,
        )
      await expect.poll(keptLogs).toBe(1)

      await server.kill()
      await page.reload()
      await expect(log(page, 'Two keys are missing.')).toBeVisible()
      await expect(page.getByText(/You are looking at a saved copy/)).toBeVisible()
      await (await openComposer(page)).fill('Written in the cellar.')
      await page.getByRole('button', { name: 'Save log' }).click()
      await expect(log(page, 'Written in the cellar.')).toBeVisible()
      await page.reload()
      await expect(log(page, 'Written in the cellar.')).toBeVisible()
    })
  })
