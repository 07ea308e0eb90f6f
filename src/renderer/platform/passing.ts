/** What goes by itself once there is a network or a server again: worth another try, later. */
export const isPassing = (code: string): boolean =>
  ['network.failed', 'server.unavailable', 'server.error', 'request.too_many'].includes(code)
