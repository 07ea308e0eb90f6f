import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { TestClock } from '../platform/test-clock'
import { AutoLaunch } from './auto-launch'
import { quoteForExec } from './desktop-entry'

function computer(answers: ('yes' | 'no' | 'closed')[] = []) {
  const clock = new TestClock()
  const world = { isEnabled: false, isRefused: false, asked: 0, failed: 0, mayAsk: true, accepts: true }
  const autoLaunch = new AutoLaunch({
    clock,
    launcher: {
      isEnabled: async () => world.isEnabled,
      async enable() {
        if (!world.accepts) throw new Error('read-only file system')
        world.isEnabled = true
      },
      async disable() {
        world.isEnabled = false
      },
    },
    isRefused: () => world.isRefused,
    setRefused(isRefused) {
      world.isRefused = isRefused
    },
    mayAsk: () => world.mayAsk,
    async ask() {
      world.asked += 1
      return answers.shift() ?? 'closed'
    },
    async sayFailed() {
      world.failed += 1
    },
  })
  autoLaunch.watch()
  return { clock, world, autoLaunch }
}

describe('Starting with the computer [0.5b, 8.6d, 9.3a]', () => {
  test('an alert asks for it and repeats every second until it is on', async () => {
    const { clock, world } = computer(['closed', 'closed', 'yes'])
    await clock.pass(999)
    expect(world.asked).toBe(0)
    await clock.pass(1)
    expect(world.asked).toBe(1)
    await clock.pass(2_000)
    expect(world).toMatchObject({ asked: 3, isEnabled: true })
    await clock.pass(60_000)
    expect(world.asked).toBe(3)
    world.isEnabled = false
    await clock.pass(1_000)
    expect(world.asked).toBe(4)
  })

  test('a person who refuses is not asked again', async () => {
    const { clock, world, autoLaunch } = computer(['no'])
    await clock.pass(60_000)
    expect(world).toMatchObject({ asked: 1, isRefused: true, isEnabled: false })
    expect(await autoLaunch.state()).toEqual({ enabled: false, refused: true })
    expect(await autoLaunch.set(true)).toEqual({ enabled: true, refused: false })
    expect(await autoLaunch.set(false)).toEqual({ enabled: false, refused: true })
  })

  test('nobody is asked while nobody is there', async () => {
    const { clock, world } = computer()
    world.mayAsk = false
    await clock.pass(60_000)
    expect(world.asked).toBe(0)
  })

  test('a system that does not allow it is reported once, not every second', async () => {
    const { clock, world } = computer(['yes', 'yes'])
    world.accepts = false
    await clock.pass(60_000)
    expect(world).toMatchObject({ asked: 1, failed: 1, isRefused: true })
    expectPrinted('The system does not allow the app to start with it. read-only file system')
  })
})

// On Linux the package writes to the home folder; on other systems it writes elsewhere.
if (process.platform === 'linux')
  describe('The desktop entry on Linux', () => {
    const home = mkdtempSync(join(tmpdir(), 'home-'))
    afterEach(() => {
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true, force: true })
    })

    test.each([
      ['/opt/Wheelhouse/wheelhouse', 'Exec=/opt/Wheelhouse/wheelhouse --hidden'],
      ['/home/maya/My Apps/Wheel house.AppImage', 'Exec="/home/maya/My Apps/Wheel house.AppImage" --hidden'],
    ])('%s is started with the computer, hidden, and as it is called', async (program, line) => {
      vi.stubEnv('HOME', home)
      vi.stubEnv('APPIMAGE', program)
      vi.resetModules()
      const { createLauncher } = await import('./launcher')
      const launcher = createLauncher('Wheelhouse')
      expect(await launcher.isEnabled()).toBe(false)
      await launcher.enable()
      expect(await launcher.isEnabled()).toBe(true)
      const name = program.split('/').at(-1)
      const entry = readFileSync(join(home, '.config/autostart', `${name}.desktop`), 'utf8')
      expect(entry.split('\n')).toContain(line)
      await launcher.disable()
      expect(await launcher.isEnabled()).toBe(false)
    })

    test.each([
      ['/opt/a', '/opt/a'],
      ['/opt/a b', '"/opt/a b"'],
      ['/opt/$a`"\\', '"/opt/\\$a\\`\\"\\\\"'],
      ['/opt/100%', '/opt/100%%'],
    ])('%s is quoted as %s', (path, quoted) => expect(quoteForExec(path)).toBe(quoted))
  })
