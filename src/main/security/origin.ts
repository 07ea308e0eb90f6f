/** Where the app's own page lives: a scheme of its own, because `file:` gives a page every file of this computer. */
export const appScheme = 'app'
export const appHost = 'wheelhouse'
export const appOrigin = `${appScheme}://${appHost}`

/** What pages of it may do as if they came over HTTPS. Not among it: going past the content security policy, or being embedded. */
export const appPrivileges = { standard: true, secure: true, supportFetchAPI: true, stream: true } as const

/** Whether an address is one of the app's own pages. Schemes of one's own have no origin in Node, so the parts are compared. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && !username && !password
}
