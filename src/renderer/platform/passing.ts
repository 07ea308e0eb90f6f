/** Whether a failure may pass by itself once the network or the server is back, so that a later retry makes sense. */
export const isPassing = (code: string): boolean =>
  ['network.failed', 'server.unavailable', 'server.error', 'request.too_many'].includes(code)
