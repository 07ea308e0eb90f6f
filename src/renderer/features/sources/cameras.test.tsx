import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  allowCameraNetwork,
  type CameraProblem,
  type CameraTest,
  testCamera,
} from '#shared/contract/sources/camera-tests'
import { addCamera, deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import { apiError } from '#shared/errors'
import { serve } from '../../platform/test-server'
import { closeNotice, pressUndo } from '../undo/test-undo'
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
  const firstTest = () => userEvent.click(screen.getByRole('button', { name: 'Test and show the picture' }))
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add camera' }))
  const works: CameraTest = {
    ...{ works: true, kind: 'still', picture: 'data:image/jpeg;base64,/9j/', width: 1280, height: 720, codec: 'jpeg' },
    milliseconds: 84,
  }
  const fails = (
    problem: CameraProblem,
    network: Extract<CameraTest, { works: false }>['network'] = null,
  ): CameraTest => ({
    works: false,
    problem,
    network,
  })
  async function openTested() {
    serve(testCamera, works)
    await openForm()
    await firstTest()
    await screen.findByRole('img', { name: 'Picture of the camera, taken just now' })
  }

  test('are tested, then added, and shown at once', async () => {
    const calls = serve(addCamera, cameraOf(12, 'Bay 1', { last_frame: null }))
    const tests = serve(testCamera, works)
    await openForm()
    await firstTest()
    const dialog = within(screen.getByRole('dialog', { name: 'Add a camera' }))
    expect(await dialog.findByRole('img', { name: 'Picture of the camera, taken just now' })).toBeVisible()
    expect(dialog.getByRole('status')).toHaveTextContent('1280 × 720 pixels, JPEG, 84 ms until the picture.')
    expect(tests[0]?.body).toMatchObject({ address: 'http://10.0.0.7/still.jpg' })
    expect(calls).toHaveLength(0)
    await submit()
    expect(await closeUp(/^Bay 1, Camera/)).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ name: 'Bay 1', url: 'http://10.0.0.7/still.jpg', branch_id: null })
  })

  test('with an address that the server may not fetch from show the error at that field', async () => {
    serve(addCamera, apiError('camera.address_refused'))
    await openTested()
    await submit()
    const address = await field('Address')
    await waitFor(() => expect(address).toBeInvalid())
    expect(address).toHaveAccessibleDescription(/CAMERA_ALLOWED_NETWORKS/)
    expect(await field('Name')).toHaveValue('Bay 1')
  })

  test('beyond the plan show an error', async () => {
    serve(addCamera, apiError('plan.required'))
    await openTested()
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your plan does not include this.')
  })

  test('need a name and an address', async () => {
    const calls = serve(addCamera, cameraOf(12, 'Bay 1'))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a camera' }))
    await field('Name')
    await firstTest()
    await waitFor(async () => expect(await field('Name')).toBeInvalid())
    expect(await field('Address')).toBeInvalid()
    expect(calls).toHaveLength(0)
  })

  test('that show no picture say why and what to do, and can be added all the same', async () => {
    const calls = serve(addCamera, cameraOf(12, 'Bay 1', { last_frame: null }))
    serve(testCamera, fails('password_missing'))
    await openForm()
    await firstTest()
    const dialog = within(screen.getByRole('dialog', { name: 'Add a camera' }))
    expect(await dialog.findByText('The camera asks for a user name and password.')).toBeVisible()
    expect(dialog.getByText(/rtsp:\/\/name:password@/)).toBeVisible()
    await userEvent.type(await field('Address'), '?size=full')
    expect(dialog.queryByText('The camera asks for a user name and password.')).toBeNull()
    await firstTest()
    await userEvent.click(await dialog.findByRole('button', { name: 'Save it anyway' }))
    expect(await closeUp(/^Bay 1, Camera/)).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ url: 'http://10.0.0.7/still.jpg?size=full' })
  })

  test('in a private network are offered that network, which is then tested', async () => {
    serve(testCamera, fails('network_refused', { network: '10.0.0.0/24', may_allow: true, ask: [] }))
    const calls = serve(allowCameraNetwork, { may_allow: true, ask: [], networks: [], by_settings: [] })
    await openForm()
    await firstTest()
    expect(await screen.findByText(/^10\.0\.0\.0\/24 is a private network\. If you allow it/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save it anyway' })).toBeNull()
    serve(testCamera, works)
    await userEvent.click(screen.getByRole('button', { name: 'Allow 10.0.0.0/24' }))
    expect(await screen.findByRole('img', { name: 'Picture of the camera, taken just now' })).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ network: '10.0.0.0/24' })
  })

  test.each([
    [['Maya Okafor'], 'Maya Okafor may allow it for cameras. Ask them.'],
    [[], 'Ask the person who runs this server'],
  ])('in a private network that others decide about say whom to ask: %s', async (ask, text) => {
    serve(testCamera, fails('network_refused', { network: '10.0.0.0/24', may_allow: false, ask }))
    await openForm()
    await firstTest()
    expect(await screen.findByText(new RegExp(text))).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull()
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

  test('that exist can be tested with the stored password, by the address as it is shown', async () => {
    setup.feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter', { url: 'rtsp://cam.example/1' })] })
    const tests = serve(testCamera, fails('timeout'))
    await choose('Edit camera')
    await userEvent.click(await screen.findByRole('button', { name: 'Test the camera' }))
    expect(await screen.findByText('No picture came in time.')).toBeVisible()
    expect(tests[0]?.body).toMatchObject({ address: 'rtsp://cam.example/1', camera_id: 4 })
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Save it anyway' })).toBeNull()
  })

  test('are deleted after a question, and come back by Undo', async () => {
    const calls = serve(deleteCamera, null)
    await choose('Delete camera')
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete Front counter?' })
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Delete camera' }))
    await waitFor(() => expect(confirmation).not.toBeInTheDocument())
    expect(screen.queryByRole('button', { name: /^Front counter/ })).not.toBeInTheDocument()
    expect(calls).toHaveLength(0)
    await pressUndo('Front counter deleted')
    expect(await screen.findByRole('button', { name: /^Front counter/ })).toBeInTheDocument()
  })

  test('that could not be deleted come back, and a notice says why', async () => {
    serve(deleteCamera, apiError('permission.missing'))
    await choose('Delete camera')
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete Front counter?' })
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Delete camera' }))
    await closeNotice('Front counter deleted')
    const refusal = await screen.findByText('Front counter was not deleted')
    expect(refusal.parentElement).toHaveTextContent('Your role does not allow this.')
    expect(await screen.findByRole('button', { name: /^Front counter/ })).toBeInTheDocument()
  })
})
