import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'
import type { MemberContext } from '../../platform/request-context'
import { runAsMember } from '../../platform/run-as'

/**
 * Ridgeway Cycles: Maya owns it, Tom writes, Ana reads what she is given access to, Lena sees nothing. Zoe has a
 * workshop elsewhere.
 */
export async function openOffice(settings: Record<string, string> = {}) {
  const server = await openTestServer({ settings })
  const maya = await server.person({ name: 'Maya Okafor' })
  const tom = await server.person({ name: 'Tom Reyes' })
  const ana = await server.person({ name: 'Ana Lima' })
  const lena = await server.person({ name: 'Lena Fuchs' })
  const zoe = await server.person({ name: 'Zoe Hart' })
  await zoe.createOrganisation('Hart Bikes')
  await maya.createOrganisation('Ridgeway Cycles')
  for (const actor of [tom, ana, lena]) await maya.invites(actor)

  return {
    server,
    ...{ maya, tom, ana, lena, zoe },
    /** Creates a private logbook of Tom's that Ana may only read; returns its id. */
    async logbook(params: Partial<Input<typeof createDocument>> = {}): Promise<number> {
      const about = { document_name: 'Bay log', document_type: 'logbook', ...params } as const
      const { doc_id } = await tom.call(createDocument, about)
      await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id, level: 'viewer' })
      return doc_id
    },
    /** Runs work as somebody in their organisation, as another feature does during their call. */
    async as<T>({ user_id, organization_id }: Actor, work: (ctx: MemberContext) => Promise<T>): Promise<T> {
      const [session] = await server.asOwner<{ id: string }>('select max(id) as id from sessions where user_id = $1', [
        user_id,
      ])
      const who = { user_id, organization_id, session_id: Number(session?.id), ip: '10.0.0.1', request_id: 'test' }
      return runAsMember(server.app.context, who, work)
    },
    /** The number of rows of uploads, parts and files. */
    async rows(): Promise<{ uploads: number; parts: number; files: number }> {
      const [row] = await server.asOwner<{ uploads: number; parts: number; files: number }>(
        `select (select count(*)::int from uploads) as uploads, (select count(*)::int from upload_parts) as parts,
          (select count(*)::int from attachments) as files`,
      )
      return row ?? { uploads: 0, parts: 0, files: 0 }
    },
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>
