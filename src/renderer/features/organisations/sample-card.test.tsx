import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSamples, type FirstSteps, removeSamples } from '#shared/contract/intro/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { organisationOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { closeNotice, Notices, pressUndo } from '../undo/test-undo'
import { SampleCard } from './sample-card'
import { useOrganisations } from './store'

withServer()
withEnglish('workspace')

const none: FirstSteps = { logbook: true, log: true, camera: false, teammate: false, mate: false, samples: null }
const there: FirstSteps = { ...none, samples: { doc_id: 3 } }

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
})
afterEach(() => endSession())

function Card() {
  const [{ samples }, setSteps] = useState(there)
  return <SampleCard samples={samples} onChange={setSteps} />
}

async function remove(kept: number) {
  serve(removeSamples, { ...none, kept })
  render(
    <>
      <Card />
      <Notices />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove sample content' }))
  expect(await screen.findByRole('button', { name: 'Add sample content' })).toBeVisible()
}

test('The sample content comes back by Undo after it was removed', async () => {
  await remove(0)
  const added = serve(addSamples, there)
  await pressUndo('Sample content removed')
  expect(await screen.findByRole('button', { name: 'Remove sample content' })).toBeVisible()
  expect(added).toHaveLength(1)
})

test('The notice says what people wrote into, and an Undo that fails says why', async () => {
  await remove(1)
  serve(addSamples, apiError('server.error'))
  await pressUndo('Sample content removed. 1 thing stays, because people wrote in it.')
  await waitFor(() => expect(screen.getByText('The sample content was not added.')).toBeVisible())
  await closeNotice('The sample content was not added.')
})
