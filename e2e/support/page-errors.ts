import type { Browser, BrowserContext, ConsoleMessage } from '@playwright/test'

/**
 * What the browser prints of an answer that refuses something, and of a socket that was closed before it was open. A call
 * may cross a sign-out, a deletion or a change of rights on its way, so each story may have some.
 */
const refused =
  /^(?:Failed to load resource: the server responded with a status of 4\d\d |WebSocket connection to .* failed)/

/** What pages print as an error or throw uncaught. */
export class PageErrors {
  #found: string[] = []
  #provoked: RegExp[] = []
  readonly #opened = new Set<BrowserContext>()

  /** Listens to every page of every context that the browser has or will have. */
  watch(browser: Browser): void {
    for (const context of browser.contexts()) this.#listen(context)
    browser.on('context', context => {
      this.#opened.add(context)
      context.on('close', () => this.#opened.delete(context))
      this.#listen(context)
    })
  }

  #listen(context: BrowserContext): void {
    context.on('console', message => {
      if (message.type() === 'error' && !refused.test(message.text())) this.#found.push(inWords(message))
    })
    context.on('weberror', thrown => {
      const error = thrown.error()
      this.#found.push(`Uncaught ${error.stack ?? error} (at ${thrown.page()?.url()})`)
    })
  }

  /** The contexts that the story has opened, in whatever browser. */
  get opened(): readonly BrowserContext[] {
    return [...this.#opened]
  }

  /** Begins a story: what was opened before it, for all stories of a file, stays open. */
  begin(): void {
    this.#opened.clear()
  }

  /** Allows errors that the story provokes on purpose. */
  provoke(pattern: RegExp): void {
    this.#provoked.push(pattern)
  }

  /**
   * Ends a story, and returns its errors that nothing allows. Closes the contexts that it opened, which would go on
   * asking a server that is stopped or restarted in later stories.
   */
  async end(): Promise<string[]> {
    await Promise.all([...this.#opened].map(context => context.close()))
    const wrong = this.#found.filter(text => !this.#provoked.some(pattern => pattern.test(text)))
    this.#found = []
    this.#provoked = []
    return wrong
  }
}

/** The error with the address of what failed, which the browser's own messages do not name, and with the page's. */
function inWords(message: ConsoleMessage): string {
  const { url } = message.location()
  return `${message.text()} (${url}, at ${message.page()?.url()})`
}
