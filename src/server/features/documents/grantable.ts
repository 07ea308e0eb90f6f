import { apiError } from '#shared/errors'
import type { Grantable } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import { managedName, managersOf, opensMore, readersOf } from '../access/document-sql'
import { lockDocument, rightsOn } from './documents-store'
import { requireFound } from './rights'

async function hold(ctx: MemberContext, doc_id: number): Promise<void> {
  const { managed } = requireFound(await lockDocument(ctx, doc_id))
  if (!managed) throw apiError('permission.missing')
}

/** Documents as subjects of grants. */
export const documents: Grantable = {
  kind: 'document',
  levels: ['viewer', 'editor'],
  missing: 'document.not_found',
  find: rightsOn,
  lock: hold,
  readersOf: (ctx, doc_id) => readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now),
  giversOf: managersOf,
  changed: doc_id => ({ kind: 'document.access_changed', doc_id }),
  named: managedName,
  opensMore: opensMore,
}
