import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFiles, type FileAttachment } from '#shared/contract/attachments/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { fileId, fileOf, pictureOf } from '../../platform/test-uploads'
import { Toaster } from '../../ui/toast'
import { type OpenPdf, openPdf, PdfRefused } from './pdf/open-pdf'
import { LogFiles } from './slots'

// Drawing a PDF needs a real browser; e2e/pdf.spec.ts covers it.
vi.mock('./pdf/open-pdf', () => ({
  openPdf: vi.fn(),
  PdfRefused: class extends Error {
    constructor(readonly why: string) {
      super(why)
    }
  },
}))
vi.mock('./pdf/pdf-pages', () => ({ PdfPages: () => null }))

withServer()
withEnglish()

let files: FileAttachment[]
let calls: Received[]
let now: number
/** The address and the name of each saved file. */
let saved: [string, string][]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  now = Date.parse('2026-11-20T14:04:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.getAttribute('href') ?? '', this.download])
  })
  files = [
    pictureOf(1, 'shelf.jpg'),
    pictureOf(2, 'bay.jpg'),
    fileOf(3, 'talk.mp3', { mime_type: 'audio/mpeg' }),
    fileOf(4, 'torque.pdf', { mime_type: 'application/pdf' }),
    fileOf(5, 'hours.csv', { mime_type: 'text/csv', file_size: 5_240_000 }),
  ]
  calls = serve(downloadFiles, ({ body }) => files.filter(file => (body.file_ids as string[]).includes(file.file_id)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endSession()
})

const all = [1, 2, 3, 4, 5].map(fileId)
const WithToasts = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Toaster label="Notifications" closeLabel="Close" />
  </>
)
const show = (file_ids: readonly string[] = all) =>
  renderPage(<LogFiles file_ids={file_ids} caption="Tom Reyes, Today" />, { wrapper: WithToasts })
/** Addresses are valid for a minute. */
const addressesRunOut = () => {
  now += 60_000
  files = files.map(file => ({ ...file, url: `${file.url}.anew` }))
}

describe('The files of a log [3.7]', () => {
  test('are asked for together: pictures, what is played, and rows with their size', async () => {
    const { container } = renderPage(
      <>
        <LogFiles file_ids={all.slice(0, 2)} />
        <LogFiles file_ids={all.slice(2)} />
      </>,
    )
    expect(await screen.findByRole('button', { name: 'Open the picture shelf.jpg' })).toBeVisible()
    expect(await screen.findByLabelText('talk.mp3')).toHaveAttribute('src', '/objects/3?signed')
    const rows = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      expect.stringContaining('torque.pdf1 kB'),
      expect.stringContaining('hours.csv5.2 MB'),
    ])
    expect(calls.map(({ body }) => body.file_ids)).toEqual([all])
    expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
  })

  test('show a picture blurred until it is there', async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Open the picture shelf.jpg' })
    const [blurred, picture] = button.querySelectorAll('img')
    expect(blurred?.getAttribute('src')).toMatch(/^data:image\/bmp/)
    expect(picture).toHaveClass('opacity-0')
    fireEvent.load(picture as Element)
    expect(picture).not.toHaveClass('opacity-0')
  })

  test('open large, and lead to their neighbours, with who wrote the log', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Open the picture shelf.jpg' }))
    const dialog = await screen.findByRole('dialog', { name: 'shelf.jpg' })
    expect(dialog).toHaveTextContent('Tom Reyes, Today')
    expect(within(dialog).getByRole('img', { name: 'shelf.jpg' })).toHaveAttribute('src', '/objects/1?signed')
    // The dialog receives keys only once it holds the focus.
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'bay.jpg' })).toBeVisible()
  })

  test('are downloaded under their names, at an address that is still good', async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Download hours.csv' })
    await userEvent.click(button)
    expect(saved).toEqual([['/objects/5?signed', 'hours.csv']])
    addressesRunOut()
    await userEvent.click(button)
    await waitFor(() => expect(saved[1]).toEqual(['/objects/5?signed.anew', 'hours.csv']))
  })

  test('that are gone when they are downloaded say so', async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Download hours.csv' })
    addressesRunOut()
    files = []
    await userEvent.click(button)
    expect(await screen.findByText(/^hours\.csv could not be downloaded\./)).toBeVisible()
    expect(saved).toEqual([])
  })

  test('that are not for the person, or gone, say so and nothing more', async () => {
    show([fileId(5), fileId(9)])
    expect(await screen.findByText('A file was deleted, or you have no access to it')).toBeVisible()
    expect(screen.getByText('hours.csv')).toBeVisible()
  })

  test('that could not be asked for come when tried again', async () => {
    serve(downloadFiles, apiError('server.unavailable'))
    show([fileId(5)])
    expect(await screen.findByText('Some files could not be loaded.')).toBeVisible()
    serve(downloadFiles, () => files)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('hours.csv')).toBeVisible()
    expect(screen.queryByText('Some files could not be loaded.')).toBeNull()
  })
})

describe('Sound', () => {
  /** The media element of jsdom, which plays nothing. */
  async function player() {
    show([fileId(3)])
    const element = (await screen.findByLabelText('talk.mp3')) as HTMLAudioElement
    const play = vi.fn(() => Promise.resolve())
    Object.defineProperties(element, {
      readyState: { value: 4, configurable: true, writable: true },
      currentTime: { value: 0, writable: true },
      play: { value: play },
    })
    return { element, play }
  }

  test('whose address ran out goes on where it was', async () => {
    const { element, play } = await player()
    fireEvent.play(element)
    element.currentTime = 73
    fireEvent.timeUpdate(element)
    addressesRunOut()
    fireEvent.error(element)
    await waitFor(() => expect(element).toHaveAttribute('src', '/objects/3?signed.anew'))
    // The element restarts at the beginning while another address loads.
    element.currentTime = 0
    Object.assign(element, { readyState: 0 })
    fireEvent.timeUpdate(element)
    fireEvent.loadedMetadata(element)
    expect(element.currentTime).toBe(73)
    expect(play).toHaveBeenCalledOnce()
  })

  test('that was paused stays paused', async () => {
    const { element, play } = await player()
    fireEvent.play(element)
    fireEvent.pause(element)
    addressesRunOut()
    fireEvent.error(element)
    await waitFor(() => expect(element).toHaveAttribute('src', '/objects/3?signed.anew'))
    fireEvent.loadedMetadata(element)
    expect(play).not.toHaveBeenCalled()
  })

  test('that this browser cannot play says so', async () => {
    const { element } = await player()
    fireEvent.error(element)
    expect(await screen.findByText('This browser cannot play the file. Download it instead.')).toBeVisible()
    expect(calls).toHaveLength(1)
  })
})

describe('A PDF', () => {
  /** Opens a file; returns the file and the requests made besides the list of files. */
  async function opened(says: Partial<FileAttachment> = {}) {
    files = files.map(file => (file.file_name === 'torque.pdf' ? { ...file, ...says } : file))
    const requests: string[] = []
    const { fetch: real } = globalThis
    vi.stubGlobal('fetch', (wanted: RequestInfo | URL, init?: RequestInit) => {
      if (typeof wanted !== 'string' || !wanted.startsWith('/objects/')) return real(wanted, init)
      requests.push(wanted)
      return Promise.resolve(new Response('%PDF-1.7'))
    })
    show()
    await screen.findByText('torque.pdf')
    addressesRunOut()
    await userEvent.click(screen.getByRole('button', { name: 'Open torque.pdf' }))
    return { dialog: await screen.findByRole('dialog', { name: 'torque.pdf' }), asked: requests }
  }
  const pdf: OpenPdf = {
    count: 5_000,
    isCut: true,
    first: { width: 595, height: 842 },
    page: () => Promise.reject(new Error('Nothing is drawn here.')),
    pageAt: async () => null,
    close: () => undefined,
  }

  test('is loaded at a fresh address, says which of its pages is shown and where it was cut, and is closed with the dialog', async () => {
    const close = vi.fn()
    vi.mocked(openPdf).mockResolvedValue({ ...pdf, close })
    const { dialog, asked: requests } = await opened()
    expect(await within(dialog).findByText('1 of 5000')).toBeVisible()
    expect(
      within(dialog).getByText('Only the first 5000 pages are shown. Download the file to see the rest.'),
    ).toBeVisible()
    expect(requests).toContain('/objects/4?signed.anew')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
    expect(saved).toEqual([['/objects/4?signed.anew', 'torque.pdf']])
    expect(close).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  test.each([
    ['damaged', /^This PDF is damaged, or the file is not a PDF/],
    ['slow', /^This PDF takes too long to open here/],
  ] as const)('that is %s says so, and can be downloaded', async (why, words) => {
    vi.mocked(openPdf).mockRejectedValue(new PdfRefused(why))
    const { dialog } = await opened()
    const alert = await within(dialog).findByRole('alert')
    expect(alert).toHaveTextContent(words)
    await userEvent.click(within(alert).getByRole('button', { name: 'Download' }))
    expect(saved).toEqual([['/objects/4?signed.anew', 'torque.pdf']])
  })

  test('that is locked asks for its password until it is right', async () => {
    const typed: (string | null)[] = []
    vi.mocked(openPdf).mockImplementation(async (_bytes, ask) => {
      typed.push(await ask(false), await ask(true))
      return pdf
    })
    const { dialog } = await opened()
    await userEvent.type(await within(dialog).findByLabelText('Password'), 'spanner{Enter}')
    expect(await within(dialog).findByText('This password is not correct.')).toBeVisible()
    await userEvent.type(within(dialog).getByLabelText('Password'), 'ratchet{Enter}')
    expect(await within(dialog).findByText('1 of 5000')).toBeVisible()
    expect(typed).toEqual(['spanner', 'ratchet'])
  })

  test('that is too large is not even loaded', async () => {
    const { dialog, asked: requests } = await opened({ file_size: 60_000_001 })
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^This PDF is too large/)
    expect(requests).not.toContain('/objects/4?signed.anew')
  })
})
