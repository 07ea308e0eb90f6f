import type { OpensMore } from '../../platform/groups'
import * as store from './store'
import { subjects } from './subjects'

/**
 * The one rule behind putting people into roles and branches [D41]: whoever does so gives all that the group opens, so they must hold
 * it themselves. Things of every kind are asked.
 */
export const opensMore: OpensMore = (tx, question) =>
  store.anyHolds(
    tx,
    Object.values(subjects).map(subject => subject.openedBeyond(question)),
  )
