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

describe('What the person wishes on their other computers [D34]', () => {
  test('is sent at once, and once', () => {
    const { world, others } = feed()
    others.tell({ event: 'pause_sharing' })
    others.sayAgain()
    expect(world.sent).toEqual(['pause_sharing'])
  })

  test('waits for a connection; the last wish counts', () => {
    const { world, others } = feed()
    world.isConnected = false
    others.tell({ event: 'pause_sharing' })
    others.tell({ event: 'stop_sharing' })
    others.sayAgain()
    world.isConnected = true
    others.sayAgain()
    others.sayAgain()
    expect(world.sent).toEqual(['stop_sharing'])
  })

  test('is nobody’s once somebody else is signed in', () => {
    const { world, others } = feed()
    world.isConnected = false
    others.tell({ event: 'stop_sharing' })
    others.forget()
    world.isConnected = true
    others.sayAgain()
    expect(world.sent).toEqual([])
  })
})
