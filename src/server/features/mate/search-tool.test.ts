import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../test/actor'
import { calls, says } from '../../platform/model/testing/loopback-model'
import { openModelServer } from './test-model-server'

let house: Awaited<ReturnType<typeof openModelServer>>
let maya: Actor
let tom: Actor
let bay: number
let hidden: number

beforeAll(async () => {
  house = await openModelServer()
  maya = await house.house.person({ name: 'Maya Okafor' })
  tom = await house.house.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  bay = await house.logbook(maya, 'Bay log')
  hidden = await house.logbook(maya, 'Wages', 'private')
  await house.write(maya, hidden, 'Overtime for the derailleur')
})

describe('Mate searches as the person who asks [D26]', () => {
  test('mistyped words too, may link to what it found, and learns nothing of what they may not see', async () => {
    const log = await house.write(maya, bay, 'Derailleur hanger bent')
    const link = `[Derailleur hanger bent](#/docs/${bay}?log=${log.id})`
    house.model.will(calls({ name: 'search', arguments: { query: 'deraileur' } }), says(`Found: ${link}`))
    const { said } = await house.answered(tom, 'Anything about the deraileur?')
    expect(said.message).toBe(`Found: ${link}`)
    expect(said.details.log_ids).toEqual([log.id])
    expect(said.details.read).toMatchObject({ logs: 1 })
    const [told = ''] = house.told()
    expect(told).toContain('"looked_for_instead":"derailleur"')
    expect(told).not.toContain('Overtime')
  })
})
