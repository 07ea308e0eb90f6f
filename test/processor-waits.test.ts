import { expect, test } from 'vitest'
import { ProcessorWaits } from './hostile/processor-waits'
import { openTestServer } from './test-server'

test('The time that a call spends on the processor counts, whatever else a busy machine does meanwhile', async () => {
  const { pool } = await openTestServer()
  const waits = new ProcessorWaits()
  await waits.readProcesses(pool)

  // Time on a processor is never a wait for one.
  const start = performance.now()
  const before = process.cpuUsage()
  const spent = () => process.cpuUsage(before).user / 1_000
  while (spent() < 300);
  expect(waits.timeSince(start)).toBeGreaterThan(250)
  waits.end()
})
