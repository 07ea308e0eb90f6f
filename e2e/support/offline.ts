import type { Locator, Page } from '@playwright/test'

/** Waits until the service worker has cached what a start needs. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

/** Everything that is stored to be read without a server; null without storage. */
export const copiesOn = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'wheelhouse.read')) return null
    const base = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('wheelhouse.read')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const copies = await new Promise<{ name: string; json: string }[]>((resolve, reject) => {
      const request = base.transaction('copies').objectStore('copies').getAll()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    base.close()
    return copies
  })

/** The names of stored copies and, for timelines, the number of logs. Null without storage. */
export const kept = async (page: Page): Promise<string[] | null> =>
  (await copiesOn(page))?.map(({ name, json }) => [name, JSON.parse(json).logs?.length].join(' ').trim()) ?? null

/** What says that the content is a copy, or that there is no network. */
export const strip = (page: Page): Locator => page.getByRole('status').filter({ hasText: /offline|cannot be reached/ })

/** Holds the answers of an endpoint back; returns the function that lets them through. */
export async function hold(page: Page, { path }: { path: string }): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**${path}*`, async route => {
    await held
    await route.continue()
  })
  return () => release()
}
