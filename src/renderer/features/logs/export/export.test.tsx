import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { saveFile } from '../../../platform/save-file'
import { endSession } from '../../../platform/session'
import { settled } from '../../../platform/test-environment'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../test-logs'
import { ExportDialog } from './export-dialog'
import { spanDays } from './time'

vi.mock('../../../platform/save-file', () => ({ saveFile: vi.fn() }))
withServer()
withEnglish('logs')

const { logs: _, ...info } = documentOf({ createdat: '2026-11-03T23:30:00.000Z' })
const onClose = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-19T10:00:00Z') })
  vi.mocked(saveFile).mockClear()
  onClose.mockClear()
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'Europe/Berlin' })
})
afterEach(() => {
  cleanup()
  endSession()
  localStorage.clear()
  vi.useRealTimers()
})

const show = (search = '') => renderPage(<ExportDialog info={info} onClose={onClose} />, { search })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const paramsOf = (calls: Received[]) => Object.fromEntries(calls.at(-1)?.query ?? [])
const file = () =>
  new Response('id,title', { headers: { 'content-disposition': "attachment; filename*=UTF-8''Bay%20log.csv" } })

describe('Logs of a time range are exported [7.14c]', () => {
  test('by default this month as a table, under the name given by the server', async () => {
    const calls = serve(readLogs, () => file())
    const { container } = show()
    await screen.findByRole('dialog', { name: 'Export “Bay log”' })
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
    await press('Export')
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    const [name, content] = vi.mocked(saveFile).mock.calls[0] ?? []
    expect(name).toBe('Bay log.csv')
    expect(await content?.text()).toBe('id,title')
    expect(paramsOf(calls)).toMatchObject({
      type: 'csv',
      start_time: '2026-10-31T23:00:00.000Z',
      end_time: '2026-11-19T23:00:00.000Z',
    })
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('for days in the reader’s zone, the last not before the first', async () => {
    const calls = serve(readLogs, () => file())
    show()
    await userEvent.click(await screen.findByRole('radio', { name: 'Choose days' }))
    await userEvent.click(screen.getByRole('radio', { name: 'For reading and printing (PDF)' }))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-12' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-11' } })
    await press('Export')
    expect(await screen.findByText('The last day cannot be before the first.')).toBeVisible()
    expect(calls).toEqual([])
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-12' } })
    await press('Export')
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    const [start_time, end_time] = ['2026-11-11T23:00:00.000Z', '2026-11-12T23:00:00.000Z']
    expect(paramsOf(calls)).toMatchObject({ type: 'pdf', start_time, end_time })
  })

  test('with the filter of the timeline, if wanted', async () => {
    const calls = serve(readLogs, () => file())
    show('?labels=5.1&by=8')
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Only what the filter shows/ }))
    await press('Export')
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    expect(paramsOf(calls)).toMatchObject({ labels: '[{"graph_id":5,"label":1}]', user_ids: '[8]' })
  })

  test('or all, without the filter', async () => {
    const calls = serve(readLogs, () => file())
    show('?by=8')
    await screen.findByRole('checkbox', { name: /^Only what the filter shows/ })
    await press('Export')
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    expect(paramsOf(calls)).not.toHaveProperty('user_ids')
    cleanup()
    show()
    await screen.findByRole('dialog')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('with progress, the reason of a failure, and another attempt', async () => {
    let refused = () => {}
    serve(
      readLogs,
      () =>
        new Promise(resolve => {
          refused = () => resolve(apiError('server.error'))
        }),
    )
    show()
    await screen.findByRole('dialog')
    await press('Export')
    expect(await screen.findByText('Creating the file')).toBeVisible()
    refused()
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The file could not be created. ./)
    expect(saveFile).not.toHaveBeenCalled()
    serve(readLogs, () => file())
    await press('Try Again')
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  })

  test('but not after the dialog is closed', async () => {
    let answer = () => {}
    serve(
      readLogs,
      () =>
        new Promise(resolve => {
          answer = () => resolve(file())
        }),
    )
    const { unmount } = show()
    await screen.findByRole('dialog')
    await press('Export')
    await screen.findByText('Creating the file')
    await press('Cancel')
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    answer()
    await settled()
    expect(saveFile).not.toHaveBeenCalled()
  })
})

test.each([
  ['today', '2026-11-19', '2026-11-19'],
  ['week', '2026-11-16', '2026-11-19'],
  ['month', '2026-11-01', '2026-11-19'],
  ['all', '2026-11-04', '2026-11-19'],
] as const)('The time “%s” is from %s to %s [7.14c]', (span, first, last) => {
  const chosen = { first: '2026-01-01', last: '2026-01-02' }
  expect(spanDays(span, { today: '2026-11-19', made: '2026-11-04', chosen })).toEqual({ first, last })
})
