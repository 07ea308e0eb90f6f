import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changeReferences, removeOverlay, setOverlay } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { listedKeys } from '../../../ui/local-keys'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'
import { type Corner, withCornerAt } from './shapes'

const drawn = vi.hoisted(() => ({ corners: [] as readonly Corner[] }))
// jsdom has no canvas.
vi.mock('./mask', () => ({
  maskOf: (corners: readonly Corner[]) => {
    drawn.corners = corners
    return 'data:image/png;base64,AAAA'
  },
}))

const setup = withTestPage()

beforeEach(() => {
  drawn.corners = []
  setup.page.jobs = [jobOf(21, 'Counter queue watch')]
})

const corner = (number: number) => screen.getByRole('button', { name: new RegExp(`^Corner ${number} of`) })

async function openArea() {
  await userEvent.click(await screen.findByRole('button', { name: /^(Mark|Edit) area$/ }))
  return within(await screen.findByRole('dialog', { name: 'Mark what the job sees' }))
}

describe('The area that a job sees [D29] [7.20a]', () => {
  test('is drawn with the keyboard alone, and saved as a mask', async () => {
    const calls = serve(setOverlay, jobOf(21, 'Counter queue watch', { overlay_frame_url: '/mask.png', revision: 2 }))
    setup.page.open('/jobs/21')
    const dialog = await openArea()
    expect(await dialog.findByRole('img', { name: 'Newest picture of Front counter' })).toBeVisible()
    dialog.getByRole('button', { name: 'Start with a rectangle' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(corner(1)).toHaveFocus()
    expect(corner(1)).toHaveAccessibleName('Corner 1 of 4: 25% from the left, 25% from the top')
    expect(listedKeys().map(({ group }) => group)).toContain('area')
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
    expect(corner(1)).toHaveAccessibleName('Corner 1 of 4: 24% from the left, 19% from the top')
    dialog.getByRole('button', { name: 'Add a corner' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(corner(2)).toHaveFocus()
    expect(corner(2)).toHaveAccessibleName(/^Corner 2 of 5/)
    await userEvent.keyboard('{Delete}')
    expect(corner(1)).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Save area' }))
    expect(await screen.findByText('Area saved')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ instruction_id: 21, image: 'data:image/png;base64,AAAA' })
    expect(drawn.corners).toEqual([
      { x: 0.24, y: 0.19 },
      { x: 0.75, y: 0.25 },
      { x: 0.75, y: 0.75 },
      { x: 0.25, y: 0.75 },
    ])
    expect(await screen.findByText(/^Only the marked area is read/)).toBeVisible()
  })

  test('is dragged out with a pointer; a press without movement draws nothing', async () => {
    setup.page.open('/jobs/21')
    const dialog = await openArea()
    const picture = await dialog.findByRole('img', { name: /^Newest picture/ })
    const box = picture.parentElement as HTMLElement
    box.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100)
    fireEvent.pointerDown(box, { button: 0, clientX: 20, clientY: 20 })
    fireEvent.pointerUp(box)
    expect(dialog.getByRole('button', { name: 'Save area' })).toBeDisabled()
    fireEvent.pointerDown(box, { button: 0, clientX: 20, clientY: 20 })
    fireEvent.pointerMove(box, { clientX: 100, clientY: 80 })
    fireEvent.pointerUp(box)
    expect(corner(3)).toHaveAccessibleName('Corner 3 of 4: 50% from the left, 80% from the top')
    fireEvent.pointerDown(corner(3), { button: 0, clientX: 100, clientY: 80 })
    fireEvent.pointerMove(box, { clientX: 180, clientY: 90 })
    fireEvent.pointerUp(box)
    expect(corner(3)).toHaveAccessibleName('Corner 3 of 4: 90% from the left, 90% from the top')
    await userEvent.click(dialog.getByRole('button', { name: 'Clear' }))
    expect(dialog.getByRole('button', { name: 'Start with a rectangle' })).toBeVisible()
  })

  test('survives a failed call, and can be removed', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch', { overlay_frame_url: '/mask.png' })]
    serve(setOverlay, apiError('job.overlay_invalid'))
    setup.page.open('/jobs/21')
    let dialog = await openArea()
    await userEvent.click(await dialog.findByRole('button', { name: 'Start with a rectangle' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save area' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The area could not be read. Draw it again.')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    dialog = await openArea()
    expect(await dialog.findByRole('button', { name: /^Corner 1 of 4/ })).toBeVisible()
    const calls = serve(removeOverlay, jobOf(21, 'Counter queue watch', { revision: 2 }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove area' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the area?' }))
    expect(calls).toHaveLength(0)
    await userEvent.click(question.getByRole('button', { name: 'Remove area' }))
    expect(await screen.findByText('Area removed')).toBeVisible()
    expect(calls).toHaveLength(1)
    expect(await screen.findByRole('button', { name: 'Mark area' })).toBeVisible()
  })
})

describe('Rules over the pictures of a job [D28]', () => {
  test('are added as sentences, about a part of the picture that is drawn and named', async () => {
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Draw a part' }))
    const part = within(await screen.findByRole('dialog', { name: 'Draw a part of the picture' }))
    await userEvent.click(part.getByRole('button', { name: 'Done' }))
    expect(part.getByText('Give this part a name.')).toBeVisible()
    await userEvent.type(part.getByRole('textbox', { name: 'Name' }), 'Queue')
    await userEvent.click(part.getByRole('button', { name: 'Start with a rectangle' }))
    await userEvent.click(part.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('button', { name: 'Draw Queue again' })).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Add a rule' }))
    const rule = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    await userEvent.click(rule.getByRole('combobox', { name: 'Where' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Queue' }))
    const amount = rule.getByRole('spinbutton', { name: 'Amount' })
    await userEvent.clear(amount)
    await userEvent.type(amount, '120')
    await userEvent.click(rule.getByRole('button', { name: 'Done' }))
    expect(amount).toHaveAccessibleDescription('Enter a number from 0 to 100.')
    await userEvent.clear(amount)
    await userEvent.type(amount, '12.5')
    await userEvent.type(rule.getByRole('textbox', { name: 'Write' }), 'Somebody waits.')
    await userEvent.click(rule.getByRole('button', { name: 'Done' }))
    const sentence = 'If Queue has more than 12.5% change since the last picture: write “Somebody waits.”'
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText(/^No language model is connected/)).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(setup.page.updates).toHaveLength(1))
    const look = setup.page.updates[0]?.look as { regions: { id: string }[] }
    expect(look).toMatchObject({
      regions: [{ name: 'Queue', shape: { kind: 'polygon' } }],
      rules: [
        {
          rule: { region: look.regions[0]?.id, measure: 'change', comparison: 'above', threshold: 0.125 },
          text: 'Somebody waits.',
        },
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: `Remove: ${sentence}` }))
    expect(screen.queryByText(sentence)).toBeNull()
  })
})

describe('Sources of a job', () => {
  test('are chosen from what the person may see, and removed', async () => {
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Add a source' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Rear yard' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'Front counter' })).toBeChecked()
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Priya Nair' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Front counter' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(setup.page.updates[0]?.source).toMatchObject({ feed_ids: [6], user_ids: [9], logbook_ids: [] }),
    )
  })

  test('have reference pictures, which are saved at once', async () => {
    const calls = serve(changeReferences, jobOf(21, 'Counter queue watch', { revision: 2 }))
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Reference pictures, 0' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add pictures of a source' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add to the log' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ instruction_id: 21, references: [] }))
  })
})

test('a corner is added on the nearest edge', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  expect(withCornerAt(square, { x: 0.9, y: 0.5 })[2]).toEqual({ x: 0.9, y: 0.5 })
})
