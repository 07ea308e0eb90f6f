import { refuse } from '#shared/errors'
import type { MemberScene } from '../../platform/scene'
import type { Grantable } from '../access/service'
import { managedName, managersOf, openedBeyond, readersOf } from './access-store'
import { lockDocument, rightsOn } from './documents-store'
import { requireFound } from './rights'

async function hold(at: MemberScene, doc_id: number): Promise<void> {
  const { managed } = requireFound(await lockDocument(at, doc_id))
  if (!managed) throw refuse('permission.missing')
}

/** Documents, as things that access is given to. */
export const documents: Grantable = {
  kind: 'document',
  levels: ['viewer', 'editor'],
  missing: 'document.not_found',
  find: rightsOn,
  hold,
  readersOf: (at, doc_id) => readersOf(at.tx, at.organization_id, doc_id, at.now),
  giversOf: managersOf,
  changed: doc_id => ({ kind: 'document.access_changed', doc_id }),
  named: managedName,
  openedBeyond,
}
