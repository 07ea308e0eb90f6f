import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Document } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { correctLog } from '#shared/contract/logs/corrections'
import { apiError } from '#shared/errors'
import { withNamespaces } from '../../i18n/languages'
import { settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { useWriting } from '../documents/editor/writing'
import { withTestLogbook } from '../graphs/test-logbook'
import { useCorrections } from './corrections/corrections'
import { documentOf, logOf } from './test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish()
const setup = withTestLogbook()
beforeAll(async () => {
  await withNamespaces('documents', Promise.resolve())
  await withNamespaces('logs', Promise.resolve())
})

const box = (name: string) => screen.findByRole('checkbox', { name })
const tick = async (name: string) => userEvent.click(await box(name))

describe('A task of a page is ticked in the reading view [D18]', () => {
  const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
  const text = 'Before eight:\n\n- [ ] Lights\n- [x] Till\n  1. [ ] Change counted\n\n> - [ ] Back **door**\n'
  let doc: Document
  let saves: Received[]
  /** The server’s side of a save: the version counts up, and a stale save is refused with both texts. */
  function saving({ body }: Received) {
    const sent = body as { content: string; version: number }
    if (sent.version !== doc.version) return apiError('document.stale', { data: { current: doc, sent } })
    doc = { ...doc, content: sent.content, version: sent.version + 1 }
    return doc
  }
  beforeEach(() => {
    doc = documentOf({ document_type: 'document', content: text, version: 3 })
    setup.logbook.doc = doc
    saves = serve(replaceContent, saving)
  })
  const contents = () => saves.map(({ body }) => body.content)

  test('with a click or Space; it shows at once, is saved as a version, and no editor opens', async () => {
    const { container } = setup.logbook.open('/docs/3')
    await tick('Lights')
    expect(await box('Lights')).toBeChecked()
    await waitFor(() => expect(saves[0]?.body).toMatchObject({ content: text.replace('[ ] L', '[x] L'), version: 3 }))
    await waitFor(() => expect(useWriting.getState().writings).toEqual({}))
    expect(await box('Lights')).toHaveFocus()
    await userEvent.keyboard(' ')
    expect(await box('Lights')).not.toBeChecked()
    await waitFor(() => expect(contents()[1]).toBe(text))
    expect(screen.queryByRole('textbox', { name: 'Page text' })).toBeNull()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('in lists within lists, numbered ones and quotes too, and only that task', async () => {
    setup.logbook.open('/docs/3')
    await tick('Change counted')
    await waitFor(() => expect(contents()[0]).toBe(text.replace('[ ] C', '[x] C')))
    await waitFor(() => expect(useWriting.getState().writings).toEqual({}))
    await tick('Back door')
    await waitFor(() => expect(contents()[1]).toBe(text.replace('[ ] C', '[x] C').replace('[ ] B', '[x] B')))
    await waitFor(() => expect(useWriting.getState().writings).toEqual({}))
    await tick('Till')
    await waitFor(() => expect(contents()[2]).toContain('- [ ] Till'))
  })

  test('and merged with what somebody else ticked meanwhile', async () => {
    setup.logbook.open('/docs/3')
    await box('Lights')
    doc = { ...doc, content: text.replace('[x] T', '[ ] T'), version: 4, updatedby: tom }
    await tick('Lights')
    await waitFor(() => expect(doc.content).toBe(text.replace('[ ] L', '[x] L').replace('[x] T', '[ ] T')))
    expect(await box('Till')).not.toBeChecked()
    expect(await box('Lights')).toBeChecked()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('and shown beside somebody else’s change of the same line', async () => {
    setup.logbook.open('/docs/3')
    await box('Lights')
    doc = { ...doc, content: text.replace('Lights', 'Lamps'), version: 4, updatedby: tom }
    await tick('Lights')
    expect(await screen.findByRole('button', { name: 'Keep mine' })).toBeVisible()
    expect(doc.content).toContain('Lamps')
  })

  test('and without a network stays ticked, says that it is not saved, and is saved by itself later', async () => {
    serve(replaceContent, Response.error())
    setup.logbook.open('/docs/3')
    await tick('Lights')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Not saved/)
    expect(await box('Lights')).toBeChecked()
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('app.draft.7.3.document.text.3')).toContain('[x] Lights')
    saves = serve(replaceContent, saving)
    await act(async () => {
      window.dispatchEvent(new Event('online'))
      await settled()
    })
    await waitFor(() => expect(contents()).toEqual([text.replace('[ ] L', '[x] L')]))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(localStorage.getItem('app.draft.7.3.document.text.3')).toBeNull()
  })

  test('one by one without waiting, and none is lost', async () => {
    let answer = () => {}
    saves = serve(replaceContent, received => {
      const { content, version } = received.body as { content: string; version: number }
      return new Promise(resolve => {
        answer = () => resolve({ ...doc, content, version: version + 1 })
      })
    })
    setup.logbook.open('/docs/3')
    await tick('Lights')
    await tick('Back door')
    await waitFor(() => expect(saves).toHaveLength(1))
    answer()
    await act(settled)
    expect(await box('Back door')).toBeChecked()
    act(() => void useWriting.getState().save(3))
    await waitFor(() => expect(contents()[1]).toBe(text.replace('[ ] L', '[x] L').replace('[ ] B', '[x] B')))
    answer()
    await waitFor(() => expect(useWriting.getState().writings).toEqual({}))
  })

  test('but not by people who may only read', async () => {
    setup.logbook.doc = { ...doc, read_only: true }
    setup.logbook.open('/docs/3')
    expect(await box('Lights')).toBeDisabled()
    expect(await box('Till')).toBeChecked()
  })
})

describe('A task of a log is ticked by its author [D19]', () => {
  const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
  const content = 'Closing. Please do:\n\n- [ ] Lights\n- [ ] Till\n'
  const now = { corrected_at: '2026-11-20T10:00:00.000Z' }
  const mine = logOf(2, { title: 'Closing', content, created_by: maya })
  beforeEach(() => {
    setup.logbook.logs = [mine, logOf(1, { title: 'Others', content: '- [ ] Theirs' })]
  })

  test('as a correction, with all the surrounding text kept', async () => {
    const calls = serve(correctLog, ({ body }) => ({
      ...mine,
      ...now,
      content: String(body.content),
      revision: Number(body.revision) + 1,
    }))
    setup.logbook.open('/docs/3')
    await tick('Till')
    expect(await box('Till')).toBeChecked()
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ content: content.replace('[ ] T', '[x] T') }))
    const log = await screen.findByRole('article', { name: /^Closing/ })
    expect(await within(log).findByRole('button', { name: /^Corrected/ })).toBeVisible()
    expect(await box('Till')).toHaveFocus()
  })

  test('one after the other while the first is being saved, and none is lost', async () => {
    const answers: (() => void)[] = []
    const calls = serve(correctLog, ({ body }) => {
      const log = { ...mine, ...now, content: String(body.content), revision: Number(body.revision) + 1 }
      return new Promise(resolve => answers.push(() => resolve(log)))
    })
    setup.logbook.open('/docs/3')
    await tick('Lights')
    await tick('Till')
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(calls[1]?.body).toMatchObject({ content: content.replaceAll('[ ]', '[x]'), revision: 1 })
    answers[1]?.()
    await waitFor(() => expect(useCorrections.getState().open).toEqual({}))
    expect(await box('Till')).toBeChecked()
    expect(await box('Lights')).toBeChecked()
  })

  test('and merged with a correction from another device', async () => {
    const current = { ...mine, content: content.replace('[ ] L', '[x] L'), revision: 1, written_by: maya }
    const calls = serve(correctLog, ({ body }) =>
      body.revision === 0
        ? apiError('log.stale', { data: { current: { ...current, written_at: now.corrected_at }, sent: body } })
        : { ...mine, ...now, content: String(body.content), revision: 2 },
    )
    setup.logbook.open('/docs/3')
    await tick('Till')
    await waitFor(() =>
      expect(calls[1]?.body).toMatchObject({ content: content.replaceAll('[ ]', '[x]'), revision: 1 }),
    )
    await waitFor(() => expect(useCorrections.getState().open).toEqual({}))
    expect(await box('Lights')).toBeChecked()
  })

  test('and not by others', async () => {
    setup.logbook.open('/docs/3')
    expect(await box('Theirs')).toBeDisabled()
    expect(await box('Till')).toBeEnabled()
  })
})
