import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { listRunMarks, type RunMark } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { RunMarks } from './timeline-marks'

withServer()
withEnglish('jobs')

const source = { kind: 'camera', camera_id: 4 } as const
const range = { from: '2025-11-20T00:00:00.000Z', to: '2025-11-21T00:00:00.000Z' }
const wrote: RunMark = {
  instruction_id: 5,
  name: 'Yard watch',
  at: '2025-11-20T06:00:00.000Z',
  status: 'succeeded',
  reason: null,
  runs: 1,
  log: { doc_id: 3, log_id: 44 },
}
const failed: RunMark = {
  ...wrote,
  at: '2025-11-20T18:00:00.000Z',
  status: 'failed',
  reason: 'no_picture',
  runs: 12,
  log: null,
}
let requests: number
let chosen: string[]

beforeEach(async () => {
  await endSession()
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  requests = 0
  chosen = []
  serve(listRunMarks, () => {
    requests += 1
    return [wrote, failed]
  })
})

const parts = (
  <>
    {(['row', 'list'] as const).map(part => (
      <RunMarks key={part} part={part} source={source} range={range} onChoose={at => chosen.push(at)} />
    ))}
  </>
)

describe('Jobs in the timeline of a source [D29]', () => {
  test('are named with what they did, and lead to the job, the log and the picture', async () => {
    const { container } = renderPage(parts)
    const list = await screen.findByRole('region', { name: 'Jobs of this time' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent('Yard watch wrote a log')
    expect(second).toHaveTextContent('Yard watch failed')
    expect(second).toHaveTextContent('12 runs')
    const link = (name: string) => within(first as HTMLElement).getByRole('link', { name })
    expect(link('Open log: Yard watch, 6:00 AM')).toHaveAttribute('href', '#/docs/3?log=44')
    expect(link('Open job: Yard watch, 6:00 AM')).toHaveAttribute('href', '#/jobs/5')
    expect(within(second as HTMLElement).queryByRole('link', { name: /Open log/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show the picture of 6:00 AM' }))
    expect(chosen).toEqual([wrote.at])
    expect(requests).toBe(1)
    const places = [...container.querySelectorAll<HTMLElement>('[aria-hidden=true] > span')].map(
      mark => mark.style.left,
    )
    expect(places).toEqual(['25%', '75%'])
    expect((await axe.run(container)).violations).toEqual([])
  })

  test('are left out if they cannot be loaded', async () => {
    serve(listRunMarks, () => {
      requests += 1
      return apiError('source.not_found')
    })
    renderPage(parts)
    await expect.poll(() => requests).toBe(1)
    expect(screen.queryByRole('region')).toBeNull()
  })
})
