import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSubjectAccess, revokeSubjectAccess } from '#shared/contract/access/endpoints'
import { createDocument, deleteDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, editBranch } from '#shared/contract/organisations/branches'
import { createOrganisation, organisationInfo } from '#shared/contract/organisations/endpoints'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import { changePermission } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let tom: Actor
let doc_id: number
let ridgeway: number
let harbour: number
beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  harbour = await maya.createOrganisation('Harbour Boats')
  ridgeway = await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom, 'Manager')
  const { roles } = await maya.call(organisationInfo, {})
  const [manager, plain] = ['Manager', 'Member'].map(name => roles.find(role => role.role_name === name)?.role_id ?? 0)
  takesManager = { role_id: manager ?? 0, users_to_be_removed: [tom.user_id] }
  await maya.call(manageRoleUsers, { role_id: plain ?? 0, users_to_be_added: [tom.user_id] })
  doc_id = (await maya.call(createDocument, { document_name: 'Workshop', document_type: 'logbook' })).doc_id
})
beforeEach(() => server.clock.advance(2_000))
let takesManager: { role_id: number; users_to_be_removed: number[] }

describe('An idempotency key', () => {
  test('belongs to one organisation: the same call under the same key elsewhere is another write [D6]', async () => {
    const input = { branch_name: 'Canal yard' }
    const first = await maya.call(addBranch, input, { key: 'branch-1' })
    maya.organization_id = harbour
    const elsewhere = await maya.call(addBranch, input, { key: 'branch-1' })
    expect(elsewhere.branch_organization).toBe(harbour)
    expect(await maya.call(addBranch, input, { key: 'branch-1' })).toEqual(elsewhere)
    maya.organization_id = ridgeway
    expect(await maya.call(addBranch, input, { key: 'branch-1' })).toEqual(first)
  })

  test('of one organisation does not match in another one that only the query names', async () => {
    const path = `/branch/add?user_id=${maya.user_id}&organization_id=`
    const post = (organization_id: number) =>
      fetch(`${server.url}${path}${organization_id}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${maya.tokens?.IdToken}`,
          'content-type': 'application/json',
          'idempotency-key': 'branch-2',
        },
        body: JSON.stringify({ branch_name: 'Boathouse' }),
      }).then(response => response.json() as Promise<{ data: { branch_organization: number } }>)
    expect((await post(ridgeway)).data.branch_organization).toBe(ridgeway)
    expect((await post(harbour)).data.branch_organization).toBe(harbour)
  })

  test('does not repeat an answer about something that the caller may no longer see [D41]', async () => {
    const given = { kind: 'document', id: doc_id, grantee_kind: 'user', grantee_id: tom.user_id } as const
    await maya.call(manageRoleUsers, takesManager)
    server.clock.advance(2_000)
    await maya.call(grantSubjectAccess, { ...given, level: 'editor' })
    const params = { doc_id, content: 'The compressor leaks again.' }
    const log = await tom.call(writeLog, params, { key: 'log-1' })
    expect(await tom.call(writeLog, params, { key: 'log-1' })).toEqual(log)
    await maya.call(revokeSubjectAccess, given)
    await expect(tom.call(writeLog, params, { key: 'log-1' })).rejects.toMatchObject({
      status: 404,
      code: 'document.not_found',
    })
    await maya.call(grantSubjectAccess, { ...given, level: 'editor' })
    expect(await tom.call(writeLog, params, { key: 'log-1' })).toEqual(log)
    expect((await maya.call(readLogs, { doc_id })).logs).toHaveLength(1)
  })

  test('makes one log of two calls at the same moment, with one event, and gives both its answer', async () => {
    const input = { doc_id, content: 'Brakes bled on ticket 4182.' }
    const [one, other] = await Promise.all([
      maya.call(writeLog, input, { key: 'log-twice' }),
      maya.call(writeLog, input, { key: 'log-twice' }),
    ])
    expect(other).toEqual(one)
    const { logs } = await maya.call(readLogs, { doc_id })
    expect(logs.filter(log => log.content === input.content)).toHaveLength(1)
    const events = await server.asOwner(
      "select seq from events where kind = 'log.added' and payload->'log'->>'id' = $1",
      [String(one.id)],
    )
    expect(events).toHaveLength(1)
  })

  test('makes one version of a page that is saved twice at the same moment, and gives both its answer [D18]', async () => {
    const page = await maya.call(createDocument, { document_name: 'Opening checklist', document_type: 'document' })
    const input = { doc_id: page.doc_id, content: 'Lights, till, heating.', version: page.version }
    const [one, other] = await Promise.all([
      maya.call(replaceContent, input, { key: 'page-twice' }),
      maya.call(replaceContent, input, { key: 'page-twice' }),
    ])
    expect(one.content).toBe(input.content)
    expect(other).toEqual(one)
    const { version } = await maya.call(replaceContent, input, { key: 'page-twice' })
    expect(version).toBe(one.version)
  })

  test('keeps neither texts of logs nor of pages', async () => {
    const content = 'The safe is behind the cargo bike.'
    const log = await maya.call(writeLog, { doc_id, content, client_id: 'log-a' }, { key: 'log-text' })
    const page = await maya.call(createDocument, { document_name: 'Keys', document_type: 'document' }, { key: 'page' })
    const saved = { doc_id: page.doc_id, content, version: page.version }
    await maya.call(replaceContent, saved, { key: 'page-text' })
    const kept = await server.asOwner('select key, answer from idempotency_keys where key = any($1) order by key', [
      ['log-text', 'page', 'page-text'],
    ])
    expect(kept.map(row => row.answer)).toEqual([log.id, page.doc_id, page.doc_id])
    const again = await maya.call(writeLog, { doc_id, content, client_id: 'log-a' }, { key: 'log-text' })
    expect(again).toEqual(log)
  })

  test('is still new after a call that failed', async () => {
    const branch_name = 'Harbour yard'
    const { id: branch_id } = await maya.call(addBranch, { branch_name })
    const again = maya.call(addBranch, { branch_name }, { key: 'branch-3' })
    await expect(again).rejects.toMatchObject({ code: 'branch.name_taken' })
    await maya.call(editBranch, { branch_id, new_branch_name: 'Old yard' })
    expect(await maya.call(addBranch, { branch_name }, { key: 'branch-3' })).toMatchObject({ branch_name })
  })

  test('returns the first answer to somebody who repeats a deletion', async () => {
    const gone = (await maya.call(createDocument, { document_name: 'Gone', document_type: 'logbook' })).doc_id
    const first = await maya.call(deleteDocument, { doc_id: gone }, { key: 'delete-1' })
    expect(await maya.call(deleteDocument, { doc_id: gone }, { key: 'delete-1' })).toEqual(first)
  })

  test('works for calls without an organisation, and about one’s own screen', async () => {
    const input = { organization_name: 'Tidewater Rowing Club' }
    const first = await maya.call(createOrganisation, input, { key: 'org-1' })
    expect(await maya.call(createOrganisation, input, { key: 'org-1' })).toEqual(first)
    const shown = await maya.call(changePermission, { organisation: true }, { key: 'screen-1' })
    expect(await maya.call(changePermission, { organisation: true }, { key: 'screen-1' })).toEqual(shown)
  })
})
