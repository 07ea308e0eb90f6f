import { describe, expect, test } from 'vitest'
import { checkForUpdates, type UpdateParts } from './updates'

describe('Updates', () => {
  test.each([
    [null, true, false],
    ['http://updates.example/', true, false],
    ['https://updates.example/', false, false],
    ['https://updates.example/', true, true],
  ])('from %s, packaged %s: checked %s', (address, isPackaged, isLooked) => {
    const asked: string[] = []
    const updater = {
      on: () => updater,
      setFeedURL: ({ url }: { url: string }) => asked.push(url),
      checkForUpdates: () => asked.push('check'),
    }
    expect(checkForUpdates({ updater: updater as unknown as UpdateParts['updater'], address, isPackaged })).toBe(
      isLooked,
    )
    expect(asked).toEqual(isLooked ? [address, 'check'] : [])
  })
})
