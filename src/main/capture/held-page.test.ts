import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { grabScript } from './held-page'

/** Runs the script of the page that holds the stream, and returns its console output and its error. */
async function grab(page: Record<string, unknown>): Promise<{ said: string[]; failure: string | null }> {
  const said: string[] = []
  const console = { error: (text: string) => said.push(text) }
  const failure = await Promise.resolve(runInNewContext(grabScript, { console, setTimeout, ...page })).then(
    () => null,
    (error: Error) => error.message,
  )
  return { said, failure }
}

const stream = (readyState: string) => ({ getVideoTracks: () => [{ readyState }] })
const video = {
  readyState: 4,
  videoWidth: 1280,
  videoHeight: 720,
  requestVideoFrameCallback: (tell: () => void) => tell(),
}

describe('The page that holds the stream only logs to its own console [8.8a, 8.8b]', () => {
  test.each([
    ['there is none', {}],
    ['it has ended', { held: { stream: stream('ended'), video } }],
  ])('when %s: no video stream is available [8.8a]', async (_when, window) => {
    const text = 'No video stream available.'
    expect(await grab({ window })).toEqual({ said: [text], failure: text })
  })

  test('if nothing can be drawn: the canvas has no context [8.8b]', async () => {
    class OffscreenCanvas {
      getContext = () => null
    }
    const text = 'Canvas context missing'
    expect(await grab({ window: { held: { stream: stream('live'), video } }, OffscreenCanvas })).toEqual({
      said: [text],
      failure: text,
    })
  })
})
