/** Bytes of one response; far more than the longest answer takes. */
const mostBytes = 32 * 1024 * 1024

/**
 * `fetch` for services that the operator names: it stops reading an endless response, and fails at a redirect, so that a
 * service leads this server nowhere else.
 */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new Error('The response is too long.'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counted), response)
}
