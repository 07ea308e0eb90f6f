import type { Ports } from '../../platform/ports'
import { registryOf } from '../../platform/registry'
import * as store from './store'

/**
 * The rule for adding people to roles and branches [D41]: they receive everything that the group opens, so whoever adds
 * them must have that access too. Every kind of subject is checked.
 */
export const opensMore: Ports['opensMore'] = (app, tx, question) =>
  store.anyHolds(
    tx,
    registryOf(app).grantables.map(subject => subject.openedBeyond(question)),
  )
