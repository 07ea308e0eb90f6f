import type { Feature, PageRoute } from '../../platform/feature'

const lazy: PageRoute['lazy'] = async () => {
  const [{ LogbooksPage }, { startLogbooks }] = await Promise.all([import('./page'), import('./start')])
  startLogbooks()
  return { Component: LogbooksPage }
}

export const logbooks: Feature = {
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
  ],
  // Not in the way of the first page. Logs that wait to be sent, and the palette, can wait that moment.
  start() {
    setTimeout(() => void import('./start').then(({ startLogbooks }) => startLogbooks()).catch(() => undefined), 1000)
  },
}
