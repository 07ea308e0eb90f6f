let finish: () => void = () => undefined
const isThere = new Promise<void>(resolve => {
  finish = resolve
})

/** The code of the first page is there, or there is none to wait for. From now on the app's own font is fetched: see first.css. */
export function firstPageFetched(): void {
  delete document.documentElement.dataset.loading
  finish()
}

/** Runs what nobody waits for behind the first page: on a slow network it would take its place in the line. */
export function afterFirstPage(work: () => unknown): void {
  void isThere.then(work)
}
