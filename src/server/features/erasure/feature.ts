import { eraseUser } from '#shared/contract/erasure/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { erasures } from './migrations/0085-erasures'
import { signedInNowhere } from './migrations/0144-signed-in-nowhere'
import * as erasure from './service'

/** Takes people out of everything when they ask for it. */
export const erasureFeature = feature({
  name: 'erasure',
  routes: [route(eraseUser, erasure.change)],
  migrations: [erasures, signedInNowhere],
  cleanups: erasure.erasureCleanups,
})
