import { registerAccessGrants, registerAccessRequests, registerAskForAccess } from '../../platform/slots'

/** What other features show of this one. Called once, when the app starts. */
export function registerAccessSlots(): void {
  registerAccessGrants(async () => (await import('./grants')).Grants)
  registerAccessRequests(async () => (await import('./requests')).Requests)
  registerAskForAccess(async () => (await import('./ask')).Ask)
}
