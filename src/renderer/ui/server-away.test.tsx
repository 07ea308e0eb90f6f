import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Pin } from 'lucide-react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { FormDialog } from './form-dialog'
import { IconButton } from './icon-button'
import { Menu } from './menu'
import { preloadOverlays } from './preload'
import { ServerAway } from './server-away'
import { SuggestionChip } from './suggestion-chip'

// Overlays load on demand, which takes longer the first time than a test should.
beforeAll(() => preloadOverlays())

const reason = 'This needs a connection to the server.'

function show({ isAway = true, press = vi.fn(), submit = vi.fn(event => event.preventDefault()) } = {}) {
  const page = (away: boolean) => (
    <ServerAway reason={away ? reason : null}>
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <Button type="submit" needsServer>
          Rename
        </Button>
      </form>
      <IconButton icon={Pin} label="Pin" needsServer onClick={press} />
      <SuggestionChip index={0} onClick={press}>
        How full is bay 2?
      </SuggestionChip>
      <Button onClick={press}>Save log</Button>
      <Menu
        label="Logbook actions"
        entries={[
          { label: 'Pin it', needsServer: true, onSelect: press },
          { label: 'Copy the link', onSelect: press },
          {
            kind: 'toggles',
            label: 'Labels',
            options: [{ label: 'Clear', checked: false, needsServer: true, onToggle: press }],
          },
          {
            kind: 'choice',
            label: 'Range',
            options: [{ label: 'Week', checked: false, needsServer: true, onSelect: press }],
          },
        ]}
      >
        {trigger => <Button {...trigger}>More</Button>}
      </Menu>
    </ServerAway>
  )
  const { rerender } = render(page(isAway))
  return { press, submit, turn: (away: boolean) => rerender(page(away)) }
}

const button = (name: string) => screen.getByRole('button', { name })

test('without the server, commands that need it are disabled and say why; the others are not', async () => {
  const { press, submit } = show()
  for (const name of ['Rename', 'Pin', 'How full is bay 2?']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    expect(button(name)).toHaveAccessibleDescription(reason)
    await userEvent.click(button(name))
  }
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Bay log{Enter}')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
  expect(button('Save log')).not.toHaveAttribute('aria-disabled')
  expect(button('Save log')).toHaveAccessibleDescription('')
  await userEvent.click(button('Save log'))
  expect(press).toHaveBeenCalledOnce()
})

test('the keyboard reaches a disabled command, and its tooltip says the reason', async () => {
  show()
  await userEvent.tab()
  await userEvent.tab()
  expect(button('Rename')).toHaveFocus()
  expect(await screen.findByText(reason, { selector: '[popover]' })).toBeInTheDocument()
})

test('entries of a menu are disabled with their reason; the others are not', async () => {
  const { press } = show()
  await userEvent.click(button('More'))
  const pin = await screen.findByRole('menuitem', { name: 'Pin it' })
  for (const entry of [
    pin,
    screen.getByRole('menuitemcheckbox', { name: 'Clear' }),
    screen.getByRole('menuitemradio', { name: 'Week' }),
  ]) {
    expect(entry).toHaveAttribute('aria-disabled', 'true')
    expect(entry).toHaveAccessibleDescription(reason)
    await userEvent.click(entry)
  }
  expect(press).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy the link' }))
  expect(press).toHaveBeenCalledOnce()
})

test('with the server back they work again, and keep the focus', async () => {
  const { press, turn } = show({ isAway: false })
  button('Pin').focus()
  turn(true)
  expect(button('Pin')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
  turn(false)
  expect(button('Pin')).toHaveFocus()
  expect(button('Pin')).not.toHaveAttribute('aria-disabled')
  await userEvent.keyboard('{Enter}')
  expect(press).toHaveBeenCalledOnce()
})

test('dialogs that confirm and forms in dialogs wait for the server too, unless what they do is done here', async () => {
  const confirm = vi.fn(async () => null)
  const send = vi.fn(async () => {})
  const words = { closeLabel: 'Close', cancelLabel: 'Cancel', onClose: () => {} }
  const { rerender } = render(
    <ServerAway reason={reason}>
      <ConfirmDialog {...words} title="Delete?" text="All of it." confirmLabel="Delete" onConfirm={confirm} />
    </ServerAway>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(confirm).not.toHaveBeenCalled()
  expect(button('Delete')).toHaveAccessibleDescription(reason)
  rerender(
    <ServerAway reason={reason}>
      <ConfirmDialog {...words} needsServer={false} title="Drop?" text="" confirmLabel="Drop it" onConfirm={confirm} />
    </ServerAway>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Drop it' }))
  expect(confirm).toHaveBeenCalledOnce()
  rerender(
    <ServerAway reason={reason}>
      <FormDialog {...words} title="New" submitLabel="Create" onSubmit={send} isSubmitting={false}>
        <input aria-label="Name" />
      </FormDialog>
    </ServerAway>,
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bay log{Enter}')
  await userEvent.click(button('Create'))
  expect(send).not.toHaveBeenCalled()
})
