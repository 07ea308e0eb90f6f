import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()
const prompt = { prompt_id: 3, name: 'Queue', text: 'Count the people who wait.' }

async function openLibrary() {
  setup.page.jobs = [jobOf(21, 'Counter queue watch')]
  serve(listPrompts, [prompt])
  setup.page.open('/jobs/21')
  await userEvent.click(await screen.findByRole('button', { name: 'Prompt library' }))
  return within(await screen.findByRole('dialog', { name: 'Prompt library' }))
}

describe('The library of prompts [7.25]', () => {
  test('renames a prompt, and keeps the new name when the server refuses', async () => {
    const library = await openLibrary()
    await userEvent.click(await library.findByRole('button', { name: 'Rename Queue' }))
    const field = library.getByRole('textbox', { name: 'New name of Queue' })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.clear(field)
    await userEvent.click(library.getByRole('button', { name: 'Save' }))
    expect(await library.findByText('Give the prompt a name.')).toBeVisible()
    await userEvent.type(field, 'Counter')
    serve(updatePrompt, apiError('prompt.not_found'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(field).toBeInvalid())
    expect(field).toHaveValue('Counter')
    const renamed = serve(updatePrompt, { ...prompt, name: 'Counter' })
    await userEvent.keyboard('{Enter}')
    expect(await library.findByRole('button', { name: 'Rename Counter' })).toBeVisible()
    expect(renamed[0]?.body).toMatchObject({ prompt_id: 3, name: 'Counter' })
  })

  test('deletes a prompt, and Undo brings it back', async () => {
    const library = await openLibrary()
    serve(deletePrompt, null)
    const created = serve(createPrompt, { ...prompt, prompt_id: 4 })
    await userEvent.click(await library.findByRole('button', { name: 'Delete Queue' }))
    expect(await library.findByText(/^The library is empty/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
    expect(await library.findByRole('button', { name: 'Insert Queue' })).toBeVisible()
    expect(created[0]?.body).toMatchObject({ name: 'Queue', text: 'Count the people who wait.' })
  })
})
