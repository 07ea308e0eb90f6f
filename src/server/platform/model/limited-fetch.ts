/** Bytes of one response; far more than the longest answer takes. */
const mostBytes = 32 * 1024 * 1024

/** `fetch` that stops reading an endless response. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
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
