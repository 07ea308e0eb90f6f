import { addSamples, readFirstSteps, removeSamples } from '#shared/contract/intro/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { samples } from './migrations/0098-samples'
import * as intro from './service'

export const introFeature = feature({
  name: 'intro',
  routes: [route(readFirstSteps, intro.read), route(addSamples, intro.add), route(removeSamples, intro.remove)],
  migrations: [samples],
})
