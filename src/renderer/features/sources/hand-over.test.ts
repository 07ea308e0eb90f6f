import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { desktop } from '../../platform/desktop'
import { endSession, useSession } from '../../platform/session'
import { organisationOf } from '../../platform/test-cast'
import { FakeDesktop } from '../../platform/test-desktop'
import { settled } from '../../platform/test-environment'
import { freshTokens, signInAs } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { handOverSession } from './hand-over'

let app: FakeDesktop
let stop: () => void

beforeEach(() => {
  app = new FakeDesktop({ setSession: () => undefined })
  vi.stubGlobal('wheelhouse', app.bridge)
  const bridge = desktop()
  if (bridge) stop = handOverSession(bridge)
})
afterEach(() => {
  stop()
  endSession()
  vi.unstubAllGlobals()
})

const sessions = () => app.callsOn('setSession')

describe('The main process of the desktop app', () => {
  test('receives who is signed in, in which workspace, and when that ends', () => {
    const tokens = signInAs(7, { organizationId: 3 })
    useOrganisations.setState({ items: [organisationOf()] })
    endSession()
    const session = { user_id: 7, organization_id: 3, organization_name: '', tokens }
    expect(sessions()).toEqual([null, session, { ...session, organization_name: 'Ridgeway Cycles' }, null])
  })

  test('renews tokens for the page, and does not get its own tokens back', async () => {
    signInAs(7, { organizationId: 3 })
    const before = sessions().length
    const renewed = freshTokens()
    app.push('tokensChanged', renewed)
    await eventually(() => expect(useSession.getState().tokens).toEqual(renewed))
    expect(sessions()).toHaveLength(before)
  })

  test('ends the session when the refresh was rejected for good [4.1d]', async () => {
    signInAs(7, { organizationId: 3 })
    app.push('tokensChanged', null)
    await eventually(() => expect(useSession.getState().tokens).toBeNull())
    app.push('tokensChanged', freshTokens())
    await settled()
    expect(useSession.getState().tokens).toBeNull()
  })
})
