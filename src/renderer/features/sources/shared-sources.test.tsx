import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { readPermission } from '#shared/contract/sources/endpoints'
import { organisationOf } from '../../platform/test-cast'
import { renderPage } from '../../platform/test-page'
import { serve } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { SharedSourceList } from './shared-sources'
import { asMember, nobodyElse, setup, withSourcesPage } from './test-page'
import { cameraOf, feedOf, grantOf, screenOf } from './test-sources'

withSourcesPage()

const open = () => renderPage(<SharedSourceList />, { path: '/organisation/sharing' })
const card = async (list: string, name: string) => {
  const cards = await within(await screen.findByRole('list', { name: list })).findAllByRole('listitem')
  const found = cards.find(item => within(item).queryByRole('link', { name }))
  if (!found) throw new Error(`There is no card of ${name}.`)
  return within(found)
}

describe('What is shared by whom [3.18a, D34, D41]', () => {
  test('each camera says who may see it, who looks, how long its pictures are kept, and leads to the change', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'admin', plan_id: 'team' })] })
    setup.grants = [grantOf('role', 2, 'Front desk')]
    const { container } = open()
    const counter = await card('Cameras', 'Front counter')
    expect(await counter.findByText('Front desk')).toBeVisible()
    expect(counter.getByText('Watching: You and Friday round-up (job)')).toBeVisible()
    expect(counter.getByText(/^Pictures are deleted after 14 days/)).toBeVisible()
    expect(counter.getByText(/^Nobody has confirmed that there is a notice/)).toBeVisible()
    expect(counter.getByRole('link', { name: 'Change who can watch Front counter' })).toHaveAttribute(
      'href',
      '#/feed?access=camera.4',
    )
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('a camera that nobody was given says so, and one for everybody names the workspace', async () => {
    serve(readPermission, ({ params }) => ({ ...nobodyElse, organisation: params.camera_id === '6' }))
    open()
    expect(await (await card('Cameras', 'Front counter')).findByText('Nobody else')).toBeVisible()
    expect(await (await card('Cameras', 'Rear yard')).findByText('Everybody in Ridgeway Cycles')).toBeVisible()
  })

  test('a screen is its owner’s to share; pictures are kept as long as the plan allows [D31]', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'admin', plan_id: 'free' })] })
    setup.feed = feedOf({ accessible_user_screens: [screenOf(7, 'Maya Okafor'), screenOf(8, 'Tom Reyes')] })
    open()
    const own = await card('Screens', 'Your screen')
    expect(own.getByRole('link', { name: 'Change who can watch Your screen' })).toHaveAttribute(
      'href',
      '#/feed?access=screen.7',
    )
    expect(own.getByRole('link', { name: 'Pictures of your screen' })).toHaveAttribute('href', '#/feed/mine')
    expect(own.getByText(/^Pictures are deleted after 7 days/)).toBeVisible()
    const other = await card('Screens', 'Tom Reyes')
    expect(other.getByText(/^Tom Reyes decides who else can watch/)).toBeVisible()
    expect(other.queryByRole('link', { name: /^Change/ })).toBeNull()
  })

  test('who does not manage cameras is not led to the change, and of many cameras some are shown first', async () => {
    setup.feed = feedOf({
      accessible_cctv_feeds: Array.from({ length: 14 }, (_, index) => cameraOf(index + 1, `Camera ${index + 10}`)),
    })
    asMember()
    open()
    const list = await screen.findByRole('list', { name: 'Cameras' })
    expect(within(list).getAllByRole('link')).toHaveLength(12)
    expect(screen.getByRole('button', { name: 'Show 2 more' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Change/ })).toBeNull()
  })

  test('without sources it says that there are none', async () => {
    setup.feed = feedOf()
    open()
    expect(await screen.findByText('No cameras and no shared screens that you may see.')).toBeVisible()
  })
})
