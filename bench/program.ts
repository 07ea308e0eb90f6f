import { type ChildProcess, fork } from 'node:child_process'

export interface Program {
  readonly child: ChildProcess
  readonly port: number
  /** What it printed until it was ready. */
  readonly said: string
  /** Milliseconds from its start to ready. */
  readonly startedIn: number
  /** Asks it to stop and waits until it is gone. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// Whatever ends the bench, an interrupt too, ends what it started.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Starts a program of Node; it can be sent messages. What it says goes to `onText`. */
export function startProcess(
  args: readonly string[],
  environment: Record<string, string>,
  onText: (said: string) => void,
) {
  const [file = '', ...rest] = args
  // A serialisation that takes long texts as they are.
  const child = fork(file, rest, { env: { ...process.env, ...environment }, silent: true, serialization: 'advanced' })
  child.stdout?.on('data', (chunk: Buffer) => onText(chunk.toString()))
  child.stderr?.pipe(process.stderr)
  running.add(child)
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { child, ended, stop }
}

/** A TypeScript program of this folder, as arguments for Node. */
export const typescript = (file: string) => ['scripts/run-ts.mjs', `bench/${file}`]

/** Starts a server that prints its address when it is ready. */
export function startProgram(args: readonly string[], environment: Record<string, string> = {}): Promise<Program> {
  const began = performance.now()
  let said = ''
  return new Promise((resolve, reject) => {
    const { child, ended, stop } = startProcess(args, environment, text => {
      said += text
      const port = /ready at http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1]
      if (port) resolve({ child, port: Number(port), said, startedIn: performance.now() - began, stop })
    })
    void ended.then(() => reject(new Error(`${args.join(' ')} ended: ${said}`)))
  })
}
