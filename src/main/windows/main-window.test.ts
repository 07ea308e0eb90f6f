import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, test } from 'vitest'
import { MainWindow } from './main-window'

class FakeWindow extends EventEmitter {
  visible = false
  minimized = false
  isVisible = () => this.visible
  isMinimized = () => this.minimized
  isMaximized = () => false
  getNormalBounds = () => ({ x: 1, y: 2, width: 900, height: 700 })
  loadURL = async () => undefined
  focus = () => undefined
  show = () => this.become('show', { visible: true })
  hide = () => this.become('hide', { visible: false })
  minimize = () => this.become('minimize', { minimized: true })
  restore = () => this.become('restore', { minimized: false })

  private become(event: string, change: Partial<Pick<FakeWindow, 'visible' | 'minimized'>>): void {
    Object.assign(this, change)
    this.emit(event)
  }
}

async function open(hidden = false) {
  const fake = new FakeWindow()
  const inSight: boolean[] = []
  const main: MainWindow = new MainWindow({
    create: () => fake as unknown as BrowserWindow,
    screen: { getAllDisplays: () => [] },
    webPreferences: {},
    icon: 'icon.png',
    address: 'app://wheelhouse/',
    read: () => null,
    write: () => undefined,
    onSight: () => inSight.push(main.isInSight),
  })
  await main.open({ hidden })
  return { main, fake, inSight }
}

describe('Whether a person can see the app’s window [D34]', () => {
  test('is reported whenever it is hidden, minimised or brought back', async () => {
    const { main, fake, inSight } = await open()
    fake.minimize()
    await main.open()
    fake.emit('close', { preventDefault: () => undefined })
    fake.emit('closed')
    expect(inSight).toEqual([true, false, true, true, false, false])
  })

  test('is no while the computer opened it hidden', async () => {
    const { main, inSight } = await open(true)
    expect({ isInSight: main.isInSight, told: inSight }).toEqual({ isInSight: false, told: [] })
  })
})
