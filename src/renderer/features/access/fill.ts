import { fillAccessGrants, fillAccessRequests, fillAskForAccess } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillAccessParts(): void {
  fillAccessGrants(async () => (await import('./grants')).Grants)
  fillAccessRequests(async () => (await import('./requests')).Requests)
  fillAskForAccess(async () => (await import('./ask')).Ask)
}
