import { beforeAll, describe, expect, test } from 'vitest'
import { createView, deleteView, editView, listViews } from '#shared/contract/tasks/views'
import type { Actor } from '../../../../test/actor'
import { allRefused, openTeam, refused, type Team } from './test-tasks'

let team: Team
let maya: Actor
let tom: Actor
let lena: Actor
let ana: Actor
let branch_id: number

beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom, lena, ana, branch_id } = team)
})

const names = async (who: Actor, of: number | null = branch_id) =>
  (await who.call(listViews, { branch_id: of })).map(view => view.name)

describe('A saved view [D4]', () => {
  test('keeps its filters for its author, by name, beside those that others share', async () => {
    const settings = { layout: 'board', group_by: 'userwise', query: 'brakes', is_archive: false } as const
    const view = await tom.call(createView, { name: ' Brakes by person ', branch_id, settings })
    expect(view).toMatchObject({ name: 'Brakes by person', branch_id, settings, is_shared: false, is_editable: true })
    await tom.call(createView, { name: 'At once', branch_id, settings: { query: 'urgent' } })
    await lena.call(createView, { name: 'All', branch_id, settings: {}, is_shared: true })
    expect(await names(tom)).toEqual(['At once', 'Brakes by person', 'All'])
    expect(await names(lena)).toEqual(['All'])
    await tom.call(createView, { name: 'Mine', settings: { layout: 'list', is_archive: true } })
    expect(await names(tom, null)).toEqual(['Mine'])
    expect(await names(tom)).not.toContain('Mine')
  })

  test('is renamed, changed, shared and deleted by its author', async () => {
    const { view_id, settings } = await tom.call(createView, { name: 'Old', branch_id, settings: { query: 'a' } })
    expect(await tom.call(editView, { view_id, name: 'New' })).toMatchObject({ name: 'New', settings })
    const changed = await tom.call(editView, { view_id, settings: { query: 'b' }, is_shared: true })
    expect(changed).toMatchObject({ name: 'New', settings: { query: 'b' }, is_shared: true })
    expect(await names(ana)).toContain('New')
    expect(await tom.call(deleteView, { view_id })).toBeNull()
    expect(await names(ana)).not.toContain('New')
    await allRefused(refused(404, 'view.not_found'), [tom.call(editView, { view_id, name: 'Gone' })])
  })

  test('that is shared is changed by its author and by owners and admins alone', async () => {
    const { view_id } = await tom.call(createView, { name: 'Shared', branch_id, settings: {}, is_shared: true })
    const [seen] = (await lena.call(listViews, { branch_id })).filter(view => view.view_id === view_id)
    expect(seen).toMatchObject({ is_editable: false, author_id: tom.user_id })
    await allRefused(refused(403, 'view.not_yours'), [
      lena.call(editView, { view_id, name: 'Hers' }),
      lena.call(deleteView, { view_id }),
    ])
    expect(await maya.call(editView, { view_id, name: 'Of all' })).toMatchObject({ name: 'Of all', is_editable: true })
    await maya.call(deleteView, { view_id })
  })

  test('that is not shared does not exist for others, nor does one of a closed space or organisation', async () => {
    const own = await tom.call(createView, { name: 'Own', branch_id, settings: {} })
    const yard = await ana.call(createView, { name: 'Yard', branch_id: team.yard, settings: {}, is_shared: true })
    const shared = await ana.call(createView, { name: 'Open', branch_id, settings: {}, is_shared: true })
    await allRefused(refused(404, 'view.not_found'), [
      maya.call(editView, { view_id: own.view_id, name: 'Mine' }),
      lena.call(deleteView, { view_id: own.view_id }),
      lena.call(editView, { view_id: yard.view_id, name: 'Mine' }),
      team.zoe.call(editView, { view_id: shared.view_id, name: 'Mine' }),
      team.zoe.call(deleteView, { view_id: shared.view_id }),
    ])
    await allRefused(refused(404, 'branch.not_found'), [
      lena.call(listViews, { branch_id: team.yard }),
      lena.call(createView, { name: 'No', branch_id: team.yard, settings: {} }),
      team.zoe.call(listViews, { branch_id }),
    ])
  })

  test('needs a session, a name, and room', async () => {
    const stranger = team.server.stranger()
    await allRefused({ status: 401 }, [
      stranger.call(listViews, {}),
      stranger.call(createView, { name: 'No', settings: {} }),
      stranger.call(editView, { view_id: 1 }),
      stranger.call(deleteView, { view_id: 1 }),
    ])
    await allRefused(refused(400, 'request.invalid'), [tom.call(createView, { name: ' ', settings: {} })])
    await team.server.asOwner(
      `insert into task_views (organization_id, author_id, name, settings, is_shared, created_at)
       select $1, $2, 'View ' || nr, '{}', false, now() from generate_series(1, 50) nr`,
      [maya.organization_id, lena.user_id],
    )
    await allRefused(refused(409, 'view.too_many'), [lena.call(createView, { name: 'One more', settings: {} })])
  })
})
