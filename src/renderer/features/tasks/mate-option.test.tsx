import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { MateAction } from '#shared/contract/mate/endpoints'
import { startLanguages, withNamespaces } from '../../i18n/languages'
import { MateTaskOption } from './mate-option'

beforeAll(async () => {
  await startLanguages()
  await withNamespaces('tasks', Promise.resolve())
  await withNamespaces('apiErrors', Promise.resolve())
})

const changes = {
  branch: { id: 1, name: 'Harbourside' },
  assignees: [{ id: 7, name: 'Tom Reyes' }],
  fixed_start_time: '2026-11-21T15:00:00.000Z',
  estimate_minutes: 15,
}
const actionOf = (more: object = {}) =>
  MateAction.parse({
    ...{ option: 0, kind: 'create_task', doc_id: null, doc_name: '', content: '' },
    ...{ task: { id: null, title: 'Call the supplier', changes }, ...more },
  })
const props = { index: 0, text: 'Create “Call the supplier”' }

describe('An option that creates or changes a task [9.8b, D26]', () => {
  test('shows everything that it sets, and does it once it is pressed', async () => {
    const onConfirm = vi.fn(async () => null)
    const { container, rerender } = render(<MateTaskOption {...props} action={actionOf()} onConfirm={onConfirm} />)
    expect(screen.getByText('Call the supplier')).toBeVisible()
    const rows = screen.getAllByRole('term').map(term => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(rows).toEqual([
      'Who: Tom Reyes',
      expect.stringMatching(/^Starts: .*\d/),
      'Takes: 15 min',
      'Space: Harbourside',
    ])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Create “Call the supplier”' }))
    expect(onConfirm).toHaveBeenCalledOnce()
    const done = actionOf({ state: 'done', task: { id: 41, title: 'Call the supplier', changes } })
    rerender(<MateTaskOption {...props} action={done} onConfirm={onConfirm} />)
    expect(screen.getByRole('link', { name: 'Call the supplier created' })).toHaveAttribute('href', '#/tasks/41')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('says why it was refused, and that an old one has expired', async () => {
    const refused = async () => ({ code: 'task.assign_missing', message: '' })
    const { rerender } = render(
      <MateTaskOption
        {...props}
        text="Give it to Tom"
        action={actionOf({ kind: 'change_task' })}
        onConfirm={refused}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Give it to Tom' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('You can assign tasks to yourself only.')
    rerender(<MateTaskOption {...props} action={actionOf({ state: 'expired' })} onConfirm={refused} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('status')).not.toBeEmptyDOMElement()
  })

  test('says that a time is taken away, and who no longer does it', () => {
    const cleared = { assignees: [], deadline: null, status: 'done' }
    const action = actionOf({ kind: 'change_task', task: { id: 41, title: 'Call the supplier', changes: cleared } })
    render(<MateTaskOption {...props} action={action} onConfirm={async () => null} />)
    expect(screen.getAllByRole('definition').map(row => row.textContent)).toEqual(['Done', 'Nobody', 'No date'])
  })
})
