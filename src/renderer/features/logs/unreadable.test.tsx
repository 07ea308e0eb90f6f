import '../../platform/test-indexed-db'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { startOutbox } from './outbox'
import { offerUnreadable } from './unreadable'

withServer()
withEnglish()
let tab: TestTab

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  tab = new TestTab()
  startOutbox()
})
afterEach(() => {
  tab.close()
  endSession()
  localStorage.clear()
})

test('What another version of the app left unsent can be saved as a file, and only then leaves the device', async () => {
  const files: string[] = []
  URL.createObjectURL = blob => {
    void (blob as Blob).text().then(text => files.push(text))
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => undefined
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  render(<Toaster label="Notifications" closeLabel="Close" />)
  offerUnreadable()
  void mutationQueue().adopt('log.write', 'log.3', { words: 'The hoist squeaks.' }, { id: 'old' })
  expect(await screen.findByText('Something you wrote could not be sent')).toBeVisible()
  expect(useMutations.getState().mutations).toMatchObject([{ id: 'old', state: 'failed' }])
  await userEvent.click(screen.getByRole('button', { name: 'Save as a file' }))
  await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(names).toEqual(['wheelhouse-old.json'])
  expect(JSON.parse(files[0] ?? '')).toMatchObject({ kind: 'log.write', input: { words: 'The hoist squeaks.' } })
})
