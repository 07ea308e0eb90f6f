import type { z } from 'zod'
import { type AppContext, perApp } from '../app-context'
import { ConcurrencyLimit } from '../concurrency-limit'
import { Thread } from '../threads'
import type { CodeOutcome, CodeTask } from './run-code'

/**
 * What the code of one task may take [D30]. QuickJS looks at the time now and then; a thread that goes on for `grace`
 * milliseconds longer does not get there, and is ended.
 */
const allowance = { milliseconds: 5_000, grace: 2_000, bytes: 64 * 1024 * 1024 }
const atOnce = 2
const waitingAtMost = 100

/** Should code get out of QuickJS, it finds no settings of the server in its thread. */
const ownNothing = { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 192 } }

export type CodeResult<T> =
  | { ok: true; value: T; printed: string[] }
  /** `failed`: it threw, or returned something else than asked. `slow`: it took too long. */
  | { ok: false; reason: 'failed' | 'slow'; message: string; printed: string[] }

/** Runs code that people wrote, without network, files or anything of the server, each in a thread of its own [D30]. */
export class Sandbox {
  readonly #limit = new ConcurrencyLimit(atOnce, waitingAtMost, () => new Error('Too much code is waiting to be run.'))

  constructor(
    /** In the built server, a program of its own (`threads` in `vite.server.config.ts`). */
    private readonly address = new URL('./code-thread.ts', import.meta.url),
    private readonly allowed = allowance,
  ) {}

  /**
   * Calls the function with this body. `input` has a value for each of its parameters, and `shape` says what it must
   * return. Throws only if the server itself fails.
   */
  async run<T>(code: string, input: Readonly<Record<string, unknown>>, shape: z.ZodType<T>): Promise<CodeResult<T>> {
    const json = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, JSON.stringify(value)]))
    const outcome = await this.#limit.run(() => this.#run({ code, input: json, ...this.allowed }))
    if (!outcome.ok) return outcome
    const { printed } = outcome
    const parsed = shape.safeParse(parse(outcome.json))
    if (parsed.success) return { ok: true, value: parsed.data, printed }
    const [issue] = parsed.error.issues
    const message = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
    return { ok: false, reason: 'failed', message, printed }
  }

  async #run(task: CodeTask): Promise<CodeOutcome> {
    // A thread cannot load the TypeScript sources.
    if (this.address.pathname.endsWith('.ts')) return (await import('./run-code')).runCode(task)
    const thread = new Thread(this.address, ownNothing)
    let cancel = () => {}
    const late = new Promise<CodeOutcome>(resolve => {
      const timer = setTimeout(
        () => resolve({ ok: false, reason: 'slow', message: '', printed: [] }),
        task.milliseconds + this.allowed.grace,
      )
      cancel = () => clearTimeout(timer)
    })
    try {
      return await Promise.race([thread.ask(task) as Promise<CodeOutcome>, late])
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      return { ok: false, reason: 'failed', message: 'The code used too much memory.', printed: [] }
    } finally {
      cancel()
      await thread.end()
    }
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The sandbox of this server; all jobs share its bound. */
export const sandbox: (app: AppContext) => Sandbox = perApp(() => new Sandbox())
