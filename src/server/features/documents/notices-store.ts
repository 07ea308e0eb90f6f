import type { SystemContext } from '../../platform/run-as'

/** The name and the creator of a document, for notifications. Does not check whether anybody may read it. */
export function documentNotice({ tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>, doc_id: number) {
  return tx
    .selectFrom('documents')
    .select(['name', 'created_by as owner_id'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', doc_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
