import type { Subject } from '#shared/contract/access'
import type { AppContext } from '../../platform/app-context'
import type { Grantable } from '../../platform/grantable'
import { registryOf } from '../../platform/registry'

/** The feature's answer for things of one kind; features list theirs in their manifests. */
export function grantableOf(app: AppContext, kind: Subject['kind']): Grantable {
  const grantable = registryOf(app).grantables.find(candidate => candidate.kind === kind)
  if (!grantable) throw new Error(`No feature lets access be given to a ${kind}.`)
  return grantable
}
