import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from './actor'
import { type Answered, type HostileCall, make, makeAll } from './hostile/calls'
import { ProcessorWaits } from './hostile/processor-waits'
import { openTestServer } from './test-server'

const call: HostileCall = {
  ...{ endpoint: fetchProfile, who: 'owner', fields: {}, twice: undefined, extraQuery: undefined },
  ...{ extraBody: undefined, key: undefined, rawBody: undefined, contentType: undefined },
}

let pool: pg.Pool
let maya: Actor
beforeAll(async () => {
  const server = await openTestServer()
  pool = server.pool
  maya = await server.person({ name: 'Maya Okafor' })
})

/** What a call is answered that has so many milliseconds and does this first. */
async function answeredAfter(work: () => Promise<unknown> | unknown, longest: number): Promise<Answered> {
  const waits = new ProcessorWaits()
  await waits.readProcesses(pool)
  const { send } = maya
  maya.send = async (...given) => {
    await work()
    return send(...given)
  }
  try {
    return await make(call, maya, {}, waits, longest)
  } finally {
    maya.send = send
    waits.end()
  }
}

function burn(milliseconds: number): void {
  const before = process.cpuUsage()
  const spent = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  while (spent() < milliseconds);
}

/** Waits for a lock that somebody else holds for this time without needing a processor. */
async function waitForLock(seconds: number): Promise<void> {
  const [holder, waiter] = [await pool.connect(), await pool.connect()]
  try {
    await holder.query('select pg_advisory_lock(15)')
    const held = holder.query(`select pg_sleep(${seconds}), pg_advisory_unlock(15)`)
    await waiter.query('select pg_advisory_lock(15), pg_advisory_unlock(15)')
    await held
  } finally {
    holder.release()
    waiter.release()
  }
}

describe('A generated call that is too slow, whatever else a busy machine does meanwhile', () => {
  test('is noticed by the time that it spends on the processor', async () => {
    expect(await answeredAfter(() => burn(700), 500)).toMatchObject({
      status: 200,
      fault: expect.stringMatching(/^took/),
    })
    expect(await answeredAfter(() => burn(10), 30_000)).toMatchObject({ fault: undefined, isExcused: false })
  })

  test('is noticed by the time that it waits for a lock of the database', async () => {
    expect(await answeredAfter(() => waitForLock(1), 500)).toMatchObject({ fault: expect.stringMatching(/^took/) })
  })

  test('is not excused by what an earlier one waited while the process was too busy to count it', async () => {
    const at = { now: 0, waited: 0 }
    const waits = new ProcessorWaits(
      () => at.waited,
      () => at.now,
    )
    await waits.readProcesses(pool)
    Object.assign(at, { now: 3_000, waited: 2_000 })
    const start = waits.begin()
    at.now = 6_000
    expect(waits.timeSince(start)).toBe(3_000)
    waits.end()
  })

  test('is made once more alone if it was excused, and then counts', async () => {
    const excused = { status: 200, fault: undefined, line: 'GET /slow', isExcused: true }
    const slow = { ...excused, fault: 'took 3000 ms', isExcused: false }
    let running = 0
    const told: [string, string | undefined][] = []
    await makeAll(['slow', 'fast', 'fast'], {
      atOnce: 3,
      once: async name => {
        running += 1
        const isAlone = running === 1
        await Promise.resolve()
        running -= 1
        if (name === 'fast') return { ...excused, isExcused: false }
        return isAlone && told.length > 0 ? slow : excused
      },
      tell: (name, { fault }) => void told.push([name, fault]),
    })
    expect(told.at(-1)).toEqual(['slow', 'took 3000 ms'])
    expect(told).toHaveLength(4)
  })
})
