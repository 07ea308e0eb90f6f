import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'

export const notFound = { status: 404, code: 'document.not_found' }
export const readOnly = { status: 403, code: 'document.read_only' }
export const notAllowed = { status: 403, code: 'permission.missing' }

/**
 * Ridgeway Cycles: Maya owns it, Dev is a manager, Tom writes most logbooks, Ana is in the canal yard, Lena in no
 * branch. Zoe has a workshop elsewhere.
 */
export async function openWorkshop() {
  const server = await openTestServer()
  const maya = await server.person({ name: 'Maya Okafor' })
  const dev = await server.person({ name: 'Dev Anand' })
  const tom = await server.person({ name: 'Tom Reyes', timezone: 'Europe/Berlin' })
  const ana = await server.person({ name: 'Ana Lima' })
  const lena = await server.person({ name: 'Lena Fuchs', language: 'de' })
  const zoe = await server.person({ name: 'Zoe Hart' })
  await zoe.createOrganisation('Hart Bikes')
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(dev, 'Manager')
  for (const actor of [tom, ana, lena]) await maya.invites(actor)
  const yard = (await maya.call(addBranch, { branch_name: 'Canal yard' })).id
  await maya.call(manageBranchUsers, {
    branch_id: yard,
    users_to_be_added: [ana.user_id],
    users_to_be_removed: [maya.user_id],
  })

  return {
    server,
    ...{ maya, dev, tom, ana, lena, zoe },
    yard,
    /** A logbook of Tom's, private by default; returns its id. */
    async logbook(
      document_name: string,
      params: Partial<Input<typeof createDocument>> = {},
      by = tom,
    ): Promise<number> {
      return (await by.call(createDocument, { document_name, document_type: 'logbook', ...params })).doc_id
    },
    /** Tom gives a person access to one of his documents. */
    async gives(doc_id: number, to: Actor, level: 'viewer' | 'editor', expires_at?: string): Promise<void> {
      await tom.call(grantAccess, {
        doc_id,
        grantee_kind: 'user',
        grantee_id: to.user_id,
        level,
        ...(expires_at && { expires_at }),
      })
    },
    /** Writes logs a second apart, and returns them, oldest first. */
    async writes(who: Actor, doc_id: number, ...contents: string[]): Promise<Log[]> {
      const written: Log[] = []
      for (const content of contents) {
        server.clock.advance(1_000)
        written.push(await who.call(writeLog, { doc_id, content }))
      }
      return written
    },
    /** Events of a kind in the organisation's event log, newest last. */
    events: (kind: string) =>
      server.asOwner<{ audience: { to: string; user_ids?: number[] }; payload: Record<string, unknown> }>(
        'select audience, payload from events where organization_id = $1 and kind = $2 order by seq',
        [maya.organization_id, kind],
      ),
    /** Audit entries about a document, oldest first. */
    audited: (doc_id: number) =>
      server.asOwner<{ kind: string; actor_id: number; details: Record<string, unknown> }>(
        'select kind, actor_id::int, details from audit where organization_id = $1 and subject = $2 order by id',
        [maya.organization_id, `document:${doc_id}`],
      ),
  }
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>
