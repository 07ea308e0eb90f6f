import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { signIn } from '../pages/session'
import { serve, test } from '../support/fixtures'
import { Person } from '../support/person'
import type { DesktopApp } from './app'
import { desktopForEach, launchers } from './desktop'
import { FeedServer } from './server'
import { maya, shareAs } from './sharing'

declare global {
  /** The questions of the main process to the person, in order. */
  var dialogMessages: string[] | undefined
  /** How often the main process checked for a network. */
  var looksAtNetwork: number | undefined
}

/** Answers every dialog of the main process with the button at `response`, and records the questions. */
const answerDialogs = (app: DesktopApp, response: number) =>
  app.evaluate(({ dialog }, button) => {
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string }
      globalThis.dialogMessages = [...(globalThis.dialogMessages ?? []), message]
      return { response: button, checkboxChecked: false }
    }
  }, response)
const questions = (app: DesktopApp) => app.evaluate(() => globalThis.dialogMessages ?? [], undefined)
const status = (app: DesktopApp) => app.page.evaluate(() => window.wheelhouse?.captureStatus())
const startsItself = 'Let Wheelhouse start when this computer starts?'

for (const launcher of launchers) {
  test.describe(`A computer that returns from sleep or an outage [${launcher.name}]`, {
    tag: `@${launcher.name}`,
  }, () => {
    const desktop = desktopForEach(launcher, () => server.url)
    let app: DesktopApp
    let server: FeedServer

    test.beforeEach(async () => {
      server = await FeedServer.open()
      app = await desktop.launch()
    })
    test.afterEach(() => server.close())

    /** The next automatic attempt would come after two minutes, long after the story. */
    const losesServerForAWhile = async () => {
      await shareAs(app)
      await server.vanish()
      await expect.poll(() => status(app)).toMatchObject({ state: 'reconnecting' })
      await server.start()
    }
    const sharesAgain = () => expect.poll(() => status(app)).toMatchObject({ state: 'sharing' })

    test('that wakes from sleep sends again at once [0.5c]', async () => {
      await losesServerForAWhile()
      await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'), undefined)
      await sharesAgain()
    })

    test('that is unlocked sends again at once [0.5c]', async () => {
      await losesServerForAWhile()
      await app.evaluate(({ powerMonitor }) => powerMonitor.emit('unlock-screen'), undefined)
      await sharesAgain()
    })

    test('whose network is back sends again at once [0.5c]', async () => {
      await losesServerForAWhile()
      await app.evaluate(({ net }) => {
        net.isOnline = () => {
          globalThis.looksAtNetwork = (globalThis.looksAtNetwork ?? 0) + 1
          return false
        }
      }, undefined)
      await expect.poll(() => app.evaluate(() => globalThis.looksAtNetwork ?? 0, undefined)).toBeGreaterThan(0)
      await app.evaluate(({ net }) => {
        net.isOnline = () => true
      }, undefined)
      await sharesAgain()
    })

    test('that wakes shares by itself if the person agreed and did not turn it off [0.5c] [4.12a] [4.12b]', async () => {
      await shareAs(app)
      await app.page.evaluate(() => window.wheelhouse?.setAutoStart({ enabled: false }))
      // Somebody else was signed in meanwhile: nothing is shared for them, and for Maya it does not start by itself.
      await app.page.evaluate(() => window.wheelhouse?.setSession(null))
      await app.page.evaluate(session => window.wheelhouse?.setSession(session), maya())
      await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'), undefined)
      expect(await status(app)).toMatchObject({ state: 'off' })
      await app.page.evaluate(() => window.wheelhouse?.setAutoStart({ enabled: true }))
      expect(await status(app)).toMatchObject({ state: 'off' })
      await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'), undefined)
      await sharesAgain()
    })
  })

  test.describe(`Starting with the computer [${launcher.name}]`, { tag: `@${launcher.name}` }, () => {
    const desktop = desktopForEach(launcher, () => server.url)
    let app: DesktopApp
    let server: FeedServer

    test.beforeEach(async () => {
      server = await FeedServer.open()
      app = await desktop.launch()
    })
    test.afterEach(() => server.close())
    const signIn = async () => {
      await expect(app.page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible()
      await app.page.evaluate(session => window.wheelhouse?.setSession(session), maya())
    }
    const entries = async () => {
      const autostart = join(desktop.folder, '.config/autostart')
      const names = existsSync(autostart) ? await readdir(autostart) : []
      return Promise.all(names.map(name => readFile(join(autostart, name), 'utf8')))
    }

    test('is offered until somebody says yes, and then set up with the system [0.5b] [8.6d] [9.3a]', async () => {
      const closed = 2
      await answerDialogs(app, closed)
      await signIn()
      await expect.poll(async () => (await questions(app)).length).toBeGreaterThan(1)
      expect(new Set(await questions(app))).toEqual(new Set([startsItself]))
      expect(await entries()).toEqual([])
      const yes = 0
      await answerDialogs(app, yes)
      await expect.poll(entries).toEqual([expect.stringMatching(/^Exec=.* --hidden$/m)])
      expect(await app.page.evaluate(() => window.wheelhouse?.autoLaunch())).toEqual({ enabled: true, refused: false })
    })

    test('is not offered again after a no, not even by the next start [8.6d]', async () => {
      const no = 1
      await answerDialogs(app, no)
      await signIn()
      const state = () => app.page.evaluate(() => window.wheelhouse?.autoLaunch())
      await expect.poll(state).toEqual({ enabled: false, refused: true })
      await app.close()
      app = await desktop.launch()
      await answerDialogs(app, no)
      await expect.poll(state).toEqual({ enabled: false, refused: true })
      expect(await questions(app)).toEqual([])
      expect(await entries()).toEqual([])
    })
  })

  test.describe(`Links and a second start [${launcher.name}]`, { tag: `@${launcher.name}` }, () => {
    const server = serve()
    const desktop = desktopForEach(launcher, () => server.url)

    test('a second start opens no window: the first one comes to the front, at the link [D12]', async () => {
      const person = await Person.signUp(server, 'Maya Okafor')
      await person.createWorkspace('Ridgeway Cycles')
      const app = await desktop.launch()
      await signIn(app.page, server, person.email)
      const hash = () => new URL(app.page.url()).hash
      const isVisible = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible(), undefined)
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), undefined)
      expect(await isVisible()).toBe(false)

      expect(await desktop.launchAgain(['wheelhouse://feed'])).toBe(0)
      await expect.poll(hash).toBe('#/feed')
      expect(await isVisible()).toBe(true)
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, undefined)).toBe(1)

      // The way in which macOS passes a link.
      await app.evaluate(({ app: main }) => {
        main.emit('open-url', { preventDefault: () => undefined }, 'wheelhouse://docs')
      }, undefined)
      await expect.poll(hash).toBe('#/docs')
      await expect(app.page.getByRole('heading', { name: 'Logbooks', exact: true })).toBeVisible()
      await app.evaluate(({ app: main }) => {
        main.emit('open-url', { preventDefault: () => undefined }, 'https://evil.example/feed')
      }, undefined)
      expect(hash()).toBe('#/docs')
    })

    test('a link that starts the program is opened [D12]', async () => {
      const app = await desktop.launch({ args: ['wheelhouse://meeting'] })
      await expect.poll(() => new URL(app.page.url()).hash).toBe('#/meeting')
    })
  })
}
