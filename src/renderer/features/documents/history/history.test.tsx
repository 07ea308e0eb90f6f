import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listVersions, readVersion, restoreVersion, type Version } from '#shared/contract/documents/versions'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { profileOf } from '../../../platform/test-cast'
import { expectButtonsInPalette, offeredActions, runAction } from '../../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { useProfile } from '../../profile/store'
import { HistoryDrawer } from './history-drawer'

withServer()
withEnglish('documents')

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }

function versionOf(version: number, more: Partial<Version> = {}): Version {
  return {
    version,
    created_at: `2025-11-${10 + version}T09:00:00.000Z`,
    authors: [],
    name: null,
    created_by: tom,
    origin: 'person',
    restored_from: null,
    added: version,
    removed: 1,
    ...more,
  }
}
const { logs: _, ...info } = documentOf({ doc_id: 5, document_type: 'document', version: 4, content: 'Now' })

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  serve(listVersions, ({ body }) =>
    body.cursor === 'older'
      ? [versionOf(1)]
      : new PageOf([versionOf(4, { origin: 'mate', created_by: null }), versionOf(3, { origin: 'restored' })], 'older'),
  )
  serve(readVersion, ({ body }) => ({
    ...versionOf(Number(body.version)),
    content: 'Lights on\nTill open\n\nDoor at nine',
    before: 'Lights on\nTill open\n\nDoor at eight\nGone',
  }))
})
afterEach(() => {
  cleanup()
  endSession()
  localStorage.clear()
})

const show = (canRestore = true) => renderPage(<HistoryDrawer info={info} canRestore={canRestore} onClose={() => {}} />)
const drawer = () => screen.findByRole('complementary', { name: 'History' })

describe('The history of a document [D18]', () => {
  test('is listed by day: the author, the origin, and the added and removed lines; older ones on demand', async () => {
    const { container } = show()
    expect(await screen.findByRole('heading', { name: 'Friday, November 14, 2025' })).toBeVisible()
    const [newest, restored] = within(await drawer()).getAllByRole('button', { name: /lines? added/ })
    expect(newest).toHaveTextContent(/Mate, 9:00 AM.*Newest.*4 lines added, 1 line removed/)
    expect(restored).toHaveTextContent(/Tom Reyes, 9:00 AM.*Restored/)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
    expect(await screen.findByRole('heading', { name: 'Tuesday, November 11, 2025' })).toBeVisible()
  })

  test('shows the changes of a version, by symbol and word, and its text; the way back leads to its row', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    const version = await screen.findByRole('region', { name: /^Version from Thursday, November 13, 2025/ })
    const [added, ...more] = await within(version).findAllByRole('insertion')
    expect(added).toHaveTextContent(/^Door at nine$/)
    expect(more).toEqual([])
    expect(within(version).getByRole('deletion')).toHaveTextContent(/^Door at eight Gone$/)
    expect(version).toHaveTextContent('+Added:Door at nine')
    expect(version).toHaveTextContent('−Removed:Door at eight')
    expect(within(version).getByText('nine').tagName).toBe('MARK')
    await userEvent.click(within(version).getByRole('radio', { name: 'Text' }))
    expect(await within(version).findByText(/Lights on/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'All versions' }))
    expect(await screen.findByRole('button', { name: /^Tom Reyes/ })).toHaveFocus()
  })

  test('shows rendered changes by people, and nothing that is only spelled differently', async () => {
    serve(readVersion, {
      ...versionOf(3),
      before:
        '# Morning\n\n* Lights\n* [ ] Till\n\n| Who | When |\n|---|---|\n| Tom | 8:00 |\n| Ana | 9:00 |\n\nSee _you_.  ',
      content:
        '# Morning\n\n- Lights\n- [x] Till\n\n| Who         | When |\n| ----------- | ---- |\n| Tom         | 8:00 |\n| Ana Marques | **9:30** |\n\nSee *you*.',
    })
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    const version = await screen.findByRole('region', { name: /^Version from Thursday, November 13, 2025/ })
    const [task, row, ...more] = await within(version).findAllByRole('insertion')
    const [oldTask, oldRow, ...older] = within(version).getAllByRole('deletion')
    expect([...more, ...older]).toEqual([])
    expect(task && within(task).getByRole('checkbox', { name: 'Till' })).toBeChecked()
    expect(oldTask && within(oldTask).getByRole('checkbox', { name: 'Till' })).not.toBeChecked()
    expect(row && within(row).getByRole('cell', { name: 'Ana Marques' })).toBeVisible()
    expect(oldRow && within(oldRow).getByRole('cell', { name: '9:00' })).toBeVisible()
    expect(row && within(row).getByText('9:30').parentElement?.tagName).toBe('STRONG')
    expect(version).not.toHaveTextContent(/[|*_#]|---|\[/)
  })

  test('says that nothing changed if only padding did', async () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |'
    serve(readVersion, { ...versionOf(3), before: table, content: table.replaceAll(' |', '    |') })
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    expect(await screen.findByText('Nothing changed in the text.')).toBeVisible()
  })

  test('restores a version after a confirmation, based on the newest one that was seen', async () => {
    const calls = serve(restoreVersion, documentOf({ doc_id: 5, version: 5 }))
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }))
    const question = await screen.findByRole('alertdialog', { name: 'Restore this version?' })
    expect(calls).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Restore this version' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ doc_id: 5, version: 3, current: 4 }))
    expect(await screen.findByRole('button', { name: 'Show older' })).toBeVisible()
  })

  test('says why a version was not restored', async () => {
    serve(restoreVersion, apiError('document.stale'))
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Restore this version' }))
    expect(await within(question).findByRole('alert')).toHaveTextContent(
      'Somebody saved a newer version in the meantime.',
    )
  })

  test('is read-only for people who may only read', async () => {
    show(false)
    await userEvent.click(await screen.findByRole('button', { name: /^Tom Reyes/ }))
    await screen.findByRole('region', { name: /^Version from/ })
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })

  test('that does not load says so and can be tried again, and so does a version', async () => {
    serve(listVersions, apiError('server.error'))
    serve(readVersion, apiError('version.not_found'))
    show()
    expect(await screen.findByRole('alert')).toHaveTextContent('The history did not load.')
    serve(listVersions, [versionOf(4), versionOf(3)])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    const [, older] = await screen.findAllByRole('button', { name: /^Tom Reyes/ })
    if (older) await userEvent.click(older)
    expect(await screen.findByRole('alert')).toHaveTextContent('This version did not load.')
    serve(readVersion, { ...versionOf(3), content: '', before: null })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Nothing changed in the text.')).toBeVisible()
  })

  test('shows a version that its author continued meanwhile, under its new number', async () => {
    show()
    const row = await screen.findByRole('button', { name: /^Mate/ })
    serve(listVersions, [versionOf(5, { origin: 'mate', created_by: null }), versionOf(3)])
    serve(readVersion, ({ body }) =>
      Number(body.version) === 4
        ? apiError('version.not_found')
        : { ...versionOf(Number(body.version)), content: 'Door at ten', before: null },
    )
    await userEvent.click(row)
    expect(await screen.findByRole('region', { name: /^Version from Saturday, November 15, 2025/ })).toBeVisible()
  })

  test('without versions says so', async () => {
    serve(listVersions, [])
    show()
    expect(await screen.findByText('Nothing has been saved yet.')).toBeVisible()
  })
})

test('The command palette offers what the history does: opening a version, comparing, naming and restoring it', async () => {
  show()
  await screen.findByRole('button', { name: /^Tom Reyes/ })
  const row = offeredActions().find(label => label.startsWith('History: Tom Reyes'))
  expect(row).toMatch(/November 13, 2025/)
  runAction(row ?? '')
  await screen.findByRole('region', { name: /^Version from Thursday, November 13, 2025/ })
  expectButtonsInPalette({ 'Close history': 'Escape does it' })
  expect(offeredActions().filter(label => label.startsWith('Compare with: '))).toHaveLength(1)
  runAction('Restore this version')
  expect(await screen.findByRole('alertdialog')).toBeVisible()
})
