import { registerAccessGrants, registerAccessRequests, registerAskForAccess } from '../../platform/slots'

/** Registers what other features show of access. Called once when the app starts. */
export function registerAccessSlots(): void {
  registerAccessGrants(async () => (await import('./grants')).Grants)
  registerAccessRequests(async () => (await import('./requests')).Requests)
  registerAskForAccess(async () => (await import('./ask')).Ask)
}
