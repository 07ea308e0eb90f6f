import { File } from 'node:buffer'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { requestAccess } from '#shared/contract/access/endpoints'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { writeInto } from '#shared/page/document'
import { AskForAccess } from '../features/access/slots'
import { withTestLogbook } from '../features/graphs/test-logbook'
import { documentOf, logOf } from '../features/logs/test-logs'
import * as microphones from '../features/meetings/recording/microphone'
import { FakeMicrophone } from '../features/meetings/recording/test-meeting'
import { useSignIn } from '../features/session/store'
import { signInOptionsOf } from '../platform/test-cast'
import { withEnglish } from '../platform/test-page'
import { serve, withServer } from '../platform/test-server'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs', 'documents', 'summaries', 'sources', 'meetings')
const setup = withTestLogbook()
const own = { user_id: 7, user_displayname: 'Maya', user_image: null, user_phone: null, user_email: null }

beforeAll(async () => {
  // Node's `fetch` cannot send the FormData of jsdom.
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', File)
})
afterAll(() => vi.unstubAllGlobals())

let microphone: FakeMicrophone
beforeEach(() => {
  vi.spyOn(microphones, 'openMicrophone').mockImplementation((_, onLost) => {
    microphone = new FakeMicrophone(onLost)
    return Promise.resolve(microphone)
  })
  useSignIn.setState({ options: null })
  serve(getSignInOptions, signInOptionsOf({ words: true }))
  serve(transcribeText, { text: 'the side gate' })
})
afterEach(() => vi.restoreAllMocks())

type Place = Pick<ReturnType<typeof within>, 'findByRole' | 'getByRole'>
async function dictate(place: Place): Promise<void> {
  await userEvent.click(await place.findByRole('button', { name: 'Dictate' }))
  await place.findByRole('button', { name: 'Stop and write' })
  microphone.deliver('sound of words')
  await userEvent.click(place.getByRole('button', { name: 'Stop and write' }))
}

describe('Dictation works wherever people write at length', () => {
  test('in a log', async () => {
    setup.logbook.open('/docs/3')
    await userEvent.click((await screen.findAllByRole('button', { name: 'Log' }))[0] as HTMLElement)
    const form = within(screen.getByRole('form', { name: 'Write a log' }))
    await userEvent.type(form.getByRole('textbox', { name: 'What happened' }), 'Open:')
    await dictate(form)
    await waitFor(() => expect(form.getByRole('textbox', { name: 'What happened' })).toHaveValue('Open: the side gate'))
  })

  test('in the correction of a log', async () => {
    setup.logbook.logs = [logOf(1, { content: 'Open:', created_by: own })]
    setup.logbook.open('/docs/3')
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for “Log 1”' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Correct' }))
    const form = within(screen.getByRole('form', { name: 'Correct “Log 1”' }))
    await dictate(form)
    await waitFor(() => expect(form.getByRole('textbox', { name: 'What happened' })).toHaveValue('Open: the side gate'))
  })

  test('in the text of a page', async () => {
    const doc = new Doc()
    writeInto(doc, 'Open:')
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    serve(openPage, { update: base64(encodeStateAsUpdate(doc)), state_vector: base64(encodeStateVector(doc)), seq: 0 })
    serve(changePage, { seq: 1 })
    setup.logbook.doc = documentOf({ document_type: 'document', content: 'Open:' })
    setup.logbook.open('/docs/3')
    const text = await screen.findByRole('textbox', { name: 'Page text' })
    await dictate(screen)
    await waitFor(() => expect(text).toHaveTextContent('the side gate'))
  })

  test('in the note to those who can give access', async () => {
    serve(requestAccess, null)
    render(<AskForAccess subject={{ kind: 'document', id: 3 }} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for access' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'For')
    await dictate(dialog)
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('For the side gate'))
  })
})

test('Dictation is not offered by a server that has no speech model, nor before it says that it has one', async () => {
  let tell = () => {}
  const told = new Promise<void>(resolve => {
    tell = resolve
  })
  const asked = serve(getSignInOptions, async () => {
    await told
    return signInOptionsOf({ words: false })
  })
  setup.logbook.open('/docs/3')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Log' }))[0] as HTMLElement)
  const form = within(screen.getByRole('form', { name: 'Write a log' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(form.queryByRole('button', { name: 'Dictate' })).toBeNull()
  tell()
  await waitFor(() => expect(useSignIn.getState().options?.words).toBe(false))
  expect(form.queryByRole('button', { name: 'Dictate' })).toBeNull()
})
