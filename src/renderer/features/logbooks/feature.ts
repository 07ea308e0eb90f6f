import type { RouteObject } from 'react-router-dom'
import type { Feature } from '../../platform/feature'
import { offerCommands } from './commands'
import { followLogbooks } from './follow'

const lazy: RouteObject['lazy'] = async () => ({ Component: (await import('./page')).LogbooksPage })

export const logbooks: Feature = {
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
  ],
  start() {
    followLogbooks()
    offerCommands()
  },
}
