/** A task that never runs twice at the same time: any number of requests during a run lead to one more run. */
export class CoalescedTask {
  #current: Promise<void> = Promise.resolve()
  #isRunning = false
  #runAgain = false

  constructor(
    private readonly task: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  request(): void {
    if (this.#isRunning) {
      this.#runAgain = true
      return
    }
    this.#isRunning = true
    this.#current = this.#run()
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Resolves when no run is left. */
  async settled(): Promise<void> {
    await this.#current
  }

  async #run(): Promise<void> {
    do {
      this.#runAgain = false
      await this.task().catch(this.onError)
    } while (this.#runAgain)
    this.#isRunning = false
  }
}
