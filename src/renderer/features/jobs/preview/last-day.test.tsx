import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '#shared/contract/endpoint'
import { type MeasuredPicture, measurePictures } from '#shared/contract/jobs/measured'
import { readFrames } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import type { AreaMeasurement } from '#shared/rules/picture-rules'
import { organisationOf } from '../../../platform/test-cast'
import { serve } from '../../../platform/test-server'
import { useOrganisations } from '../../organisations/store'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()
const day = { from: '2026-11-19T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' }
const door = { id: 'door', name: 'Door', shape: { kind: 'rectangle' as const, x: 0, y: 0, width: 0.5, height: 1 } }
const frameId = (index: number) => `11111111-1111-4111-8111-11111111111${index}`

const area = (more: Partial<AreaMeasurement>): AreaMeasurement => ({
  ...{ brightness: 0.5, contrast: 0.2, sharpness: 0.5, change: 0, change_from_reference: null },
  ...{ dark: false, blank: false, covered: null, blurred: false, moved: null },
  ...more,
})
/** Pictures an hour apart; they changed by these shares, and the door by a tenth of that. */
const changed = (...changes: number[]): MeasuredPicture[] =>
  changes.map((change, index) => ({
    frame_id: frameId(index),
    taken_at: new Date(Date.parse(day.from) + index * 3_600_000).toISOString(),
    measurement: {
      whole: area({ change, dark: change > 0.8 }),
      regions: { door: area({ change: change / 10 }) },
    },
  }))
const answer = (items: MeasuredPicture[], is_cut = false): Answer<typeof measurePictures> => ({ ...day, items, is_cut })
const twice = changed(0, 0.3, 0, 0.5, 0.9, 0)

beforeEach(() => {
  setup.page.jobs = [jobOf(21, 'Counter queue watch', { look: { regions: [door], rules: [], reads_words: false } })]
  serve(readFrames, ({ query }) => {
    const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
    return ids.map(id => ({
      id,
      source: { kind: 'camera' as const, camera_id: 4 },
      url: '/a.jpg',
      taken_at: twice.find(({ frame_id }) => frame_id === id)?.taken_at ?? day.from,
      kept: false,
    }))
  })
})

async function openRule() {
  setup.page.open('/jobs/21')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
  return { dialog, preview: within(dialog.getByRole('region', { name: 'The last day' })) }
}
async function enter(dialog: ReturnType<typeof within>, name: string, value: string) {
  const field = dialog.getByRole('spinbutton', { name })
  await userEvent.clear(field)
  await userEvent.type(field, value)
}
async function choose(dialog: ReturnType<typeof within>, field: string, option: string) {
  await userEvent.click(dialog.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('A rule over the pictures of the last day [D28]', () => {
  test('says when it would have fired, at once for another threshold, time or part, with one call', async () => {
    const calls = serve(measurePictures, answer(twice))
    const { dialog, preview } = await openRule()
    expect(await preview.findByText('It would have fired 2 times.')).toBeVisible()
    expect(preview.getByText('Judged on 6 stored pictures. The job looks at its own times.')).toBeVisible()
    const chart = preview.getByRole('img', { name: /^change since the last picture: 0% to 90%, threshold 20%/ })
    expect(chart).toHaveAccessibleName(/fired 2 times.*1:00 PM.*3:00 PM/)
    const pictures = within(await preview.findByRole('list', { name: 'Pictures' }))
    expect(await pictures.findAllByRole('button', { name: /^Open the picture/ })).toHaveLength(2)

    await enter(dialog, 'Amount', '40')
    expect(preview.getByText('It would have fired once.')).toBeVisible()
    await enter(dialog, 'Amount', '95')
    expect(preview.getByText('It would never have fired.')).toBeVisible()
    expect(preview.queryByRole('list', { name: 'Pictures' })).toBeNull()
    await enter(dialog, 'Amount', '20')
    // It held for an hour only once.
    await enter(dialog, 'For how long', '3600')
    expect(preview.getByText('It would have fired once.')).toBeVisible()
    await enter(dialog, 'For how long', '0')
    await choose(dialog, 'Where', 'Door')
    expect(preview.getByText('It would never have fired.')).toBeVisible()
    await choose(dialog, 'What is measured', 'darkness')
    await choose(dialog, 'Where', 'The whole picture')
    expect(preview.getByRole('img', { name: /^darkness\. It would have fired once/ })).toBeVisible()
    await choose(dialog, 'What is measured', 'difference from the reference picture')
    expect(preview.getByText('It cannot be judged on these pictures.')).toBeVisible()
    expect(calls.map(({ body }) => body)).toMatchObject([
      { source: { kind: 'camera', camera_id: 4 }, regions: [door], instruction_id: 21 },
    ])
  })

  test('is also a table, and waits for fields that are not complete', async () => {
    serve(measurePictures, answer(twice, true))
    const { dialog, preview } = await openRule()
    await userEvent.click(await preview.findByRole('button', { name: 'Show as table' }))
    const rows = preview.getAllByRole('row').map(row => row.textContent)
    expect(rows).toHaveLength(7)
    expect(rows[2]).toMatch(/1:00 PM30%Fires$/)
    expect(rows[5]).toMatch(/4:00 PM90%Holds$/)
    expect(preview.getByText(/^Judged on 6 .* could not be measured in time\.$/)).toBeVisible()
    await userEvent.click(preview.getByRole('button', { name: 'Show as chart' }))
    await userEvent.clear(dialog.getByRole('spinbutton', { name: 'Amount' }))
    expect(preview.getByText('Complete the fields to see when it would have fired.')).toBeVisible()
    expect(preview.queryByRole('img')).toBeNull()
  })

  test('says that there are no pictures, and offers to try again after a failure', async () => {
    let isBusy = true
    const calls = serve(measurePictures, () => (isBusy ? apiError('request.too_many') : answer([])))
    const { preview } = await openRule()
    const failed = within(await preview.findByRole('alert'))
    isBusy = false
    await userEvent.click(failed.getByRole('button', { name: 'Try Again' }))
    expect(await preview.findByText('No pictures of the last day.')).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('shows the source that is chosen, and says that the person whose screen it is learns of it [D34]', async () => {
    const calls = serve(measurePictures, answer(twice))
    const source = { ...jobOf(21, '').source, user_ids: [9] }
    setup.page.jobs = [jobOf(21, 'Counter queue watch', { source })]
    const { preview } = await openRule()
    await preview.findByText('It would have fired 2 times.')
    expect(preview.queryByText(/sees that you looked/)).toBeNull()
    await choose(preview, 'Pictures of', 'Priya Nair')
    expect(await preview.findByText(/sees that you looked/)).toBeVisible()
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ source: { kind: 'screen', user_id: 9 } }))
  })

  test('is not pretended for words and numbers, which are read in runs only [D48]', async () => {
    const calls = serve(measurePictures, answer(twice))
    const rule = {
      id: 'n',
      region: null,
      measure: 'number',
      comparison: 'above',
      threshold: 5,
      hold_seconds: 0,
    } as const
    const look = { regions: [], rules: [{ rule, text: 'Long.', label: null }], reads_words: true }
    setup.page.jobs = [jobOf(21, 'Counter queue watch', { look })]
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: /^Change: / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }))
    const preview = within(dialog.getByRole('region', { name: 'The last day' }))
    expect(preview.getByText(/^Words and numbers are read only when the job runs/)).toBeVisible()
    expect(calls).toHaveLength(0)
  })
  test('is not offered to people who may not create jobs', async () => {
    const calls = serve(measurePictures, answer(twice))
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    expect(dialog.getByRole('spinbutton', { name: 'Amount' })).toBeVisible()
    expect(dialog.queryByRole('region', { name: 'The last day' })).toBeNull()
    expect(calls).toHaveLength(0)
  })
})
