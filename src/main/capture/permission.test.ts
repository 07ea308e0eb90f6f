import { describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { en } from '../texts/en'
import { checkPermission, type PermissionParts, systemPermission } from './permission'

const screen = { id: 'screen:1', name: 'Entire screen', thumbnail: '' }

function mac(changes: Partial<PermissionParts> = {}, clicks: number[] = []) {
  const asked: string[] = []
  const opened: string[] = []
  const parts: PermissionParts = {
    platform: 'darwin',
    getMediaAccessStatus: () => 'granted',
    list: async () => [screen],
    texts: () => en,
    shell: { openExternal: async url => void opened.push(url) },
    dialog: {
      async showMessageBox({ message }) {
        asked.push(message)
        return { response: clicks.shift() ?? 0, checkboxChecked: false }
      },
    },
    ...changes,
  }
  return { parts, asked, opened }
}

describe('Permission to capture the screen [1.14, 8.6]', () => {
  test('if there are sources and the system does not object, nobody is asked', async () => {
    const { parts, asked } = mac()
    expect(await checkPermission(parts, true)).toEqual({ granted: true })
    expect(asked).toEqual([])
    expect((await checkPermission({ ...parts, getMediaAccessStatus: undefined }, true)).granted).toBe(true)
  })

  test('without sources a question leads to the system settings, and an alert asks for a restart [8.6a, 8.6c]', async () => {
    const { parts, asked, opened } = mac({ list: async () => [] })
    expect(await checkPermission(parts, true)).toEqual({ granted: false, trouble: 'permission_denied' })
    expect(asked).toEqual([
      'Screen capture permission is required. Open system preferences to enable it?',
      expect.stringContaining('restart'),
    ])
    expect(opened).toEqual([expect.stringContaining('Privacy_ScreenCapture')])
  })

  test('a person who declines is not sent to the settings', async () => {
    const { parts, asked, opened } = mac({ getMediaAccessStatus: () => 'denied' }, [1])
    expect((await checkPermission(parts, true)).granted).toBe(false)
    expect(asked).toHaveLength(1)
    expect(opened).toEqual([])
  })

  test('an error is shown with the text of [8.6b]', async () => {
    const { parts, asked } = mac({
      list: async () => {
        throw new Error('EPERM')
      },
    })
    expect(await checkPermission(parts, true)).toEqual({ granted: false, trouble: 'permission_error' })
    expect(asked).toEqual(['Failed to get screen sources due to permission error'])
    expectPrinted('Screen sources could not be listed. EPERM')
  })

  test('on waking, nobody is asked', async () => {
    const { parts, asked } = mac({ list: async () => [] })
    expect((await checkPermission(parts, false)).granted).toBe(false)
    expect(asked).toEqual([])
  })

  test('an unknown status stays unknown', () => {
    const { parts } = mac()
    expect(systemPermission(parts)).toBe('granted')
    expect(systemPermission({ ...parts, getMediaAccessStatus: () => 'restricted' })).toBe('denied')
    expect(systemPermission({ ...parts, getMediaAccessStatus: undefined })).toBe('unknown')
  })
})
