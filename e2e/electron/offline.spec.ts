import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { log, openComposer, savedLog, writeLog } from '../pages/logbook'
import { signIn } from '../pages/session'
import { networkErrors, serveAlone, test } from '../support/fixtures'
import { Person } from '../support/person'
import { type DesktopApp, double } from './app'
import { Display } from './display'

const server = serveAlone()

// The double's X11 screen exists on Linux only.
if (process.platform === 'linux')
  test.describe('The desktop app without its server', { tag: '@double' }, () => {
    let app: DesktopApp
    let display: Display
    let folder = ''

    test.beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'wheelhouse-offline-'))
      display = await Display.open()
      app = await double.launch({ display: display.name, folder, server: server.url })
      // People who sign in are asked whether the app may start with the computer; the answer is no.
      await app.evaluate(({ dialog }) => {
        dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
      }, undefined)
    })
    test.afterEach(async () => {
      await app.close()
      await display.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('starts with the data read last, and keeps a new log across the next start as well [4.7a]', async ({
      provokes,
    }) => {
      provokes(networkErrors)
      const priya = await Person.signUp(server, 'Priya')
      await priya.createWorkspace('Ridgeway Cycles')
      const { doc_id } = await priya.createLogbook('Bay log')
      const { page } = app
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
