import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { closeAtEnd } from './closing'

/** A NATS server on loopback that tests can kill and start again at the same address. */
export class NatsServer {
  #child: ChildProcess | null = null

  private constructor(readonly port: number) {}

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  static async start(): Promise<NatsServer> {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise(done => free.close(done))
    const server = new NatsServer(port)
    closeAtEnd(() => server.kill())
    await server.start()
    return server
  }

  /** Resolves once it accepts connections. */
  async start(): Promise<void> {
    const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(this.port)], { stdio: 'ignore' })
    const failed = once(child, 'error').then(([error]) => {
      throw new Error('nats-server cannot be started; `npm test` installs it.', { cause: error })
    })
    failed.catch(() => {})
    this.#child = child
    while (!(await Promise.race([failed, this.#answers()]))) await delay(20)
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  #answers(): Promise<boolean> {
    return new Promise(resolve => {
      const socket = connect(this.port, '127.0.0.1')
      socket.once('data', () => resolve(true)).once('error', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
  }
}
