import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../test/actor'
import { calls, says } from '../../platform/model/testing/loopback-model'
import { openModelServer } from './test-model-server'

let room: Awaited<ReturnType<typeof openModelServer>>
let maya: Actor
let tom: Actor
let bay: number
let hidden: number

beforeAll(async () => {
  room = await openModelServer()
  maya = await room.server.person({ name: 'Maya Okafor' })
  tom = await room.server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  bay = await room.logbook(maya, 'Bay log')
  hidden = await room.logbook(maya, 'Wages', 'private')
  await room.write(maya, hidden, 'Overtime for the derailleur')
})

describe('Mate searches as the person who asks [D26]', () => {
  test('also for mistyped words, may link what it found, and finds nothing hidden', async () => {
    const log = await room.write(maya, bay, 'Derailleur hanger bent')
    const link = `[Derailleur hanger bent](#/docs/${bay}?log=${log.id})`
    room.model.will(calls({ name: 'search', arguments: { query: 'deraileur' } }), says(`Found: ${link}`))
    const { said } = await room.answered(tom, 'Anything about the deraileur?')
    expect(said.message).toBe(`Found: ${link}`)
    expect(said.details.log_ids).toEqual([log.id])
    expect(said.details.read).toMatchObject({ logs: 1 })
    const [told = ''] = room.toolResultsIn()
    expect(told).toContain('"looked_for_instead":"derailleur"')
    expect(told).not.toContain('Overtime')
  })
})
