import { changeHandover, readHandover, writeHandover } from '#shared/contract/handovers/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { handovers } from './migrations/0116-handovers'
import * as service from './service'
import { writeAtClosing } from './write-job'

export const handoversFeature = feature({
  name: 'handovers',
  routes: [
    route(readHandover, service.read),
    route(changeHandover, service.change),
    route(writeHandover, service.write),
  ],
  migrations: [handovers],
  jobs: [writeAtClosing],
})
