let finish: () => void = () => undefined
const isThere = new Promise<void>(resolve => {
  finish = resolve
})

/**
 * Marks that the code of the first page has loaded, or that there is none to wait for. The app's own font loads from
 * now on: see first.css.
 */
export function firstPageFetched(): void {
  delete document.documentElement.dataset.loading
  finish()
}

/**
 * Runs work that nobody waits for after the first page has loaded, so that it does not delay that page on a slow
 * network.
 */
export function afterFirstPage(work: () => unknown): void {
  void isThere.then(work)
}
