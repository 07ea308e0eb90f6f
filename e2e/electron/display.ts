import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export const size = { width: 1280, height: 800 }

/** A separate screen for a story, on which nothing else draws. */
export class Display {
  private constructor(
    readonly name: string,
    private readonly process: ChildProcess,
    private readonly endWithParent: () => void,
  ) {}

  static async open(): Promise<Display> {
    const screen = ['-screen', '0', `${size.width}x${size.height}x24`]
    const child = spawn('Xvfb', ['-displayfd', '1', ...screen, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // A story that was aborted does not close it.
    const endWithParent = () => void child.kill()
    process.once('exit', endWithParent)
    const number = await Promise.race([
      once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
      once(child, 'exit').then(([code]) => {
        throw new Error(`Xvfb ended with ${code}.`)
      }),
    ])
    return new Display(`:${number}`, child, endWithParent)
  }

  async close(): Promise<void> {
    process.off('exit', this.endWithParent)
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const ended = once(this.process, 'exit')
    this.process.kill('SIGTERM')
    await ended
  }
}
