import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeyedListSlice } from './keyed-list-slice'
import { endSession } from './session'
import { ask, asked, forgetRequests, gate, harbour, request } from './test-lists'
import { signInAs } from './test-server'

const useDesks = createKeyedListSlice('test.desks', {
  list: (branch_id: number, page) => ask({ ...page, of: branch_id }),
  key: desk => desk.id,
  nameOf: branch_id => branch_id,
  actions: ({ replacer }) => ({
    async clear(branch_id: number, done: Promise<void>) {
      const replace = replacer(branch_id)
      await done
      replace([])
    },
  }),
})

const desksOf = (branch_id: number) => useDesks.getState().lists[branch_id]

beforeEach(() => {
  forgetRequests()
  signInAs(7, { organizationId: 3 })
})
afterEach(endSession)

describe('Lists by what they belong to', () => {
  test('load on their own', async () => {
    void useDesks.getState().load(1)
    void useDesks.getState().load(2)
    await request(1).answer([gate], 'c1')
    await request(0).fail()
    expect(desksOf(1)).toMatchObject({ status: 'failed', items: [] })
    expect(desksOf(2)).toMatchObject({ status: 'ready', items: [gate] })
    void useDesks.getState().loadMore(2)
    expect(request()).toMatchObject({ of: 2, cursor: 'c1' })
    await useDesks.getState().refresh(3)
    expect(asked).toHaveLength(3)
  })

  test('never show an older answer than the one to a change', async () => {
    void useDesks.getState().load(1)
    await request().answer([harbour, gate])
    void useDesks.getState().load(1)
    await useDesks.getState().clear(1, Promise.resolve())
    await request().answer([harbour, gate])
    expect(desksOf(1)).toMatchObject({ status: 'ready', items: [] })
  })

  test('are kept in memory up to a limit', async () => {
    for (let of = 1; of <= 60; of += 1) {
      void useDesks.getState().load(of)
      await request().answer([harbour])
      // The first one stays in use.
      void useDesks.getState().load(1)
      await request().answer([harbour])
    }
    expect(Object.keys(useDesks.getState().lists)).toHaveLength(50)
    expect(desksOf(1)).toBeDefined()
    expect(desksOf(2)).toBeUndefined()
    expect(desksOf(60)).toBeDefined()
  })
})
