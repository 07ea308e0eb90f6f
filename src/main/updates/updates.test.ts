import { describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { TestClock } from '../platform/test-clock'
import { en } from '../texts/en'
import { followUpdates, lookEvery, type UpdateParts } from './updates'

type Updater = Awaited<ReturnType<NonNullable<UpdateParts['load']>>>

/** Records what it is asked for. */
function updaterWith(checkForUpdates: Updater['checkForUpdates'] = async () => null) {
  const asked: unknown[] = []
  const listeners = new Map<string, (told: { version: string } | Error) => void>()
  const updater = {
    logger: console,
    on: (event: string, listener: (told: { version: string } | Error) => void) => listeners.set(event, listener),
    setFeedURL: (feed: unknown) => asked.push(feed),
    checkForUpdates: async () => {
      asked.push('check')
      try {
        return await checkForUpdates()
      } catch (cause) {
        listeners.get('error')?.(cause as Error)
        throw cause
      }
    },
  }
  const downloaded = (version: string) => listeners.get('update-downloaded')?.({ version })
  return { asked, downloaded, load: async () => updater as unknown as Updater }
}

const texts = () => en
const nobody = () => undefined
const address = 'https://updates.example/wheelhouse'

describe('Updates', () => {
  test.each([
    [undefined, true],
    ['http://updates.example/', true],
    ['https://updates.example/', false],
  ])('from %s, packaged %s: nothing is loaded', async (from, isPackaged) => {
    const clock = new TestClock()
    const load = () => Promise.reject(new Error('It was loaded.'))
    expect(await followUpdates({ load, address: from, isPackaged, clock, texts, notify: nobody })).toBe(false)
    expect(clock.waiting).toBe(0)
  })

  test('are looked for at the address of the settings in a packaged app, also when it runs for days', async () => {
    const clock = new TestClock()
    const { asked, load } = updaterWith()
    expect(await followUpdates({ load, address, isPackaged: true, clock, texts, notify: nobody })).toBe(true)
    expect(asked).toEqual([{ provider: 'generic', url: address }, 'check'])
    await clock.pass(2 * lookEvery)
    expect(asked.slice(1)).toEqual(['check', 'check', 'check'])
  })

  test('that wait for the end of the app are told to the person, each version once', async () => {
    const told: unknown[] = []
    const { downloaded, load } = updaterWith()
    const notify = (notice: object) => told.push(notice)
    await followUpdates({ load, address, isPackaged: true, clock: new TestClock(), texts, notify })
    for (const version of ['1.4.0', '1.4.0', '1.5.0']) downloaded(version)
    const body = 'It is installed when you quit Wheelhouse.'
    expect(told).toEqual([
      { title: 'Wheelhouse 1.4.0 is ready', body, path: '/' },
      { title: 'Wheelhouse 1.5.0 is ready', body, path: '/' },
    ])
  })

  test('that cannot be looked for are logged, and looked for again later', async () => {
    const clock = new TestClock()
    const { asked, load } = updaterWith(() => Promise.reject(new Error('ENOTFOUND')))
    expect(await followUpdates({ load, address, isPackaged: true, clock, texts, notify: nobody })).toBe(true)
    expectPrinted('A new version could not be looked for or installed. ENOTFOUND')
    await clock.pass(lookEvery)
    expectPrinted('A new version could not be looked for or installed. ENOTFOUND')
    expect(asked).toHaveLength(3)
  })
})
