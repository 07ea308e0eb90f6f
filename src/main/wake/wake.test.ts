import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { TestClock } from '../platform/test-clock'
import { watchWake } from './wake'

describe('A computer that comes back [0.5c, 4.12b]', () => {
  test('waking has its own callback; network, unlocking and a look at the window cause a reconnect', async () => {
    const clock = new TestClock()
    const powerMonitor = new EventEmitter()
    const app = new EventEmitter()
    const told: string[] = []
    let isOnline = true
    watchWake({
      clock,
      powerMonitor,
      app,
      isOnline: () => isOnline,
      onWake: () => told.push('wake'),
      onReconnect: () => told.push('hope'),
    })
    powerMonitor.emit('resume')
    expect(told.splice(0)).toEqual(['wake', 'hope'])
    powerMonitor.emit('unlock-screen')
    app.emit('browser-window-focus')
    expect(told.splice(0)).toEqual(['hope', 'hope'])
    await clock.pass(20_000)
    expect(told).toEqual([])
    isOnline = false
    await clock.pass(5_000)
    isOnline = true
    await clock.pass(15_000)
    expect(told).toEqual(['hope'])
  })
})
