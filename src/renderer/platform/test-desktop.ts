import type { Bridge, CaptureStatus, Pushes } from '#shared/contract/desktop'

/** Nothing is shared from this computer. */
export const notSharing: CaptureStatus = {
  state: 'off',
  sharing: 'off',
  what: null,
  since: null,
  pictures_taken: 0,
  viewers: [],
  trouble: null,
}

type Calls = Omit<Bridge, 'on'>

/** A main process whose answers the test provides. Calls without an answer reject, like a missing handler. */
export class FakeDesktop {
  readonly calls: [name: string, input: unknown][] = []
  private readonly listeners = new Map<string, Set<(value: unknown) => void>>()

  constructor(private answers: Partial<{ [K in keyof Calls]: (input: never) => unknown }> = {}) {}

  readonly bridge = new Proxy({} as Bridge, {
    get: (_, name: string) => (name === 'on' ? this.on : (input: unknown) => this.ask(name, input)),
  })

  private readonly on = new Proxy({} as Bridge['on'], {
    get: (_, name: string) => (listener: (value: unknown) => void) => {
      const all = this.listeners.get(name) ?? new Set()
      this.listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
  })

  answer(answers: Partial<{ [K in keyof Calls]: (input: never) => unknown }>): void {
    this.answers = { ...this.answers, ...answers }
  }

  /** Returns the inputs of the calls on one channel. */
  callsOn(name: keyof Calls): unknown[] {
    return this.calls.filter(([channel]) => channel === name).map(([, input]) => input)
  }

  push<K extends keyof Pushes>(name: K, value: unknown): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(value)
  }

  private async ask(name: string, input: unknown): Promise<unknown> {
    this.calls.push([name, input])
    const answer = this.answers[name as keyof Calls]
    if (!answer) throw new Error(`There is no answer for ${name}.`)
    return answer(input as never)
  }
}
