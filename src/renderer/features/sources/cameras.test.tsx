import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { addCamera, deleteCamera, editCamera } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../platform/test-server'
import { closeUp, open, setup, withSourcesPage } from './test-page'
import { cameraOf, feedOf } from './test-sources'

withSourcesPage()

describe('Cameras [7.23, D35]', () => {
  const field = (name: string) => screen.findByRole('textbox', { name })

  async function openForm() {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a camera' }))
    await userEvent.type(await field('Name'), 'Bay 1')
    await userEvent.type(await field('Address'), 'http://10.0.0.7/still.jpg')
  }
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add camera' }))

  test('are added, and shown at once', async () => {
    const calls = serve(addCamera, cameraOf(12, 'Bay 1', { last_frame: null }))
    await openForm()
    await submit()
    expect(await closeUp(/^Bay 1, Camera/)).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ name: 'Bay 1', url: 'http://10.0.0.7/still.jpg', branch_id: null })
  })

  test('with an address that the server may not fetch from show the error at that field', async () => {
    serve(addCamera, apiError('camera.address_refused'))
    await openForm()
    await submit()
    const address = await field('Address')
    await waitFor(() => expect(address).toBeInvalid())
    expect(address).toHaveAccessibleDescription(/CAMERA_ALLOWED_NETWORKS/)
    expect(await field('Name')).toHaveValue('Bay 1')
  })

  test('beyond the plan show an error', async () => {
    serve(addCamera, apiError('plan.required'))
    await openForm()
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your plan does not include this.')
  })

  test('need a name and an address', async () => {
    const calls = serve(addCamera, cameraOf(12, 'Bay 1'))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a camera' }))
    await field('Name')
    await submit()
    await waitFor(async () => expect(await field('Name')).toBeInvalid())
    expect(await field('Address')).toBeInvalid()
    expect(calls).toHaveLength(0)
  })

  async function choose(entry: string) {
    await open('?source=camera.4')
    await userEvent.click(await screen.findByRole('button', { name: 'Camera settings' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  }

  test('can be changed; an unchanged address is not sent, so that it keeps its password', async () => {
    setup.feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter', { url: 'rtsp://cam.example/1' })] })
    const calls = serve(editCamera, cameraOf(4, 'Till', { url: 'rtsp://cam.example/1' }))
    await choose('Edit camera')
    const name = await field('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Till')
    const days = screen.getByRole('spinbutton', { name: 'Days to keep pictures' })
    await userEvent.clear(days)
    await userEvent.type(days, '30')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await closeUp(/^Till, Camera/)).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ name: 'Till', kept_days: 30 })
    expect(calls[0]?.body).not.toHaveProperty('url')
  })

  test('are deleted after a confirmation', async () => {
    const calls = serve(deleteCamera, null)
    await choose('Delete camera')
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete Front counter?' })
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Delete camera' }))
    await waitFor(() => expect(confirmation).not.toBeInTheDocument())
    expect(calls[0]?.params).toEqual({ feedId: '4' })
    expect(screen.queryByRole('button', { name: /^Front counter/ })).not.toBeInTheDocument()
  })

  test('that could not be deleted stay, and the dialog says why', async () => {
    serve(deleteCamera, apiError('permission.missing'))
    await choose('Delete camera')
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete Front counter?' })
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Delete camera' }))
    expect(await within(confirmation).findByRole('alert')).toHaveTextContent('Your role does not allow this.')
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Cancel' }))
    expect(await closeUp(/^Front counter/)).toBeInTheDocument()
  })
})
