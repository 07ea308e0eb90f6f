import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox'
import { TextArea, TextField } from './field'
import { Segmented } from './segmented'
import { Select } from './select'
import { Switch } from './switch'
import { Tabs } from './tabs'

function Role() {
  const [role, setRole] = useState<'front' | 'mechanic'>('front')
  return (
    <Select
      label="Role"
      value={role}
      onChange={setRole}
      options={[
        { value: 'front', label: 'Front desk' },
        { value: 'mechanic', label: 'Mechanic' },
      ]}
    />
  )
}

function Pages() {
  const [tab, setTab] = useState<'people' | 'roles'>('people')
  return (
    <Tabs
      label="Organisation"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'people', label: 'People' },
        { id: 'roles', label: 'Roles' },
      ]}
    >
      {tab === 'people' ? '24 people' : '5 roles'}
    </Tabs>
  )
}

describe('A text field', () => {
  test('has a label, and its hint and its error describe it', () => {
    render(<TextField label="E-mail" hint="We send a code" error="Enter an address" />)
    const input = screen.getByRole('textbox', { name: 'E-mail' })
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('Enter an address We send a code')
  })

  test('keeps its label for assistive technology when it is visually hidden', () => {
    render(<TextArea label="Ask Mate" hideLabel />)
    expect(screen.getByRole('textbox', { name: 'Ask Mate' })).toBeValid()
  })
})

test('a select is named by its label, shows the chosen option and works with the keyboard', async () => {
  render(<Role />)
  const select = screen.getByRole('combobox', { name: 'Role' })
  expect(select).toHaveTextContent('Front desk')
  await userEvent.click(select)
  await userEvent.click(await screen.findByRole('option', { name: 'Mechanic' }))
  expect(select).toHaveTextContent('Mechanic')
})

test('a switch and a checkbox have their roles, and pass on the props of a form library', async () => {
  const change = vi.fn()
  const held: { current: HTMLInputElement | null } = { current: null }
  render(
    <>
      <Switch label="Start with the computer" name="autostart" onChange={change} />
      <Checkbox label="All tasks" indeterminate ref={held} />
    </>,
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Start with the computer' }))
  expect(change).toHaveBeenCalledOnce()
  expect(screen.getByRole('switch', { name: 'Start with the computer' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'All tasks' })).toBePartiallyChecked()
  expect(held.current).toBe(screen.getByRole('checkbox', { name: 'All tasks' }))
})

test('a segmented control is a named group of radio buttons', async () => {
  const change = vi.fn()
  render(
    <Segmented
      label="Group by"
      value="role"
      onChange={change}
      options={[
        { value: 'role', label: 'By role' },
        { value: 'person', label: 'By person' },
      ]}
    />,
  )
  expect(screen.getByRole('group', { name: 'Group by' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'By role' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'By person' }))
  expect(change).toHaveBeenCalledExactlyOnceWith('person')
})

test('tabs move with the arrow keys and show their panel', async () => {
  render(<Pages />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Roles', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Roles' })).toHaveTextContent('5 roles')
  await userEvent.keyboard('{Home}')
  expect(screen.getByRole('tabpanel', { name: 'People' })).toHaveTextContent('24 people')
})
