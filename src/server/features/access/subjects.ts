import type { Subject } from '#shared/contract/access'
import { documents } from '../logbooks/service'
import { cameras, screens } from '../sources/service'
import type { Grantable } from './service'

/** Everything that access is given to. */
export const subjects: Readonly<Record<Subject['kind'], Grantable>> = {
  document: documents,
  camera: cameras,
  screen: screens,
}
