import type { Subject } from '#shared/contract/access/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { Grantable } from '../../platform/grantable'
import { registryOf } from '../../platform/registry'

/** The feature's implementation for one kind of subject; features list theirs in their manifests. */
export function grantableOf(app: AppContext, kind: Subject['kind']): Grantable {
  const grantable = registryOf(app).grantables.find(candidate => candidate.kind === kind)
  if (!grantable) throw new Error(`No feature grants access to a ${kind}.`)
  return grantable
}
