import { describe, expect, test } from 'vitest'
import { OtherComputers } from './other-computers'

function feed() {
  const world = { isConnected: true, sent: [] as string[] }
  const others = new OtherComputers(({ event }) => {
    if (world.isConnected) world.sent.push(event)
    return world.isConnected
  })
  return { world, others }
}

describe("Requests to the person's other computers [D34]", () => {
  test('are sent at once, and once', () => {
    const { world, others } = feed()
    others.request({ event: 'pause_sharing' })
    others.resend()
    expect(world.sent).toEqual(['pause_sharing'])
  })

  test('wait for a connection; the last one counts', () => {
    const { world, others } = feed()
    world.isConnected = false
    others.request({ event: 'pause_sharing' })
    others.request({ event: 'stop_sharing' })
    others.resend()
    world.isConnected = true
    others.resend()
    others.resend()
    expect(world.sent).toEqual(['stop_sharing'])
  })

  test('are dropped once somebody else is signed in', () => {
    const { world, others } = feed()
    world.isConnected = false
    others.request({ event: 'stop_sharing' })
    others.clear()
    world.isConnected = true
    others.resend()
    expect(world.sent).toEqual([])
  })
})
