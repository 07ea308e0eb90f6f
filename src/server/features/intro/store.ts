import type { MemberContext } from '../../platform/request-context'

type SampleKind = 'logbook' | 'page' | 'log' | 'task'

export interface Sample {
  kind: SampleKind
  subject_id: number
  version: number | null
}

/** The marked sample content of the organisation. */
export function listSamples({ tx, organization_id }: MemberContext): Promise<Sample[]> {
  return tx
    .selectFrom('samples')
    .select(['kind', 'subject_id', 'version'])
    .where('organization_id', '=', organization_id)
    .orderBy('subject_id')
    .$castTo<Sample>()
    .execute()
}

export async function markSamples({ tx, organization_id }: MemberContext, samples: readonly Sample[]): Promise<void> {
  await tx
    .insertInto('samples')
    .values(samples.map(sample => ({ organization_id, ...sample })))
    .execute()
}

export async function unmarkSamples({ tx, organization_id }: MemberContext): Promise<void> {
  await tx.deleteFrom('samples').where('organization_id', '=', organization_id).execute()
}

/** Lets no other call add or remove sample content until this one ends. */
export async function lockSamples({ tx, organization_id }: MemberContext): Promise<void> {
  await tx.selectFrom('organizations').select('id').where('id', '=', organization_id).forNoKeyUpdate().execute()
}
