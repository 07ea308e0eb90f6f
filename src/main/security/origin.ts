/** The origin of the app's own page: a custom scheme, because `file:` gives a page access to every local file. */
export const appScheme = 'app'
export const appHost = 'wheelhouse'
export const appOrigin = `${appScheme}://${appHost}`

/**
 * The privileges of its pages, like those of HTTPS pages. They exclude bypassing the content security policy, and being
 * embedded.
 */
export const appPrivileges = { standard: true, secure: true, supportFetchAPI: true, stream: true } as const

/** Whether a URL is one of the app's own pages. Custom schemes have no origin in Node, so the parts are compared. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && !username && !password
}
