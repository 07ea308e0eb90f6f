import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Session } from 'electron'
import { describe, expect, test } from 'vitest'
import { handleDownloads } from './downloads'

function download(url: string, name: string) {
  const session = new EventEmitter()
  const failed: string[] = []
  handleDownloads(
    { on: session.on.bind(session) as unknown as Session['on'] },
    {
      isOwn: address => address.startsWith('app://wheelhouse/'),
      folder: () => '/home/maya/Downloads',
      sayFailed: async file => failed.push(file),
    },
  )
  const item = new EventEmitter()
  const offered: string[] = []
  let isPrevented = false
  const event = {
    preventDefault() {
      isPrevented = true
    },
  }
  const parts = {
    getURL: () => url,
    getFilename: () => name,
    setSaveDialogOptions: ({ defaultPath }: { defaultPath: string }) => void offered.push(defaultPath),
    once: item.once.bind(item),
  }
  session.emit('will-download', event, parts)
  return { offered, failed, isSaved: !isPrevented, end: (state: string) => item.emit('done', {}, state) }
}

const own = 'app://wheelhouse/objects/4?signed'

describe('Saving a file', () => {
  test.each([
    [own, 'torque.pdf'],
    ['app://wheelhouse/logs/3?type=csv', 'Bay log.csv'],
    ['blob:app://wheelhouse/0c7b-11', 'Stand occupied.svg'],
  ])('of the app, at %s, asks where, starting in the downloads folder', (url, name) => {
    const { isSaved, offered } = download(url, name)
    expect(isSaved).toBe(true)
    expect(offered).toEqual([join('/home/maya/Downloads', name)])
  })

  test.each([
    'https://evil.example/a.exe',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'data:text/plain,x',
    '',
  ])('from elsewhere is refused: %s', url => {
    const { isSaved, offered } = download(url, 'a.exe')
    expect(isSaved).toBe(false)
    expect(offered).toEqual([])
  })

  test.each([
    ['../../.bashrc', 'bashrc'],
    ['C:\\Windows\\a.dll', 'a.dll'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\0b?.csv', 'ab.csv'],
    ['...', 'download'],
  ])('with the name %j is offered as %s', (name, as) => {
    expect(download(own, name).offered).toEqual([join('/home/maya/Downloads', as)])
  })

  test('an interrupted download is reported; a cancelled or finished one is not', () => {
    const interrupted = download(own, 'hours.csv')
    interrupted.end('interrupted')
    expect(interrupted.failed).toEqual(['hours.csv'])
    for (const state of ['completed', 'cancelled']) {
      const other = download(own, 'hours.csv')
      other.end(state)
      expect(other.failed).toEqual([])
    }
  })
})
