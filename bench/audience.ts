import { startProcess, typescript } from './program'
import type { Shot } from './wire'

/** Requests to an audience: open sockets, then send requests and measure how long the last socket waited for each. */
export type ToAudience = { open: string; count: number; port: number } | { fire: Shot; times: number }
/** Its replies. `frame` is what the last socket received. */
export type FromAudience = { opened: true } | { milliseconds: number[]; frame: string } | { failed: string }

/**
 * Many listeners on one address. They run in a process of their own, because a process can have only some ten thousand
 * open files, and each end of a socket is one.
 */
export class Audience {
  readonly #process = startProcess(typescript('audience-process.ts'), {}, text => process.stderr.write(text))

  private constructor() {}

  static async open(address: string, port: number, count: number): Promise<Audience> {
    const audience = new Audience()
    await audience.#request({ open: address, count, port })
    return audience
  }

  /**
   * Sends a request this many times, one after the other, with its number in place of `{nr}` in the body; returns the milliseconds from sending each until the last
   * socket received it.
   */
  async fire(shot: Shot, times: number): Promise<{ milliseconds: number[]; frame: string }> {
    const answer = await this.#request({ fire: shot, times })
    if (!('milliseconds' in answer)) throw new Error('The audience sent an unexpected reply.')
    return answer
  }

  leave(): Promise<void> {
    return this.#process.stop()
  }

  #request(message: ToAudience): Promise<FromAudience> {
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
