import type { Ports } from '../../platform/ports'
import { registryOf } from '../../platform/registry'
import * as store from './store'

/**
 * The one rule behind putting people into roles and branches [D41]: whoever does so gives all that the group opens, so they must hold
 * it themselves. Things of every kind are asked.
 */
export const opensMore: Ports['opensMore'] = (app, tx, question) =>
  store.anyHolds(
    tx,
    registryOf(app).grantables.map(subject => subject.openedBeyond(question)),
  )
