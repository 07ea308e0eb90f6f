import { type ChildProcess, fork } from 'node:child_process'

export interface Program {
  readonly child: ChildProcess
  readonly port: number
  /** Its output until it was ready. */
  readonly output: string
  /** Milliseconds from its start to ready. */
  readonly startedIn: number
  /** Asks it to stop and waits until it has ended. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// Ends all started programs however the bench ends, including by an interrupt.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Starts a Node program that can receive messages. Its output goes to `onText`. */
export function startProcess(
  args: readonly string[],
  environment: Record<string, string>,
  onText: (said: string) => void,
) {
  const [file = '', ...rest] = args
  // A serialisation that passes long texts unchanged.
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
      if (port) resolve({ child, port: Number(port), output: said, startedIn: performance.now() - began, stop })
    })
    void ended.then(() => reject(new Error(`${args.join(' ')} ended: ${said}`)))
  })
}
