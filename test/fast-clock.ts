import { z } from 'zod'
import type { Clock } from '../src/server/platform/clock'

/** A time that runs faster than the real one, and is the same in every process. Milliseconds since the epoch. */
const FastTime = z.object({
  /** The real time at which it was started. */
  startedAt: z.number(),
  /** What it showed then. */
  showed: z.number(),
  speed: z.number().positive(),
})
export type FastTime = z.infer<typeof FastTime>

const variable = 'FAST_TIME'

/** The environment that tells a program the time. */
export const settingsOf = (time: FastTime): Record<string, string> => ({ [variable]: JSON.stringify(time) })

export const fastTimeFrom = (environment: NodeJS.ProcessEnv): FastTime =>
  FastTime.parse(JSON.parse(environment[variable] ?? 'null'))

export function fastClock({ startedAt, showed, speed }: FastTime): Clock {
  return {
    now: () => Math.floor(showed + (Date.now() - startedAt) * speed),
    elapsed: () => performance.now() * speed,
    every(period, task) {
      const timer = setInterval(task, period / speed)
      timer.unref()
      return () => clearInterval(timer)
    },
    after(delay, task) {
      const timer = setTimeout(task, delay / speed)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
