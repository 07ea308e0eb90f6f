import { beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../../test/clock'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runAsSystem } from '../run-as'
import { JobTakenOver, schedule } from './job'
import { ask, counting, gate, hour, later, minute, newName, node, rowsOf } from './test-jobs'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})

const logged = (what: string) => server.logLines.filter(line => line.includes(what))

describe('A server that is killed', () => {
  test('loses its job to another server within 30 seconds, and can no longer write its result', async () => {
    const held = gate()
    const tells: unknown[] = []
    const { job, done } = counting(
      async (_number, { assertOwned, signal }) => {
        if (done.length > 1) return
        await held.opened
        await runAsSystem(server.app.context, 1, ({ tx }) => assertOwned(tx)).catch(error => tells.push(error))
        if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve))
        tells.push(signal.reason)
        throw new Error('It went on regardless.')
      },
      { retry: { attempts: 3, delaySeconds: 1 } },
    )
    // Its clock stands still, so it sends no more heartbeats, as if it were killed.
    const first = await node(server, { jobs: [job] })
    await ask(first, job, { number: 1 })
    await eventually(() => expect(done).toHaveLength(1))
    const second = await node(server, { jobs: [job], clock: later(first.clock, 20_000) })
    await second.jobs.whenIdle()
    expect(done).toEqual([1])
    second.clock.advance(1)
    await second.jobs.whenIdle()
    second.clock.advance(2_000)
    await second.jobs.whenIdle()
    expect(done).toEqual([1, 1])
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed', retry_count: 1 }])

    first.clock.advance(5_000)
    held.open()
    await first.jobs.whenIdle()
    expect(tells).toEqual([expect.any(JobTakenOver), expect.any(JobTakenOver)])
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed', retry_count: 1 }])
    expect(logged(job.name)).toEqual([])
  })

  test('by the same job each time does not run it for ever', async () => {
    const onGivenUp = vi.fn(async () => {})
    const { job, done } = counting(() => gate().opened, { retry: { attempts: 2, delaySeconds: 1 }, onGivenUp })
    // The clock of a dead server is not advanced once the next one runs.
    const first = await node(server, { jobs: [job], dies: true })
    await ask(first, job, { number: 1 })
    await eventually(() => expect(done).toHaveLength(1))
    const second = await node(server, { jobs: [job], clock: later(first.clock, 20_001), dies: true })
    await eventually(() => {
      second.clock.advance(5_000)
      expect(done).toHaveLength(2)
    })
    const third = await node(server, { jobs: [job], clock: later(second.clock, 20_001) })
    await eventually(() => {
      third.clock.advance(5_000)
      expect(onGivenUp).toHaveBeenCalledTimes(1)
    })
    await third.jobs.whenIdle()
    expect(done).toHaveLength(2)
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'failed' }])
    expect(logged('Each attempt ended with a killed server.')).toHaveLength(1)
  })
})

describe('Two servers on one database', () => {
  test('share the jobs: each runs once, and no server runs more at the same time than its limit', async () => {
    const held = gate()
    const { job, done } = counting(() => held.opened, { concurrency: 2 })
    const first = await node(server, { jobs: [job] })
    await ask(first, job, ...Array.from({ length: 7 }, (_, number) => ({ number })))
    await eventually(() => expect(done).toHaveLength(2))
    const second = await node(server, { jobs: [job] })
    await eventually(() => expect(done).toHaveLength(4))
    for (const { clock } of [first, second]) clock.advance(15_000)
    expect(done).toHaveLength(4)
    held.open()
    await Promise.all([first.jobs.whenIdle(), second.jobs.whenIdle()])
    expect(done.sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('run a schedule once, within a minute, and make up once for times without any server', async () => {
    const done: string[] = []
    const hourly = schedule(newName(), '0 * * * *', async ({ clock }) => {
      done.push(new Date(clock.now()).toISOString())
    })
    const nodes = [await node(server, { schedules: [hourly] }), await node(server, { schedules: [hourly] })]
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += minute) {
        for (const { clock } of nodes) clock.advance(minute)
        for (const { jobs } of nodes) await jobs.whenIdle()
      }
    }
    for (const { jobs } of nodes) await jobs.whenIdle()
    await pass(minute)
    expect(done).toHaveLength(1)
    await pass(58 * minute)
    expect(done).toHaveLength(1)
    await pass(2 * minute)
    expect(done).toHaveLength(2)
    expect(done[1]).toMatch(/T10:0[01]/)

    for (const { jobs } of nodes) await jobs.close()
    const [{ clock } = { clock: new TestClock() }] = nodes
    const restarted = await node(server, { schedules: [hourly], clock: later(clock, 10 * minute) })
    restarted.clock.advance(2 * minute)
    await restarted.jobs.whenIdle()
    expect(done).toHaveLength(2)
    await restarted.jobs.close()
    const late = await node(server, { schedules: [hourly], clock: later(clock, 30 * hour) })
    await late.jobs.whenIdle()
    late.clock.advance(minute)
    await late.jobs.whenIdle()
    expect(done).toHaveLength(3)
  })
})
