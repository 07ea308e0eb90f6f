import { pino } from 'pino'
import type { CameraKind, SourceTrouble } from '#shared/contract/sources/endpoints'
import { TestClock } from '../../../../../test/clock'
import { type CameraSurroundings, openCamera } from '../camera'
import { parseCidr } from '../guard'

export const loopbackAllowed = [parseCidr('127.0.0.0/8')].flatMap(range => range ?? [])

/** A viewer of a camera, on a clock that the test controls, who records frames and troubles. */
export class Viewer {
  readonly clock = new TestClock()
  readonly frames: Buffer[] = []
  readonly troubles: (SourceTrouble | null)[] = []
  /** Lines of the server's log. */
  readonly logged: string[] = []
  #waiting: { isDone: () => boolean; tell: () => void }[] = []
  #close = async () => {}

  static of(address: URL, kind: CameraKind, changes: Partial<CameraSurroundings> = {}): Viewer {
    const viewer = new Viewer()
    const listener = {
      frame: (jpeg: Buffer) => {
        viewer.frames.push(jpeg)
        viewer.#look()
      },
      trouble: (trouble: SourceTrouble | null) => {
        viewer.troubles.push(trouble)
        viewer.#look()
      },
    }
    const camera = openCamera(address, kind, listener, {
      clock: viewer.clock,
      allowed: loopbackAllowed,
      every: 1_000,
      ffmpeg: null,
      log: pino({ level: 'trace' }, { write: line => viewer.#log(line) }),
      random: () => 0,
      ...changes,
    })
    viewer.#close = () => camera.close()
    return viewer
  }

  /** Resolves when this many pictures were shown. */
  frame(count: number): Promise<void> {
    return this.#until(() => this.frames.length >= count)
  }

  /** Resolves when this many changes of trouble were reported. */
  troubleReported(count: number): Promise<void> {
    return this.#until(() => this.troubles.length >= count)
  }

  /** Resolves when the next attempt has failed, whether the trouble changes or not. */
  failed(): Promise<void> {
    return this.failures(this.#failures() + 1)
  }

  /** Resolves when this many attempts have failed. */
  failures(count: number): Promise<void> {
    return this.#until(() => this.#failures() >= count)
  }

  close(): Promise<void> {
    return this.#close()
  }

  #failures(): number {
    return this.logged.filter(line => line.includes('"trouble"')).length
  }

  #log(line: string): void {
    this.logged.push(line)
    // The code after the log call runs before the waiting test continues.
    queueMicrotask(() => this.#look())
  }

  #until(isDone: () => boolean): Promise<void> {
    if (isDone()) return Promise.resolve()
    return new Promise(tell => this.#waiting.push({ isDone, tell }))
  }

  #look(): void {
    for (const waiter of this.#waiting.filter(entry => entry.isDone())) waiter.tell()
    this.#waiting = this.#waiting.filter(entry => !entry.isDone())
  }
}
