import { startProcess, typescript } from './program'
import type { Shot } from './wire'

/** What an audience is told: open your sockets, then send requests and say how long the last socket waited for each. */
export type ToAudience = { open: string; count: number; port: number } | { fire: Shot; times: number }
/** Its answers. `frame` is what the last socket heard. */
export type FromAudience = { opened: true } | { milliseconds: number[]; frame: string } | { failed: string }

/**
 * So many listeners on one address. They live in a process of their own: a process may not have more than some ten thousand
 * files open, and each end of a socket is one.
 */
export class Audience {
  readonly #process = startProcess(typescript('audience-process.ts'), {}, text => process.stderr.write(text))

  private constructor() {}

  static async open(address: string, port: number, count: number): Promise<Audience> {
    const audience = new Audience()
    await audience.#tell({ open: address, count, port })
    return audience
  }

  /** Sends a request so many times, one after the other; milliseconds from sending each until the last socket heard of it. */
  async fire(shot: Shot, times: number): Promise<{ milliseconds: number[]; frame: string }> {
    const answer = await this.#tell({ fire: shot, times })
    if (!('milliseconds' in answer)) throw new Error('The audience answered something else.')
    return answer
  }

  leave(): Promise<void> {
    return this.#process.stop()
  }

  #tell(message: ToAudience): Promise<FromAudience> {
    const { child, ended } = this.#process
    return new Promise((resolve, reject) => {
      child.once('message', (answer: FromAudience) => {
        if ('failed' in answer) reject(new Error(answer.failed))
        else resolve(answer)
      })
      void ended.then(() => reject(new Error('The audience ended.')))
      child.send(message)
    })
  }
}
