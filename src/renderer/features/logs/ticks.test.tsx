import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { correctLog } from '#shared/contract/logs/corrections'
import { apiError } from '#shared/errors'
import { withNamespaces } from '../../i18n/languages'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { withTestLogbook } from '../graphs/test-logbook'
import { useCorrections } from './corrections/corrections'
import { logOf } from './test-logs'

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
