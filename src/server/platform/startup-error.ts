/** Why the server does not start, in words for whoever runs it: printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
