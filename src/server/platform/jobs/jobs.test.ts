import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '#shared/testing/eventually'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runAsSystem } from '../run-as'
import { ask, counting, gate, hour, later, minute, node, rowsOf } from './test-jobs'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})

const logged = (what: string) => server.logLines.filter(line => line.includes(what))

describe('A background job', () => {
  test('runs once, with its input', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await ask(worker, job, { number: 1 }, { number: 2 }, { number: 3 })
    await worker.jobs.whenIdle()
    worker.clock.advance(hour)
    await worker.jobs.whenIdle()
    expect(done.sort()).toEqual([1, 2, 3])
    expect(await rowsOf(server, job)).toMatchObject([1, 2, 3].map(() => ({ state: 'completed', retry_count: 0 })))
    expect(await worker.app.metrics.registry.metrics()).toContain(
      `wheelhouse_jobs_total{name="${job.name}",outcome="done"} 3`,
    )
  })

  test('runs after the transaction that enqueued it is committed, not before', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await runAsSystem(worker.app, 1, async ctx => {
      await worker.jobs.enqueue(ctx, job, { number: 1 })
      worker.clock.advance(minute)
      await worker.jobs.whenIdle()
      expect(done).toEqual([])
    })
    await worker.jobs.whenIdle()
    expect(done).toEqual([1])
  })

  test('never runs when the transaction that enqueued it is rolled back', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    const refused = runAsSystem(worker.app, 1, async ctx => {
      await worker.jobs.enqueue(ctx, job, { number: 1 })
      throw new Error('Refused.')
    })
    await expect(refused).rejects.toThrow('Refused.')
    worker.clock.advance(minute)
    await worker.jobs.whenIdle()
    expect(done).toEqual([])
    expect(await rowsOf(server, job)).toEqual([])
  })

  test('is refused with an invalid input, by the types and at run time', async () => {
    const { job } = counting()
    const worker = await node(server, { jobs: [job] })
    await runAsSystem(worker.app, 1, async ctx => {
      // @ts-expect-error a number is wanted
      await expect(worker.jobs.enqueue(ctx, job, { number: 'one' })).rejects.toThrow('expected number')
    })
    await expect(ask(worker, counting().job, { number: 1 })).rejects.toThrow('is not registered')
    expect(await rowsOf(server, job)).toEqual([])
  })

  test('is given up, and logged, if its stored input is no longer valid', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await ask(worker, { ...job, input: z.looseObject({}) }, { figure: 1 })
    await worker.jobs.whenIdle()
    expect(done).toEqual([])
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'failed' }])
    expect(logged('The stored input of the job is not valid.')).toHaveLength(1)
  })

  test('of a higher priority runs first', async () => {
    const held = gate()
    const { job, done } = counting(number => (number === 0 ? held.opened : undefined), { isPrioritized: true })
    const worker = await node(server, { jobs: [job] })
    await ask(worker, job, { number: 0 })
    await eventually(() => expect(done).toHaveLength(1))
    await runAsSystem(worker.app, 1, async ctx => {
      await worker.jobs.enqueue(ctx, job, { number: 1 }, { priority: -1 })
      await worker.jobs.enqueue(ctx, job, { number: 2 })
    })
    held.open()
    await worker.jobs.whenIdle()
    expect(done).toEqual([0, 2, 1])
  })

  test('starts at its time although another one was due when the server looked for the next one', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await worker.jobs.whenIdle()
    await worker.jobs.close()
    const startAt = worker.clock.now() + 1_000
    await runAsSystem(worker.app, 1, async ctx => {
      await worker.jobs.enqueue(ctx, job, { number: 1 })
      await worker.jobs.enqueue(ctx, job, { number: 2 }, { startAt })
    })
    const next = await node(server, { jobs: [job], clock: worker.clock })
    await eventually(() => expect(done).toEqual([1]))
    next.clock.advance(1_001)
    await eventually(() => expect(done).toEqual([1, 2]))
  })

  test('is fetched a moment before its time, and starts then on the clock of its server, also if that jumps', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await worker.jobs.whenIdle()
    const enqueue = (number: number) =>
      runAsSystem(worker.app, 1, ctx =>
        worker.jobs.enqueue(ctx, job, { number }, { startAt: worker.clock.now() + 1_000 }),
      )
    const isFetched = (count: number) =>
      eventually(async () => {
        const rows = await rowsOf(server, job)
        expect(rows.filter(({ state }) => state === 'active')).toHaveLength(count)
      })
    await enqueue(1)
    worker.clock.advance(990)
    await isFetched(1)
    worker.clock.advance(10)
    await worker.jobs.whenIdle()
    expect(done).toEqual([])
    worker.clock.advance(1)
    await eventually(() => expect(done).toEqual([1]))

    await enqueue(2)
    worker.clock.advance(990)
    await isFetched(1)
    worker.clock.set(minute)
    await worker.jobs.whenIdle()
    expect(done).toEqual([1, 2])

    await enqueue(3)
    worker.clock.advance(990)
    await isFetched(1)
    worker.clock.set(-minute)
    worker.clock.advance(11)
    await isFetched(0)
    worker.clock.set(minute)
    await worker.jobs.whenIdle()
    expect(done).toEqual([1, 2, 3])
  })

  test('that is fetched before its time goes back unstarted, and keeps its time, when its server stops', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    await worker.jobs.whenIdle()
    const startAt = worker.clock.now() + 1_000
    await runAsSystem(worker.app, 1, ctx => worker.jobs.enqueue(ctx, job, { number: 1 }, { startAt }))
    worker.clock.advance(990)
    await eventually(async () => expect(await rowsOf(server, job)).toMatchObject([{ state: 'active' }]))
    await worker.jobs.close()
    const next = await node(server, { jobs: [job], clock: later(worker.clock, 0) })
    await next.jobs.whenIdle()
    expect(done).toEqual([])
    next.clock.advance(11)
    await eventually(() => expect(done).toEqual([1]))
    await next.jobs.whenIdle()
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed', retry_count: 0 }])
  })

  test('of an earlier start runs first, and has no priority unless the job has priorities', async () => {
    const { job, done } = counting()
    const worker = await node(server, { jobs: [job] })
    const now = worker.clock.now()
    await runAsSystem(worker.app, 1, async ctx => {
      for (const number of [3, 1, 2])
        await worker.jobs.enqueue(ctx, job, { number }, { startAt: now + number * minute })
      await expect(worker.jobs.enqueue(ctx, job, { number: 4 }, { priority: 1 })).rejects.toThrow('has no priorities')
    })
    await worker.jobs.whenIdle()
    worker.clock.set(hour)
    await worker.jobs.whenIdle()
    expect(done).toEqual([1, 2, 3])
  })

  test('is retried with a longer delay each time, then given up; each failure is logged once', async () => {
    const secret = 'postgres://maya:hunter2@db/wheelhouse'
    const onGivenUp = vi.fn(async () => {})
    const { job, done } = counting(
      () => {
        throw new Error(`No answer from ${secret}`)
      },
      { retry: { attempts: 3, delaySeconds: 10 }, onGivenUp },
    )
    const worker = await node(server, { jobs: [job] })
    await ask(worker, job, { number: 1 })
    await worker.jobs.whenIdle()
    const waits: [number, number][] = [
      [10, 20],
      [20, 40],
    ]
    for (const [tries, [least, most]] of waits.entries()) {
      worker.clock.advance(least * 1_000 - 1)
      await worker.jobs.whenIdle()
      expect(done).toHaveLength(tries + 1)
      expect(onGivenUp).not.toHaveBeenCalled()
      worker.clock.advance((most - least) * 1_000 + 2)
      await worker.jobs.whenIdle()
      expect(done).toHaveLength(tries + 2)
    }
    expect(onGivenUp.mock.calls).toEqual([[worker.app, { number: 1 }]])
    worker.clock.advance(hour)
    await worker.jobs.whenIdle()
    expect(done).toHaveLength(3)
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'failed', output: { errorName: 'Error' } }])
    const lines = logged(job.name)
    expect(lines.map(line => JSON.parse(line).msg)).toEqual([
      'A job failed; trying again.',
      'A job failed; trying again.',
      'A job was given up.',
    ])
    expect(lines.join()).not.toContain('hunter2')
    expect(await worker.app.metrics.registry.metrics()).toContain(
      `wheelhouse_jobs_total{name="${job.name}",outcome="given_up"} 1`,
    )
  })

  test('is cancelled when nobody needs it any more, and not retried', async () => {
    let isNeeded = true
    const { job, done } = counting(
      (_number, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { isNeeded: async () => isNeeded },
    )
    const worker = await node(server, { jobs: [job] })
    await ask(worker, job, { number: 1 })
    await eventually(() => expect(done).toHaveLength(1))
    isNeeded = false
    worker.clock.advance(5_000)
    await worker.jobs.whenIdle()
    worker.clock.advance(hour)
    await worker.jobs.whenIdle()
    expect(done).toEqual([1])
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed' }])
  })
})

describe('A server that stops while a job runs', () => {
  test('aborts the job and leaves it to the next server, without counting the attempt', async () => {
    const { job, done } = counting((_number, { signal }) =>
      done.length > 1
        ? undefined
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const first = await node(server, { jobs: [job] })
    await ask(first, job, { number: 1 })
    await eventually(() => expect(done).toHaveLength(1))
    await first.jobs.close()
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'retry', retry_count: 0 }])
    const second = await node(server, { jobs: [job] })
    await second.jobs.whenIdle()
    expect(done).toEqual([1, 1])
    expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed', retry_count: 0 }])
    expect(logged(job.name)).toEqual([])
  })

  test('waits ten seconds for a job that does not stop', async () => {
    const held = gate()
    const { job, done } = counting(() => held.opened)
    const worker = await node(server, { jobs: [job] })
    await ask(worker, job, { number: 1 })
    await eventually(() => expect(done).toHaveLength(1))
    let isStopped = false
    const stopping = worker.jobs.close().then(() => {
      isStopped = true
    })
    worker.clock.advance(9_999)
    await new Promise(resolve => setImmediate(resolve))
    expect(isStopped).toBe(false)
    worker.clock.advance(1)
    await stopping
    expect(logged('A job did not stop in time')).toHaveLength(1)
    held.open()
  })
})

test('Jobs continue after the connections to the database broke, which is logged at most once', async () => {
  const { job, done } = counting(async number => {
    if (number !== 1) return
    await server.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename <> current_user`,
    )
  })
  const worker = await node(server, { jobs: [job] })
  await ask(worker, job, { number: 1 })
  await eventually(() => worker.jobs.whenIdle())
  await ask(worker, job, { number: 2 })
  await worker.jobs.whenIdle()
  expect(done).toEqual([1, 2])
  expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed' }, { state: 'completed' }])
  expect(logged('Background jobs could not be polled').length).toBeLessThanOrEqual(1)
  expect(server.logLines.join()).not.toContain('pgboss.job')
})

test('Completed jobs are archived', async () => {
  const { job } = counting()
  const worker = await node(server, { jobs: [job] })
  await ask(worker, job, { number: 1 })
  await worker.jobs.whenIdle()
  worker.clock.advance(2 * hour)
  await worker.jobs.whenIdle()
  worker.clock.advance(2 * minute)
  await worker.jobs.whenIdle()
  expect(await rowsOf(server, job)).toEqual([])
})

test('A server sends no heartbeat for a job while it completes it, which could deadlock', async () => {
  const held = gate()
  const { job, done } = counting(() => held.opened)
  const worker = await node(server, { jobs: [job] })
  await ask(worker, job, { number: 1 })
  await eventually(() => expect(done).toHaveLength(1))
  const other = await server.pool.connect()
  const waiting = async () => {
    const rows = await server.asOwner<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.map(row => row.query)
  }
  await other.query('begin')
  await other.query('select from pgboss.job where name = $1 for update', [job.name])
  held.open()
  await eventually(async () => expect(await waiting()).toEqual([expect.stringContaining(`'completed'`)]))
  worker.clock.advance(5_000)
  for (let time = 0; time < 20; time += 1) expect(await waiting()).toHaveLength(1)
  await other.query('commit')
  other.release()
  await worker.jobs.whenIdle()
  expect(await rowsOf(server, job)).toMatchObject([{ state: 'completed' }])
})

test('A job whose own checks fail keeps no other job waiting', async () => {
  const held = gate()
  const fails = () => Promise.reject(new Error('It cannot be told.'))
  const broken = counting(() => held.opened, { isNeeded: fails })
  const lost = counting(fails, { retry: { attempts: 1, delaySeconds: 1 }, onGivenUp: fails, concurrency: 2 })
  const sound = counting()
  const one = await node(server, { jobs: [broken.job, lost.job, sound.job] })
  await ask(one, broken.job, { number: 1 })
  await ask(one, lost.job, { number: 1 })
  await eventually(() => expect([...broken.done, ...lost.done]).toEqual([1, 1]))
  // Another server enqueues it and stops, so this one finds it when it polls.
  const other = await node(server, { jobs: [sound.job] })
  await other.jobs.close()
  await ask(other, sound.job, { number: 2 })
  one.clock.advance(5_000)
  await eventually(() => expect(sound.done).toEqual([2]))
  held.open()
})
