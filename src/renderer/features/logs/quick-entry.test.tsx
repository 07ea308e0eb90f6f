import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '#shared/contract/attachments/endpoints'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { listedKeys } from '../../ui/local-keys'
import { useUploadStore } from '../attachments/store'
import { listedOf } from '../graphs/test-graphs'
import { withTestLogbook } from '../graphs/test-logbook'
import { answerOf, documentHit, logHit } from '../search/test-hits'
import { logOf } from './test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs', 'documents', 'summaries', 'sources', 'attachments')
const setup = withTestLogbook()
let calls: Received[]

beforeEach(() => {
  setup.logbook.graphs = [listedOf({ labels: { 0: 'Bay free', 1: 'Over plan' } })]
  calls = serve(writeLog, ({ body }) =>
    logOf(9, { title: String(body.content), content: String(body.content), client_id: String(body.client_id) }),
  )
})

const form = () => screen.findByRole('form', { name: 'Write in one line' })
const open = async () => {
  setup.logbook.open('/docs/3')
  return within(await form()).getByRole('textbox', { name: 'Write a log' })
}

describe('The line above the timeline [3.8]', () => {
  test('saves a log with Enter, and begins a line with Shift', async () => {
    setup.logbook.logs = []
    const line = await open()
    expect(await screen.findByRole('heading', { name: 'No logs yet' })).toBeVisible()
    await userEvent.type(line, 'Doors opened{Shift>}{Enter}{/Shift}Till counted')
    expect(calls).toEqual([])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(['Doors opened\nTill counted']))
    expect(line).toHaveValue('')
    expect(line).toHaveFocus()
  })

  test('offers labels after #, which show before the log is saved and can be removed', async () => {
    const line = await open()
    await userEvent.type(line, 'Ticket came off #over')
    const offered = await screen.findByRole('listbox', { name: 'Labels' })
    expect(within(offered).getByRole('option', { name: 'Over plan' })).toHaveAttribute('aria-selected', 'true')
    expect((await axe.run(await form(), { rules: { region: { enabled: false } } })).violations).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(line).toHaveValue('Ticket came off ')
    await userEvent.type(line, '#bay-free')
    const labels = within(await form()).getByRole('list')
    expect(labels).toHaveTextContent(/Over plan.*Bay free|Bay free.*Over plan/)
    await userEvent.click(within(labels).getByRole('button', { name: /Bay free/ }))
    await userEvent.click(within(await form()).getByRole('button', { name: 'Save log' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ content: 'Ticket came off #bay-free' })
    expect(calls[0]?.body.labels).toHaveLength(1)
  })

  test('offers people after @, and mentions who is chosen', async () => {
    const line = await open()
    await userEvent.type(line, 'Ticket 4182 is for @tom')
    const offered = await screen.findByRole('listbox', { name: 'People' })
    await userEvent.click(within(offered).getByRole('option', { name: 'Tom Reyes' }))
    expect(line).toHaveValue('Ticket 4182 is for @Tom Reyes ')
    expect(line).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: 'Ticket 4182 is for @Tom Reyes ' }))
    expect(calls[0]?.body.mentions).toEqual([8])
  })

  test('offers documents and logs after [[, and links to the chosen one', async () => {
    const asked = serve(search, answerOf([documentHit(12, 'Keys [old]'), logHit(71, 'Key lost')]))
    serve(listDocuments, [])
    const line = await open()
    await userEvent.type(line, 'Hang it by [[[[key')
    const offered = await screen.findByRole('listbox', { name: 'Documents and logs' })
    expect(within(offered).getAllByRole('option')).toHaveLength(2)
    expect(asked.at(-1)?.body).toMatchObject({ query: 'key', kinds: ['document', 'log'] })
    expect(listedKeys().flatMap(({ group, keys }) => (group === 'write' ? keys : []))).toEqual(['@', '#', '[['])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(line).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    await userEvent.keyboard('{Enter}')
    expect(line).toHaveValue('Hang it by [Keys old](#/docs/12) ')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: 'Hang it by [Keys old](#/docs/12) ' }))
  })

  test('understands a time, says so, and can be told otherwise', async () => {
    const line = await open()
    await userEvent.type(line, 'yesterday 14:00 Belt changed')
    expect(await within(await form()).findByText(/^Happened .*2:00 PM$/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: 'Belt changed' }))
    expect(calls[0]?.body.happened_at).toMatch(/T14:00:00/)
    await userEvent.type(line, 'yesterday 14:00 Belt ordered')
    await userEvent.click(await within(await form()).findByRole('button', { name: 'Remove the time' }))
    await userEvent.type(line, '{Enter}')
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ content: 'yesterday 14:00 Belt ordered' }))
    expect(calls[1]?.body.happened_at).toBeUndefined()
  })

  test('takes files that are dropped on the pane', async () => {
    serve(startUpload, apiError('server.unavailable'))
    await open()
    const file = new File(['x'], 'a.txt')
    fireEvent.drop(screen.getByRole('main'), { dataTransfer: { types: ['Files'], files: [file], items: [] } })
    await waitFor(() => expect(useUploadStore.getState().uploads.map(upload => upload.place)).toEqual(['log.3']))
    expect(await within(await form()).findByText('a.txt')).toBeVisible()
  })
})
