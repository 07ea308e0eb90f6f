import { describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { checkForUpdates, type UpdateParts } from './updates'

type Updater = Awaited<ReturnType<NonNullable<UpdateParts['load']>>>

/** Records what it is asked for. */
function updaterWith(checkForUpdates: Updater['checkForUpdates'] = async () => null) {
  const asked: unknown[] = []
  const updater = {
    logger: console,
    on: () => updater,
    setFeedURL: (feed: unknown) => asked.push(feed),
    checkForUpdates: () => {
      asked.push('check')
      return checkForUpdates()
    },
  }
  return { asked, load: async () => updater as unknown as Updater }
}

describe('Updates', () => {
  test.each([
    [null, true],
    ['http://updates.example/', true],
    ['https://updates.example/', false],
  ])('from %s, packaged %s: nothing is loaded', async (address, isPackaged) => {
    const load = () => Promise.reject(new Error('It was loaded.'))
    expect(await checkForUpdates({ load, address, isPackaged })).toBe(false)
  })

  test('are looked for at the address of the settings, in a packaged app', async () => {
    const { asked, load } = updaterWith()
    const address = 'https://updates.example/wheelhouse'
    expect(await checkForUpdates({ load, address, isPackaged: true })).toBe(true)
    expect(asked).toEqual([{ provider: 'generic', url: address }, 'check'])
  })

  test('that cannot be looked for are logged, and the app goes on', async () => {
    const { load } = updaterWith(() => Promise.reject(new Error('ENOTFOUND')))
    expect(await checkForUpdates({ load, address: 'https://updates.example', isPackaged: true })).toBe(true)
    expectPrinted('A new version could not be looked for. ENOTFOUND')
  })
})
