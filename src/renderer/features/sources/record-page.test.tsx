import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { readFrames } from '#shared/contract/sources/endpoints'
import { deleteOwnFrames, listOwnFrames, type OwnFrame } from '#shared/contract/sources/own-frames'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { profileOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { onItsWay, PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { useProfile } from '../profile/store'
import { closeNotice, Notices, pressUndo } from '../undo/test-undo'
import { useRecord } from './record'
import { RecordPage } from './record-page'
import type { RecordLine } from './record-sessions'
import { frameId, frameOf, ownFrameOf } from './test-sources'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: RecordLine[]; children: (line: RecordLine) => ReactElement }) => (
    <ul>
      {data.map(line => (
        <li key={line.id}>{children(line)}</li>
      ))}
    </ul>
  ),
}))
withServer()
withEnglish('sources')

let frames: OwnFrame[]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  usePreferences.setState({ timeZone: 'UTC' })
  frames = [
    ownFrameOf(3, { taken_at: '2025-11-20T14:21:00.000Z' }),
    ownFrameOf(2, {
      taken_at: '2025-11-20T14:16:00.000Z',
      kept: true,
      seen_by: [
        { name: 'Tom Reyes', is_job: false, at: '2025-11-20T14:17:00.000Z' },
        { name: 'Friday round-up', is_job: true, at: '2025-11-20T14:18:00.000Z' },
      ],
    }),
  ]
  serve(listOwnFrames, () => frames)
})
afterEach(endSession)

const open = () =>
  renderPage(
    <>
      <RecordPage />
      <Notices />
    </>,
    { path: '/feed/mine' },
  )
const rows = async () =>
  within(await screen.findByRole('region', { name: 'Pictures of your screen' }))
    .getAllByRole('listitem')
    .filter(element => element.querySelector('img'))

describe('Pictures of one’s own screen [D34]', () => {
  test('are all listed, newest first, each with everybody who saw it', async () => {
    open()
    const [newest, older] = await rows()
    expect(newest).toHaveTextContent('Thursday, November 20, 2025, 2:21 PM')
    expect(newest).toHaveTextContent('Nobody has looked at it.')
    expect(older).toHaveTextContent('Tom Reyes 2:17 PM')
    expect(older).toHaveTextContent('Friday round-up (job) 2:18 PM')
    expect(older).toHaveTextContent('Kept by a log')
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('that follow one another form a session with its times, count and viewers; when opened it lists each of them', async () => {
    const second = (number: number) => new Date(Date.parse('2025-11-20T14:21:00.000Z') - number * 1_000).toISOString()
    const tom = { name: 'Tom Reyes', is_job: false, at: '2025-11-20T14:22:00.000Z' }
    const session = Array.from({ length: 90 }, (_, number) =>
      ownFrameOf(200 - number, { taken_at: second(number), seen_by: number === 40 ? [tom] : [] }),
    )
    serve(listOwnFrames, () => [...session, ...frames.slice(1)])
    open()
    const line = await screen.findByRole('button', {
      name: /^Thursday, November 20, 2025, 2:19 PM to 2:21 PM/,
      expanded: false,
    })
    expect(line).toHaveTextContent('90 pictures · Seen by: Tom Reyes')
    expect(await rows()).toHaveLength(1)
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await userEvent.click(line)
    expect(await rows()).toHaveLength(91)
    await userEvent.click(line)
    await userEvent.click(screen.getByRole('checkbox', { name: /2:19 PM to 2:21 PM/ }))
    expect(screen.getByRole('button', { name: 'Delete 90 pictures' })).toBeInTheDocument()
  })

  test('of a session that continues on the next page are counted as at least that many', async () => {
    const near = ownFrameOf(2, { taken_at: '2025-11-20T14:20:59.000Z' })
    serve(listOwnFrames, ({ body }) =>
      body.cursor === 'older'
        ? new PageOf([ownFrameOf(1, { taken_at: '2025-11-20T14:20:58.000Z' })], null)
        : new PageOf([...frames.slice(0, 1), near], 'older'),
    )
    open()
    expect(await screen.findByText(/At least 2 pictures/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText(/^3 pictures/)).toBeInTheDocument()
  })

  test('come page by page', async () => {
    const calls = serve(listOwnFrames, ({ body }) =>
      body.cursor === 'older' ? new PageOf([ownFrameOf(1)], null) : new PageOf(frames, 'older'),
    )
    open()
    expect(await rows()).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(calls).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  test('that were deleted do not come back with an answer that was on its way', async () => {
    open()
    expect(await rows()).toHaveLength(2)
    const { given, arrive } = onItsWay(frames)
    const older = serve(listOwnFrames, () => given)
    const reading = useRecord.getState().load()
    await waitFor(() => expect(older).toHaveLength(1))
    act(() => useRecord.getState().drop([frameId(3)]))
    arrive()
    await reading
    expect(await rows()).toHaveLength(1)
  })

  test('that fail to load are reported, and the loaded ones stay', async () => {
    serve(listOwnFrames, ({ body }) => (body.cursor ? apiError('server.unavailable') : new PageOf(frames, 'older')))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('More pictures did not load.')
    expect(await rows()).toHaveLength(2)
  })

  test('open in full size', async () => {
    open()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Open the picture of Thursday, November 20, 2025, 2:16 PM' }),
    )
    const opened = await screen.findByRole('dialog', { name: 'Thursday, November 20, 2025, 2:16 PM' })
    expect(within(opened).getByRole('img', { name: /^Your screen, picture from/ })).toHaveAttribute(
      'src',
      '/frames/2.jpg',
    )
    expect(opened).toHaveTextContent('Tom Reyes')
  })

  test('lead to their neighbours with the arrow keys, and load further pages', async () => {
    const calls = serve(listOwnFrames, ({ body }) =>
      body.cursor === 'older' ? new PageOf([ownFrameOf(1)], null) : new PageOf(frames, 'older'),
    )
    open()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Open the picture of Thursday, November 20, 2025, 2:21 PM' }),
    )
    const large = await screen.findByRole('dialog', { name: 'Thursday, November 20, 2025, 2:21 PM' })
    // The dialog receives keys only once it holds the focus.
    await waitFor(() => expect(large).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'Thursday, November 20, 2025, 2:16 PM' })).toHaveTextContent(
      '2 of 3',
    )
    expect(calls).toHaveLength(2)
  })

  test('can be added to a logbook, several in one log [3.8]', async () => {
    serve(listDocuments, [
      {
        ...{ doc_id: 5, doc_name: 'Desk log', document_type: 'logbook', access: 'private' },
        ...{ last_written_at: '2025-11-20T14:00:00.000Z', last_written_by: null, is_pinned: false, opened_at: null },
        ...{ read_only: false, recording: null },
      },
    ])
    serve(fetchDocument, apiError('server.unavailable'))
    const calls = serve(writeLog, apiError('server.unavailable'))
    open()
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 pictures to a logbook' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add to a logbook' })
    expect(within(dialog).getAllByRole('img', { name: /^Your screen, picture from/ })).toHaveLength(2)
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Desk log' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save log' }))
    await within(dialog).findByRole('alert')
    expect(calls.map(({ body }) => body.frame_ids)).toEqual([[frameId(3), frameId(2)]])
  })

  test('are deleted with Undo', async () => {
    const calls = serve(deleteOwnFrames, null)
    open()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Delete the picture of Thursday, November 20, 2025, 2:21 PM' }),
    )
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    await pressUndo('1 picture deleted')
    expect(await rows()).toHaveLength(2)
    await userEvent.click(
      screen.getByRole('button', { name: 'Delete the picture of Thursday, November 20, 2025, 2:21 PM' }),
    )
    expect(calls).toHaveLength(0)
    await closeNotice('1 picture deleted')
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(JSON.parse(calls[0]?.query.get('ids') ?? '')).toEqual([frameId(3)])
  })

  test('can be deleted together; a refusal brings them back', async () => {
    serve(deleteOwnFrames, apiError('permission.missing'))
    open()
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 pictures' }))
    expect(await screen.findByRole('heading', { name: 'No pictures' })).toBeInTheDocument()
    await closeNotice('2 pictures deleted')
    expect(await screen.findByText('2 pictures were not deleted')).toBeInTheDocument()
    expect(await rows()).toHaveLength(2)
    const calls = serve(deleteOwnFrames, null)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 pictures' }))
    await closeNotice('2 pictures deleted')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(JSON.parse(calls[0]?.query.get('ids') ?? '')).toEqual([frameId(3), frameId(2)])
  })

  test('whose addresses have expired get new ones in one request', async () => {
    const calls = serve(
      readFrames,
      [2, 3].map(number => frameOf(number, { kind: 'screen', user_id: 7 }, { url: `/new/${number}.jpg` })),
    )
    open()
    const [newest, older] = await rows()
    for (const row of [newest, older]) fireEvent.error(row?.querySelector('img') as Element)
    await waitFor(() => expect(older?.querySelector('img')).toHaveAttribute('src', '/new/2.jpg'))
    expect(newest?.querySelector('img')).toHaveAttribute('src', '/new/3.jpg')
    expect(calls).toHaveLength(1)
  })

  test('that did not load say so and can be tried again; an empty page explains itself', async () => {
    serve(listOwnFrames, apiError('server.unavailable'))
    open()
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Your pictures did not load')
    serve(listOwnFrames, [])
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'No pictures' })).toBeInTheDocument()
  })
})
