import { describe, expect, test } from 'vitest'
import type { CaptureStatus } from '#shared/contract/desktop'
import { sharing } from '../platform/test-sharing'
import { en } from '../texts/en'
import { interpolate } from '../texts/texts'
import { SharingTray, type TrayIcon } from './tray'

type Look = Parameters<TrayIcon['show']>[0]

function tray() {
  const looks: Look[] = []
  const done: string[] = []
  const act = (what: string) => () => void done.push(what)
  const actions = {
    open: act('open'),
    pause: act('pause'),
    resume: act('resume'),
    stop: act('stop'),
    quit: act('quit'),
  }
  const it = new SharingTray({ show: look => looks.push(look) }, () => en, interpolate, actions)
  const show = (status: CaptureStatus) => {
    it.update(status)
    const look = looks.at(-1)
    if (!look) throw new Error('Nothing is shown.')
    return { ...look, labels: look.menu.map(item => item.label).filter(label => label !== undefined) }
  }
  const click = (status: CaptureStatus, label: string) =>
    show(status)
      .menu.find(item => item.label === label)
      ?.click?.(undefined as never, undefined, undefined as never)
  return { show, click, done }
}

describe('The tray [D34]', () => {
  test('says in words that the screen is shared, how many pictures were sent, and who watches, jobs as well', () => {
    const { isSharing, title, labels } = tray().show(sharing)
    expect({ isSharing, title }).toEqual({ isSharing: true, title: 'Sharing: Entire screen' })
    expect(labels).toEqual([
      'Sharing: Entire screen',
      'Pictures taken: 9',
      'Watching now',
      'Tom',
      'Friday round-up (job)',
      'Stop sharing',
      'Pause',
      'Open Wheelhouse',
      'Quit',
    ])
  })

  test('offers stop, pause and resume while they apply', () => {
    const { click, done, show } = tray()
    click(sharing, 'Stop sharing')
    click(sharing, 'Pause')
    click({ ...sharing, state: 'paused', sharing: 'paused' }, 'Resume')
    expect(done).toEqual(['stop', 'pause', 'resume'])
    const { labels } = show({ ...sharing, state: 'reconnecting', sharing: 'reconnecting', viewers: [] })
    expect(labels).toEqual(expect.arrayContaining(['Not sending. Trying again.', 'Stop sharing']))
    expect(show({ ...sharing, state: 'off', sharing: 'off' }).labels).toEqual(['Open Wheelhouse', 'Quit'])
  })

  test('names no viewers while nothing is sent, because nobody can know', () => {
    const { labels } = tray().show({ ...sharing, state: 'reconnecting', sharing: 'reconnecting' })
    expect(labels.join()).not.toMatch(/Nobody is watching|Watching now/)
  })
})
